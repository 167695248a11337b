import { getItem } from './client.ts';
import { organizationKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { OrganizationItem } from './records/organization.ts';
import { PRESENT } from './where.ts';
import type { Write } from './write.ts';

export const organizationAt = (id: string): At<OrganizationItem> => at(organizationKey(id));

export const findOrganization = (id: string): Promise<OrganizationItem | undefined> =>
  getItem<OrganizationItem>(organizationKey(id));

export const organizationWrites = {
  create: (organization: OrganizationItem): Write => ({ put: organization }),
  /** Lets an organization stay that was made at a sign-up; holds while it is there. */
  stay: (id: string): Write => ({ change: organizationKey(id), unset: ['ttl'], where: PRESENT }),
};
