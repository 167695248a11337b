import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { actOnMember } from '../../lib/people/members/act-on-member.ts';
import { Member, MemberAction } from '../../lib/people/members/member-schema.ts';

export const handler = operation(
  {
    id: 'actOnOrganizationMember',
    tag: 'Organization Members',
    summary: 'Lock or unlock a member, or take off the second factor',
    description:
      '`lock`: the member can not sign in to this organization until unlocked, and signed-in sessions end. ' +
      '`unlock`: also forgets failed attempts to sign in. `reset_mfa`: the member can sign in by password alone ' +
      'and set up a new second factor, and its passkeys are removed. The account of a person who belongs to other ' +
      'organizations too is not changed: `reset_mfa` answers {account_shared}, and failed attempts still count.',
    route: 'PUT /v2/organization-members/{profile_id}',
    event: 'member:updated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: idPath('profile_id'),
    body: MemberAction,
    returns: Member,
    errors: ['not_found', 'own_profile', 'last_owner', 'account_shared'],
    access: {
      read: ['profilesOfUser', 'group', 'passkey'],
      change: ['user', 'profile', 'organization'],
      write: ['outbox'],
      remove: ['mfaEnrollment', 'passkey', 'signInAttempts', 'mfaChangeAttempts'],
      bulk: ['session', 'knownAttempts'],
      rights: true,
    },
    examples: { body: { action: 'lock', reason: 'On leave' } },
  },
  ({ caller, path, body }) => actOnMember(caller, path.profile_id, body),
);
