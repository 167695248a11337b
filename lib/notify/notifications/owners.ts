import { mailBrand } from '../../people/brands/snapshot.ts';
import { presentOrganization } from '../../people/organizations/organization.ts';
import { isActive } from '../../people/profiles/store.ts';
import { profilesOf } from '../../storage/memberships.ts';
import { findOrganization } from '../../storage/organizations.ts';
import type { MessageRequest } from '../../storage/outbox/outbox.ts';
import type { Addressed } from '../messages/send-once.ts';

/** True if a request is for the owners of an organization, because only they can act on it. */
export const isForOwners = ({ kind }: MessageRequest): boolean => kind === 'webhook_switched_off';

/** Mails to each owner of the organization in the request; none if it is gone. */
export const ownersMessages = async ({ kind, ...request }: MessageRequest): Promise<Addressed[]> => {
  const organization_id = String(request.organization_id);
  const [organization, members] = await Promise.all([findOrganization(organization_id), profilesOf(organization_id)]);
  if (!organization) return [];
  const { name: organization_name, locale, timezone } = organization;
  const brand = mailBrand(null, { ...presentOrganization(organization) }, organization_name);
  const owners = members.filter((one) => one.roles.includes('owner') && isActive(one));
  return owners.map(({ id, email, first_name, last_name }) => {
    const name = `${first_name} ${last_name}`.trim();
    const data = { ...request, name, organization_name, timezone, brand };
    return {
      addressee: `member:${id}`,
      make: async () => [{ channel: 'email', kind, locale, to: { name, address: email }, data }],
    };
  });
};
