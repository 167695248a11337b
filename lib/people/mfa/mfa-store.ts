import { timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { attemptsAt, forgetWrite } from '../../storage/attempts.ts';
import { change } from '../../storage/engine/change.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { enrollmentWrites } from '../../storage/mfa-enrollments.ts';
import { passkeysOf, passkeyWrites } from '../../storage/passkeys.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import type { SecondFactor, UserItem } from '../../storage/records/user.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { securityNotice } from '../users/security-notice.ts';
import { backupCodeHash } from './backup-codes.ts';
import { stepOf } from './totp.ts';

/** Name by which a signed-in user's attempts are counted, apart from attempts to sign in. */
export const ATTEMPTS = 'mfa-account';

/** A user with a second factor. */
export type Protected = UserItem & { mfa: SecondFactor };

/** The factor after an authenticator's code was used; undefined if the code is wrong or was used before. */
export const afterOtp = ({ mfa }: Protected, code: string): SecondFactor | undefined => {
  const step = stepOf(mfa.secret, code);
  return step !== undefined && step > mfa.last_step ? { ...mfa, last_step: step, version: newId() } : undefined;
};

/** The factor after a backup code was used; undefined if the code is none of those left. */
export const afterBackupCode = ({ id, mfa }: Protected, code: string): SecondFactor | undefined => {
  const hash = backupCodeHash(id, code);
  const backup_codes = mfa.backup_codes.filter((one) => one !== hash);
  return backup_codes.length < mfa.backup_codes.length ? { ...mfa, backup_codes, version: newId() } : undefined;
};

/** The write that forgets failed attempts after a right code. */
export const forgetAttemptsWrite = (user_id: string): Write => forgetWrite(attemptsAt(ATTEMPTS, user_id));

/**
 * Removes another user's second factor, an unconfirmed one, and all passkeys, and notifies the user of what there was.
 * No error if the account is gone. All sessions of the account end, because a person who lost the authenticator may
 * have lost the device too, and the passkeys on it.
 */
export const resetMfa = (caller: UserCaller, known: UserItem): Promise<void> =>
  change(
    async () => {
      const [user, passkeys] = await Promise.all([readAt(userAt(known.id)), passkeysOf(known.id)]);
      return { user, passkeys };
    },
    ({ user, passkeys }) => ({ writes: user ? resetWrites(user, passkeys) : [], answer: undefined }),
    {
      known: known.passkeys ? undefined : { user: known, passkeys: [] },
      write: (writes) => transactAs(caller, writes),
    },
  );

const resetWrites = (user: UserItem, passkeys: readonly PasskeyItem[]): Write[] => [
  userWrites.resetFactors(user, { mfa: null, passkeys: 0, session_generation: newId(), updated_at: timestamp() }),
  enrollmentWrites.drop(user.id),
  ...passkeys.map(passkeyWrites.drop),
  forgetAttemptsWrite(user.id),
  ...(user.mfa ? [securityNotice('mfa_reset', user.id)] : []),
  ...(passkeys.length > 0 ? [securityNotice('passkeys_reset', user.id)] : []),
];
