import { mailBrand } from '../../people/brands/snapshot.ts';
import { presentOrganization } from '../../people/organizations/organization.ts';
import { isActive } from '../../people/profiles/profile-store.ts';
import { profilesOf } from '../../storage/memberships.ts';
import { findOrganization } from '../../storage/organizations.ts';
import type { SwitchedOffRequest } from '../../storage/outbox/message-request.ts';
import type { Addressed } from '../messages/send-once.ts';

/** Mails to each owner of the organization in the request; none if it is gone. */
export const ownersMessages = async ({
  kind,
  organization_id,
  host,
  happened_at,
}: SwitchedOffRequest): Promise<Addressed[]> => {
  const [organization, members] = await Promise.all([findOrganization(organization_id), profilesOf(organization_id)]);
  if (!organization) return [];
  const { name: organization_name, locale, timezone } = organization;
  const brand = mailBrand(null, { ...presentOrganization(organization) }, organization_name);
  const owners = members.filter((one) => one.roles.includes('owner') && isActive(one));
  return owners.map(({ id, email, first_name, last_name }) => {
    const name = `${first_name} ${last_name}`.trim();
    const data = { name, organization_name, host, happened_at, timezone, brand };
    return {
      addressee: `member:${id}`,
      make: async () => [{ channel: 'email', kind, locale, to: { name, address: email }, data }],
    };
  });
};
