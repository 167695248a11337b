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
      'Envelopes, templates and drafts of the member go to the member `heir_id`, or to an owner without one, shortly after the ' +
      'answer. API keys that act as the member stop at once; applications that the member registered go on. Who belongs to ' +
      'no other organization loses the account too, so that the address is free again. Nobody removes themselves ' +
      '(`DELETE /v2/profiles/{profile_id}` is for that), and the last owner stays.',
    route: 'DELETE /v2/organization-members/{profile_id}',
    event: 'member:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: z.strictObject({ profile_id: Id.meta({ description: 'The profile to remove' }) }),
    query: z.object({
      heir_id: Id.optional().meta({
        description:
          'Profile of the member who gets what this one owns: active, and with the permission `envelope:create`. An owner ' +
          'unless stated, or if that member is out before all is handed over',
      }),
    }),
    returns: Confirmation,
    errors: ['not_found', 'own_profile', 'last_owner'],
    access: {
      read: ['user', 'profilesOfUser', 'profile', 'group'],
      change: ['organization'],
      write: ['job'],
      remove: ['user', 'emailAddress', 'profile', 'membership', 'invitation'],
      rights: true,
    },
  },
  ({ caller, path, query }) => removeMember(caller, path.profile_id, query.heir_id).then(() => 'OK'),
);
