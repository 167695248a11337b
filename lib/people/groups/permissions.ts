import { findGroups } from '../../storage/organization-groups.ts';
import type { Permission } from '../access/permissions.ts';

/** The part of a profile from which its permissions follow, beside its roles. */
export interface Permitted {
  organization_id: string;
  permissions: readonly Permission[];
  group_ids?: ReadonlySet<string>;
}

/** The profile's own permissions and those of its groups. One read; none for a profile without groups. */
export const permissionsOf = async ({ organization_id, permissions, group_ids }: Permitted): Promise<Permission[]> => {
  const ids = [...(group_ids ?? [])];
  const groups = ids.length > 0 ? await findGroups(organization_id, ids) : [];
  return [...new Set([...permissions, ...groups.flatMap((group) => group?.permissions ?? [])])];
};
