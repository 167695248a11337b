import { changeRecord, readWhole } from './client.ts';
import { ifHeld } from './commit.ts';
import { childrenIndex, organizationCountsKey, organizationKey } from './keys.ts';
import type { OrganizationItem } from './records/organization.ts';
import { is, PRESENT } from './where.ts';
import type { Write } from './write.ts';

/** An organization without what the table keeps beside it. */
export type NewOrganization = Omit<OrganizationItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** An organization, ready to be stored. Who has no parent stands in no index. */
export const organizationRecord = (organization: NewOrganization): OrganizationItem => ({
  ...organizationKey(organization.id),
  ...(organization.parent_id === null ? {} : childrenIndex(organization.parent_id, organization.id)),
  ...organization,
});

/** Changes an organization (`pipeline_settings.process_tags`: one flag of it) and answers it as it is then; undefined where there is none. */
export const changeOrganization = (
  id: string,
  set: Readonly<Record<string, unknown>>,
): Promise<OrganizationItem | undefined> =>
  ifHeld(() => changeRecord<OrganizationItem>(organizationKey(id), { set, where: PRESENT }));

/** The children of an organization, the oldest first. An index: one made just now may be missing. */
export const childrenOf = (organization_id: string): Promise<OrganizationItem[]> =>
  readWhole<OrganizationItem>({ pk: childrenIndex(organization_id, '').gsi1pk, index: 'gsi1' });

/** Counts a child where it is bounded, and only below a parent that is there: the second fails where there are `most` already. */
export const childWrites = (parent_id: string, most: number): Write[] => [
  { check: organizationKey(parent_id) },
  {
    change: organizationCountsKey(parent_id),
    add: { children: 1 },
    where: { children: is.eitherOf(is.missing, is.below(most)) },
  },
];
