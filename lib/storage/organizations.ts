import { getItem } from './engine/client.ts';
import { organizationKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { OrganizationItem } from './records/organization.ts';

export const organizationAt = (id: string): At<OrganizationItem> => at(organizationKey(id));

export const findOrganization = (id: string): Promise<OrganizationItem | undefined> =>
  getItem<OrganizationItem>(organizationKey(id));

export const organizationWrites = {
  create: (organization: OrganizationItem): Write => ({ put: organization }),
  /** Keeps an organization of a sign-up permanently; holds while it exists. */
  stay: (id: string): Write => ({ change: organizationKey(id), unset: ['ttl'], where: PRESENT }),
};
