import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { createOrganization } from '../../lib/people/founding/create-organization.ts';
import { NewOrganization } from '../../lib/people/organizations/organization-input-schema.ts';
import { Organization } from '../../lib/people/organizations/organization-schema.ts';
import { Profile } from '../../lib/people/profiles/profile-schema.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'createOrganization',
    tag: 'Organizations',
    summary: 'Make an organization that the caller owns',
    description:
      'Answers tokens that act in the new organization; the session continues there. With `parent_id` it becomes a ' +
      "child of the caller's organization. This needs the permission `org:update`, and the answer has an API key " +
      'of the child, whose secret is shown only now. API keys can make children only. Without `parent_id`, only ' +
      'people who may sign up here can make one (otherwise {sign_up_closed}).',
    route: 'POST /v2/organizations',
    event: 'organization:created',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:create'],
    body: NewOrganization,
    returns: z.object({
      ...AuthenticateResponse.shape,
      profile: Profile,
      organization: z.object({
        ...Organization.shape,
        api_key: z.object({ client_id: Id, client_secret: z.string(), name: z.literal('Default') }).optional(),
      }),
    }),
    answersSecret: true,
    errors: ['not_found', 'organization_full', 'wrong_session', 'sign_up_closed'],
    access: {
      change: ['user', 'organization', 'profile'],
      write: ['session', 'emailAddress', 'organizationCounts', 'membership', 'apiKey'],
      keys: ['user-token'],
      signUp: true,
    },
    examples: { body: { name: 'Analytical Engines Ltd.', deletion_protected: false } },
  },
  ({ caller, body, origin }) => createOrganization(caller, body, origin),
);
