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
  /** Keeps an organization of a sign-up permanently; holds while it exists. */
  stay: (id: string): Write => ({ change: organizationKey(id), unset: ['ttl'], where: PRESENT }),
};
