import type { Write } from '../../storage/engine/write.ts';
import { findGroups } from '../../storage/organization-groups.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { mayAppoint } from '../access/appoint.ts';
import { rightsChecks } from '../access/commit-as.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { isActive } from '../profiles/profile-store.ts';

/**
 * Checks that hold while whoever stands behind the invitation may still give its place; undefined if they may not:
 * whoever was removed, locked or demoted must not let anybody in by what was mailed before. `members`: the inviter, and
 * the place that is kept, among others. Reads the inviter's groups only if the right follows from these.
 */
export const inviterChecks = async (
  invitation: Pick<InvitationItem, 'organization_id' | 'inviter_id' | 'role' | 'member'>,
  members: readonly (ProfileItem | undefined)[],
): Promise<Write[] | undefined> => {
  const inviter = members.find((one) => one?.id === invitation.inviter_id);
  if (!isActive(inviter)) return undefined;
  const place = members.find((one) => one?.id === invitation.member?.profile_id);
  const roles = place?.roles ?? [invitation.role];
  const mayWith = (groups: readonly GroupItem[]): boolean => {
    const own = [...inviter.permissions, ...groups.flatMap(({ permissions }) => permissions)];
    return mayAppoint({ roles: inviter.roles, permissions: effectivePermissions(inviter.roles, own) }, roles);
  };
  if (mayWith([])) return rightsChecks(inviter, []);
  const ids = [...(inviter.group_ids ?? [])];
  if (ids.length === 0) return undefined;
  const groups = (await findGroups(invitation.organization_id, ids)).flatMap((group) => group ?? []);
  return mayWith(groups) ? rightsChecks(inviter, groups) : undefined;
};
