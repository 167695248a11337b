import { organizationKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { OrganizationItem } from './records/organization.ts';

export const organizationAt = (id: string): At<OrganizationItem> => at(organizationKey(id));
