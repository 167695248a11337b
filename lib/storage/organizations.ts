import { organizationKey } from './keys.ts';
import type { OrganizationItem } from './records/organization.ts';
import { type At, at } from './together.ts';

export const organizationAt = (id: string): At<OrganizationItem> => at(organizationKey(id));
