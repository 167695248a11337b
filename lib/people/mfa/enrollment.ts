import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { commit } from '../../storage/engine/commit.ts';
import { countTry, enrollmentWrites, storeEnrollment } from '../../storage/mfa-enrollments.ts';
import type { SecondFactor } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userWrites } from '../../storage/users.ts';
import type { UserCaller } from '../access/caller.ts';
import { demandOwnFactor } from '../policy/factor-guard.ts';
import { securityNotice } from '../users/security-notice.ts';
import { readOwnAccount } from './account.ts';
import { newBackupCodes } from './backup-codes.ts';
import type { BackupCodes, MfaEnrollment } from './mfa-schema.ts';
import { forgetAttemptsWrite } from './mfa-store.ts';
import { newTotpSecret, stepOf } from './totp.ts';

const LIFE = 15 * MINUTE;
const TRIES = 3;

/**
 * Makes a secret that takes effect once it is confirmed; it replaces an earlier unconfirmed one. Throws
 * `second_factor_required` if the account has another factor, which an organization demands and the session lacks.
 */
export const startEnrollment = async (caller: UserCaller): Promise<MfaEnrollment> => {
  const { user } = await readOwnAccount(caller);
  if (user.mfa) return fail('mfa_on_already');
  await demandOwnFactor(caller, user);
  const { secret, otpauth_url } = newTotpSecret(user.email);
  const expires_at = timestampIn(LIFE);
  await storeEnrollment(user.id, {
    secret,
    tries: 0,
    expires_at,
    ttl: epochSeconds() + LIFE / 1000,
  });
  return { secret, otpauth_url, expires_at };
};

/**
 * Switches the second factor on with a code that proves that the caller's authenticator has the secret; returns the
 * backup codes. The session has proven it then. The third wrong code ends the enrollment.
 */
export const confirmEnrollment = async (caller: UserCaller, code: string): Promise<BackupCodes> => {
  const { user, enrollment } = await readOwnAccount(caller);
  if (user.mfa) return fail('mfa_on_already');
  if (!enrollment || enrollment.expires_at <= timestamp()) return fail('mfa_enrollment_missing');
  const { secret } = enrollment;
  // An attempt is counted before its code is checked.
  if (!(await countTry(enrollment, TRIES))) return fail('mfa_enrollment_missing');
  const last_step = stepOf(secret, code);
  if (last_step === undefined) return fail('mfa_code_wrong');
  const { codes, hashes } = newBackupCodes(user.id);
  const at = timestamp();
  const mfa: SecondFactor = { secret, enrolled_at: at, last_step, backup_codes: hashes, version: newId() };
  await commit(
    [
      userWrites.switchOnMfa(user.id, { mfa, updated_at: at }),
      enrollmentWrites.use(user.id),
      forgetAttemptsWrite(user.id),
      securityNotice('mfa_switched_on', user.id),
      sessionWrites.prove(user.id, caller.session_id, caller.strength ?? 'second_factor'),
    ],
    { refuse: () => fail('mfa_enrollment_missing') },
  );
  return { backup_codes: codes };
};
