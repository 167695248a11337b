import { onlyIf, setting } from '../../storage/changes.ts';
import type { Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { organizationKey, userKey } from '../../storage/keys.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { emailClaim } from './record.ts';

/**
 * The writes by which an address becomes the user's who has proven it, with `changes` of the user: the first user who does,
 * has it; their condition fails for every other. Who is verified stays, and so does what was made at the sign-up
 * (`profile`: the one from then, where it is still there).
 */
export const provingAddress = (
  user: UserItem,
  profile: ProfileItem | undefined,
  changes: Record<string, unknown>,
): Write[] => [
  {
    update: userKey(user.id),
    ...onlyIf(setting({ ...changes, email_verified: true }, ['ttl']), 'attribute_exists(pk)'),
  },
  {
    put: emailClaim(user),
    condition: 'attribute_not_exists(pk) OR user_id = :user',
    values: { ':user': user.id },
  },
  ...(profile?.ttl ? [staying(profile), staying(organizationKey(profile.organization_id))] : []),
];

const staying = ({ pk, sk }: Key): Write => ({
  update: { pk, sk },
  ...onlyIf(setting({}, ['ttl']), 'attribute_exists(pk)'),
});
