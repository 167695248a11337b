import { config } from '../../base/config.ts';
import { effectivePermissions } from '../../people/access/permissions.ts';
import { mailBrand } from '../../people/brands/snapshot.ts';
import { presentOrganization } from '../../people/organizations/organization.ts';
import { isActive } from '../../people/profiles/profile-store.ts';
import { mayMail } from '../../people/users/asked-mails.ts';
import { readAt } from '../../storage/engine/read.ts';
import { profilesOf } from '../../storage/memberships.ts';
import { findOrganization } from '../../storage/organizations.ts';
import type { WaitingMemberRequest } from '../../storage/outbox/message-request.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { userAt } from '../../storage/users.ts';
import type { Addressed } from '../messages/send-once.ts';

/**
 * Mails to the members who may let in whoever waits: each gets at most five in quick succession, then one an hour, and
 * none if they have switched them off. None at all if the person is gone or has been let in. `event_id`: the request's,
 * the same in every retry.
 */
export const waitingMemberMessages = async (
  event_id: string,
  { kind, organization_id, profile_id }: WaitingMemberRequest,
): Promise<Addressed[]> => {
  const [organization, members] = await Promise.all([findOrganization(organization_id), profilesOf(organization_id)]);
  const waiting = members.find(({ id }) => id === profile_id);
  if (!organization || !waiting?.locked) return [];
  const { name: organization_name } = organization;
  const about = {
    organization_name,
    member_name: nameOf(waiting),
    member_email: waiting.email,
    link: `${config.appUrl()}/organization/members`,
    brand: mailBrand(null, { ...presentOrganization(organization) }, organization_name),
  };
  return members.filter(mayLetIn).map((member) => ({
    addressee: `member:${member.id}`,
    make: async (): Promise<OutgoingMessage[]> => {
      const user = await readAt(userAt(member.user_id));
      if (!user || user.muted?.email.includes('member:waiting')) return [];
      if (!(await mayMail(member.email, kind, { event_id, network: organization_id }))) return [];
      const locale = user.locale ?? organization.locale;
      const data = { ...about, name: nameOf(member), timezone: user.timezone };
      return [{ channel: 'email', kind, locale, to: { name: data.name, address: member.email }, data }];
    },
  }));
};

type Present = ProfileItem & { user_id: string };

const mayLetIn = (member: ProfileItem): member is Present =>
  isActive(member) &&
  member.user_id !== null &&
  effectivePermissions(member.roles, member.permissions).has('member:remove');

const nameOf = ({ first_name, last_name }: ProfileItem): string => `${first_name} ${last_name}`.trim();
