import { Failure } from '../../base/errors.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { profilesOfUser } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { UserItem } from '../../storage/records/user.ts';
import type { UserCaller } from '../access/caller.ts';
import { demandsFactor } from './session-rule.ts';

/**
 * Keeps whoever has only a password from putting a factor of their own in the place of the one that is there, where an
 * organization of the user demands it. Two reads, for a session without that factor alone. Throws
 * `second_factor_required`.
 */
export const demandOwnFactor = async (
  { strength }: Pick<UserCaller, 'strength'>,
  { id, mfa, passkeys }: Pick<UserItem, 'id' | 'mfa' | 'passkeys'>,
): Promise<void> => {
  if (strength !== undefined || !(mfa || passkeys)) return;
  const profiles = await profilesOfUser(id);
  const organizations = await readTogether(profiles.map(({ organization_id }) => organizationAt(organization_id)));
  const demanding = organizations.find((organization) => organization && demandsFactor(organization));
  if (demanding)
    throw new Failure('second_factor_required', {
      organization: demanding.name,
      way: 'Your account has one: sign in again with it.',
    });
};
