import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { SCIM, SCIM_FAILURES } from '../../lib/http/scim/answer.ts';
import { ScimQuery } from '../../lib/http/scim/list.ts';
import { createScim } from '../../lib/http/scim/serve.ts';
import { ScimPath, ScimResource } from '../../lib/http/scim/wire.ts';

export const handler = operation(
  {
    id: 'createScimResource',
    tag: 'Directories',
    summary: 'Create a user or a group',
    description:
      'SCIM 2.0 (RFC 7644 3.3). A user is a member of the organization: the address must be at a domain that the organization has proven, and the account of the address is ' +
      'used if there is one. A group begins without permissions.',
    route: 'POST /scim/v2/{path+}',
    event: 'member:created',
    session: 'none',
    path: ScimPath,
    query: ScimQuery,
    body: ScimResource,
    returns: z.unknown(),
    produces: SCIM,
    errors: [
      'method_not_allowed',
      'not_found',
      'already_member',
      'group_name_taken',
      'organization_full',
      'permissions_changed',
    ],
    failureAs: SCIM_FAILURES,
    access: {
      read: ['directory', 'organization', 'invitation'],
      change: ['profile', 'group', 'user', 'emailAddress'],
      write: ['membership'],
      remove: ['invitation'],
    },
    examples: {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'grace@example.com',
        name: { givenName: 'Grace', familyName: 'Hopper' },
        emails: [{ value: 'grace@example.com', primary: true }],
        active: true,
      },
    },
  },
  ({ path, query, body, headers }) => createScim({ path: path.path, query, body, headers }),
);
