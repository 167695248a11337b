import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { OrganizationPolicy, PolicyChange } from '../../lib/people/organization-policy/policy-schema.ts';
import { changePolicy } from '../../lib/people/organization-policy/policy-store.ts';

export const handler = operation(
  {
    id: 'updateOrganizationPolicy',
    tag: 'Organizations',
    summary: 'Change the policy for the members',
    description:
      'Members that are left out stay as they are. It holds from the next call of each member on, and for the length of sessions from their next tokens on. ' +
      'What would lock out the caller is refused. Signers are never concerned, nor is the directory (SCIM); API keys by `networks` and `sending` alone. ' +
      'Refusals say why: `second_factor_required`, `passkey_required`, `network_refused`, `session_over`, `recipient_outside`.',
    route: 'PATCH /v2/organizations/{organization_id}/policy',
    event: 'policy:updated',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    body: PolicyChange,
    returns: OrganizationPolicy,
    errors: ['not_found'],
    access: { change: ['organization'], read: ['profile', 'user', 'group'], rights: true },
    examples: {
      body: {
        session_hours: 12,
        idle_minutes: 60,
        sending: { domains: ['example.com'], roles: ['owner', 'admin'], group_ids: [] },
      },
    },
  },
  ({ caller, path, body, origin }) => changePolicy(caller, path.organization_id, body, origin),
);
