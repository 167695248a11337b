import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { removeIdentity } from '../../lib/people/identity-providers/unlink.ts';

export const handler = operation(
  {
    id: 'deleteMemberIdentity',
    tag: 'Organization Members',
    summary: "Take the identity provider's person off a member",
    description:
      "For a member whose person at the provider has changed. Until then another person with the member's address can't sign in; " +
      'afterwards the next one who states that address is the member.',
    route: 'DELETE /v2/organization-members/{profile_id}/identity',
    event: 'member:identity_removed',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: idPath('profile_id'),
    returns: Confirmation,
    errors: ['not_found', 'identity_absent'],
    access: { read: ['group'], change: ['profile'], remove: ['identity'], rights: true },
  },
  async ({ caller, path }) => {
    await removeIdentity(caller, path.profile_id);
    return 'OK';
  },
);
