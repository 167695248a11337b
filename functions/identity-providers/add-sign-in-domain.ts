import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { addDomain } from '../../lib/people/identity-providers/domains.ts';
import { NewSignInDomain, SignInDomain } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'addSignInDomain',
    tag: 'Organizations',
    summary: "Name a domain of members' addresses",
    description:
      'Answers the DNS record that proves it. Once it is published, verify the domain. Several organizations may try; domains where everybody gets a ' +
      'mailbox are refused. A subdomain is a domain of its own.',
    route: 'POST /v2/organizations/{organization_id}/sign-in-domains',
    event: 'sign_in_domain:added',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    body: NewSignInDomain,
    returns: SignInDomain,
    errors: ['not_found', 'organization_full'],
    access: { change: ['signInDomain'], rights: true },
    examples: { body: { domain: 'example.org' } },
  },
  ({ caller, path, body }) => addDomain(caller, path.organization_id, body.domain),
);
