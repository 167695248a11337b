import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { verifyDomain } from '../../lib/people/identity-providers/domains.ts';
import { SignInDomain } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'verifySignInDomain',
    tag: 'Organizations',
    summary: "Verify a domain of members' addresses",
    description:
      'Looks for its record in the DNS. `verified_at` stays null until that is found. A proven domain stays proven until it is removed, or until it publishes ' +
      'the record of another organization and no longer its own.',
    route: 'POST /v2/organizations/{organization_id}/sign-in-domains/{domain}/verify',
    event: 'sign_in_domain:verified',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: z.strictObject({ organization_id: Id, domain: z.string().min(1).max(255) }),
    returns: SignInDomain,
    errors: ['not_found', 'domain_taken'],
    access: { change: ['signInDomain', 'domain'], write: ['organization'], rights: true },
  },
  ({ caller, path }) => verifyDomain(caller, path.organization_id, path.domain),
);
