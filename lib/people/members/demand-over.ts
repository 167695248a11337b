import type { ProfileItem } from '../../storage/records/profile.ts';
import { demandToGive } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { permissionsOf } from '../groups/permissions.ts';

/**
 * Throws `forbidden` unless the caller has all of the member's permissions: otherwise the caller could gain more than
 * they have.
 */
export const demandOver = async (caller: UserCaller, member: ProfileItem): Promise<void> =>
  demandToGive(caller, [...effectivePermissions(member.roles, await permissionsOf(member))]);
