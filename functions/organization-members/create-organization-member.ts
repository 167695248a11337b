import { operation } from '../../lib/http/operation.ts';
import { Member, NewMember } from '../../lib/people/members/member-schema.ts';
import { createMember } from '../../lib/people/members/member-store.ts';
import { MAX_MEMBERS } from '../../lib/people/organizations/member-limit.ts';

export const handler = operation(
  {
    id: 'createOrganizationMember',
    tag: 'Organization Members',
    summary: 'Make a new member',
    description:
      'A link is mailed to the person, good for 14 days and for one use (`POST /v2/organization-invitations/accept`, and ' +
      '`…/resend` for another one): with it the person sets a password, or joins with the account that the address has. Until ' +
      'then nobody can act as the member. A `password` is refused ({invalid}): nobody but the member may know it. The answer does ' +
      'not reveal whether the address has an account. The caller can give no role that ' +
      `confers more than the caller has. An organization has at most ${MAX_MEMBERS} members.`,
    route: 'POST /v2/organization-members',
    event: 'member:created',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    body: NewMember,
    returns: Member,
    errors: [
      'messages_used_up',
      'already_member',
      'invitation_exists',
      'invitation_declined',
      'organization_full',
      'too_many_requests',
    ],
    access: {
      read: ['dailyMessages'],
      change: ['profile', 'invitation', 'invitationMails'],
      write: ['membership', 'outbox'],
      rights: true,
      messagesPerDay: true,
    },
    examples: {
      body: { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', roles: ['member'] },
    },
  },
  ({ caller, body }) => createMember(caller, body),
);
