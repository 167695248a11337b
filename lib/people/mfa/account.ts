import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { enrollmentAt } from '../../storage/mfa-enrollments.ts';
import type { EnrollmentItem } from '../../storage/records/mfa-enrollment.ts';
import type { SecondFactor, UserItem } from '../../storage/records/user.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { securityNotice } from '../users/security-notice.ts';
import { readMyUser } from '../users/user-store.ts';
import { newBackupCodes } from './backup-codes.ts';
import { CODE_LIMIT } from './limits.ts';
import type { BackupCodes, MfaStatus } from './mfa-schema.ts';
import { ATTEMPTS, afterBackupCode, afterOtp, forgetAttemptsWrite, type Protected } from './mfa-store.ts';

/** The state of the caller's second factor, and the number of backup codes left. */
export const readMfaStatus = async (caller: UserCaller): Promise<MfaStatus> => {
  const { mfa } = await readMyUser(caller);
  return { ...mfa, type: mfa.enabled ? 'totp' : null };
};

/**
 * Reads the caller's account and its unconfirmed enrollment. Throws `wrong_session` unless the user is signed in
 * directly: applications and API keys have no access to the account itself. Throws `provider_session`.
 */
export const readOwnAccount = async (
  caller: UserCaller,
): Promise<{ user: UserItem; enrollment: EnrollmentItem | undefined }> => {
  if (caller.client) return fail('wrong_session', { needed: 'login' });
  demandOwnAccount(caller);
  const [user, enrollment] = await readTogether([userAt(caller.user_id), enrollmentAt(caller.user_id)]);
  return { user: orFail(user, 'unauthorized'), enrollment };
};

/** Replaces the backup codes. Requires a code of the authenticator. */
export const replaceBackupCodes = async (caller: UserCaller, code: string): Promise<BackupCodes> => {
  const user = await readProtected(caller);
  const { codes, hashes } = newBackupCodes(user.id);
  await use(user, afterOtp(user, code), (mfa) => ({ ...mfa, backup_codes: hashes }), 'backup_codes_renewed');
  return { backup_codes: codes };
};

/** Switches the second factor off. Requires a code of the authenticator, or a backup code. */
export const disableMfa = async (caller: UserCaller, code: string): Promise<void> => {
  const user = await readProtected(caller);
  await use(user, afterOtp(user, code) ?? afterBackupCode(user, code), () => null, 'mfa_switched_off');
};

/** Counts an attempt. Throws `mfa_off` if there is no second factor. */
const readProtected = async (caller: UserCaller): Promise<Protected> => {
  const { user } = await readOwnAccount(caller);
  const { mfa } = user;
  if (!mfa) return fail('mfa_off');
  await countAttempt(ATTEMPTS, user.id, CODE_LIMIT);
  return { ...user, mfa };
};

const use = async (
  user: Protected,
  used: SecondFactor | undefined,
  change: (mfa: SecondFactor) => SecondFactor | null,
  notice: 'mfa_switched_off' | 'backup_codes_renewed',
): Promise<void> => {
  if (!used) return fail('mfa_code_wrong');
  await commit(
    [
      userWrites.replaceMfa(user.id, user.mfa, { mfa: change(used), updated_at: timestamp() }),
      forgetAttemptsWrite(user.id),
      securityNotice(notice, user.id),
    ],
    { refuse: () => fail('mfa_code_wrong') },
  );
};
