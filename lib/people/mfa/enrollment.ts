import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { type Changes, ConditionFailed, putItem, transact, updateItem } from '../../storage/client.ts';
import { mfaEnrollmentKey, userKey } from '../../storage/keys.ts';
import type { EnrollmentItem } from '../../storage/records/mfa-enrollment.ts';
import type { SecondFactor } from '../../storage/records/user.ts';
import type { UserCaller } from '../access/caller.ts';
import { securityNotice } from '../users/security-notice.ts';
import { readOwnAccount } from './account.ts';
import { newBackupCodes } from './backup-codes.ts';
import type { BackupCodes, MfaEnrollment } from './schema.ts';
import { forgettingAttempts } from './store.ts';
import { newTotpSecret, stepOf } from './totp.ts';

const LIFE = 15 * MINUTE;
const TRIES = 3;

/** Makes a secret that counts once it is confirmed; another that waited for that is replaced. */
export const startEnrollment = async (caller: UserCaller): Promise<MfaEnrollment> => {
  const { user } = await readOwnAccount(caller);
  if (user.mfa) return fail('mfa_on_already');
  const { secret, otpauth_url } = newTotpSecret(user.email);
  const expires_at = timestampIn(LIFE);
  const item: EnrollmentItem = {
    ...mfaEnrollmentKey(user.id),
    secret,
    tries: 0,
    expires_at,
    ttl: epochSeconds() + LIFE / 1000,
  };
  await putItem(item);
  return { secret, otpauth_url, expires_at };
};

/**
 * Switches the second factor on with a code that proves that the caller's authenticator has the secret, and answers the
 * backup codes. The third wrong code ends the enrollment.
 */
export const confirmEnrollment = async (caller: UserCaller, code: string): Promise<BackupCodes> => {
  const { user, enrollment } = await readOwnAccount(caller);
  if (user.mfa) return fail('mfa_on_already');
  if (!enrollment || enrollment.expires_at <= timestamp()) return fail('mfa_enrollment_missing');
  const { secret } = enrollment;
  try {
    await updateItem(enrollment, countingTry(secret));
    const last_step = stepOf(secret, code);
    if (last_step === undefined) return fail('mfa_code_wrong');
    const { codes, hashes } = newBackupCodes(user.id);
    const at = timestamp();
    const mfa: SecondFactor = { secret, enrolled_at: at, last_step, backup_codes: hashes, version: newId() };
    await transact([
      {
        update: userKey(user.id),
        ...onlyIf(
          setting({ mfa, updated_at: at }),
          'attribute_exists(pk) AND (attribute_not_exists(mfa) OR mfa = :none)',
          { ':none': null },
        ),
      },
      { remove: mfaEnrollmentKey(user.id), condition: 'attribute_exists(pk)' },
      forgettingAttempts(user.id),
      securityNotice('mfa_switched_on', user.id),
    ]);
    return { backup_codes: codes };
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('mfa_enrollment_missing');
    throw error;
  }
};

/** A try counts before its code is looked at, and only for the secret that was read. */
const countingTry = (secret: string): Changes => ({
  UpdateExpression: 'ADD tries :one',
  ConditionExpression: 'tries < :most AND #secret = :secret',
  ExpressionAttributeNames: { '#secret': 'secret' },
  ExpressionAttributeValues: { ':one': 1, ':most': TRIES, ':secret': secret },
});
