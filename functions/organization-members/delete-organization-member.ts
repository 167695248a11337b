import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { removeMember } from '../../lib/people/members/removal.ts';

export const handler = operation(
  {
    id: 'deleteOrganizationMember',
    tag: 'Organization Members',
    summary: 'Delete a member from the organization',
    description:
      'Envelopes and templates of the member go to an owner, shortly after the answer. Who belongs to no other organization ' +
      'loses the account too, so that the address is free again. Nobody removes themselves (`DELETE /v2/profiles/{profile_id}` ' +
      'is for that), and the last owner stays.',
    route: 'DELETE /v2/organization-members/{profile_id}',
    event: 'member:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: z.strictObject({ profile_id: Id.meta({ description: 'The profile to remove' }) }),
    returns: Confirmation,
    errors: ['not_found', 'own_profile', 'last_owner'],
    access: {
      read: ['user', 'profilesOfUser', 'profile', 'group'],
      write: ['job'],
      remove: ['user', 'emailAddress', 'profile', 'membership', 'invitation'],
      rights: true,
    },
  },
  ({ caller, path }) => removeMember(caller, path.profile_id).then(() => 'OK'),
);
