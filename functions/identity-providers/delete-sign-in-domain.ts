import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { removeDomain } from '../../lib/people/identity-providers/domains.ts';

export const handler = operation(
  {
    id: 'deleteSignInDomain',
    tag: 'Organizations',
    summary: "Remove a domain of members' addresses",
    description:
      'Nobody new signs in by an address there, and another organization can prove it. Who is known by the provider already goes on.',
    route: 'DELETE /v2/organizations/{organization_id}/sign-in-domains/{domain}',
    event: 'sign_in_domain:removed',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: z.strictObject({ organization_id: Id, domain: z.string().min(1).max(255) }),
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['signInDomain'], write: ['domain', 'organization'], remove: ['signInDomain'], rights: true },
  },
  async ({ caller, path }) => {
    await removeDomain(caller, path.organization_id, path.domain);
    return 'OK';
  },
);
