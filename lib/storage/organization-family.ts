import { changeRecord, readWhole } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { childrenIndex, organizationCountsKey, organizationKey } from './engine/keys.ts';
import { is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { OrganizationItem } from './records/organization.ts';

/** An organization without its keys. */
export type NewOrganization = Omit<OrganizationItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** Makes an organization's record. An organization without a parent is in no index. */
export const organizationRecord = (organization: NewOrganization): OrganizationItem => ({
  ...organizationKey(organization.id),
  ...(organization.parent_id === null ? {} : childrenIndex(organization.parent_id, organization.id)),
  ...organization,
});

/**
 * Changes an organization (`pipeline_settings.process_tags` names one flag) and returns the new one; undefined if there
 * is none.
 */
export const changeOrganization = (
  id: string,
  set: Readonly<Record<string, unknown>>,
): Promise<OrganizationItem | undefined> =>
  ifHeld(() => changeRecord<OrganizationItem>(organizationKey(id), { set, where: PRESENT }));

/** Lists the children of an organization, the oldest first. An index: the latest one may be missing. */
export const childrenOf = (organization_id: string): Promise<OrganizationItem[]> =>
  readWhole<OrganizationItem>({ pk: childrenIndex(organization_id, '').gsi1pk, index: 'gsi1' });

/** Writes that count a child below an existing parent; the second fails if there are `most` already. */
export const childWrites = (parent_id: string, most: number): Write[] => [
  { check: organizationKey(parent_id) },
  {
    change: organizationCountsKey(parent_id),
    add: { children: 1 },
    where: { children: is.eitherOf(is.missing, is.below(most)) },
  },
];
