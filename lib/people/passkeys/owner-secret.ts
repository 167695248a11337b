import { fail, invalid } from '../../base/errors.ts';
import { attemptsAt, forgetWrite } from '../../storage/attempts.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { userWrites } from '../../storage/users.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { CODE_LIMIT } from '../mfa/limits.ts';
import { ATTEMPTS, afterBackupCode, afterOtp, forgetAttemptsWrite } from '../mfa/mfa-store.ts';
import { passwordMatches } from '../users/password.ts';
import { OWN_PASSWORD_ATTEMPTS } from '../users/password-change.ts';
import type { PasskeyProof } from './passkey-input-schema.ts';

/**
 * Checks that the owner of an account asks by a secret: the second factor if there is one, else the password. Returns
 * the writes that use it up; attempts are counted before they are looked at. Throws `old_password_wrong` or
 * `mfa_code_wrong`.
 */
export const ownerSecretWrites = async (
  user: UserItem,
  proof: Pick<PasskeyProof, 'password' | 'code'>,
): Promise<Write[]> => {
  if (!user.mfa) return passwordProofWrites(user, proof.password);
  if (!proof.code) return invalid('code', 'is needed, because the account has a second factor');
  await countAttempt(ATTEMPTS, user.id, CODE_LIMIT);
  const factor = { ...user, mfa: user.mfa };
  const mfa = afterOtp(factor, proof.code) ?? afterBackupCode(factor, proof.code) ?? fail('mfa_code_wrong');
  return [userWrites.replaceMfa(user.id, user.mfa, { mfa }), forgetAttemptsWrite(user.id)];
};

const passwordProofWrites = async (user: UserItem, password: string | null | undefined): Promise<Write[]> => {
  if (!password) return invalid('password', 'is needed');
  await countAttempt(OWN_PASSWORD_ATTEMPTS, user.id, PASSWORD_LIMIT);
  if (!(await passwordMatches(user.password_hash, password))) return fail('old_password_wrong');
  return [forgetWrite(attemptsAt(OWN_PASSWORD_ATTEMPTS, user.id))];
};
