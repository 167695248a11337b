import { fail, invalid } from '../../base/errors.ts';
import { attemptsAt, forgetWrite } from '../../storage/attempts.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { userWrites } from '../../storage/users.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { CODE_LIMIT } from '../mfa/limits.ts';
import { ATTEMPTS, afterBackupCode, afterOtp, forgetAttemptsWrite } from '../mfa/mfa-store.ts';
import { passwordMatches } from '../users/password.ts';
import { OWN_PASSWORD_ATTEMPTS } from '../users/password-change.ts';
import { takeChallenge } from './challenge.ts';
import { userIdOf } from './ids.ts';
import type { PasskeyProof, SignedCredential } from './passkey-input-schema.ts';
import type { RelyingParty } from './relying-party.ts';
import { passkeyUseWrite } from './use-passkey.ts';

/** An account with its passkeys. */
interface Account {
  user: UserItem;
  passkeys: readonly PasskeyItem[];
}

/**
 * Checks that the owner of the account asks, not only somebody with the owner's session: by the password, by the second
 * factor if there is one, or by a passkey. Returns the writes that use the proof up; their conditions fail if it was
 * used meanwhile. Attempts are counted before they are looked at, together with those of the other changes that take
 * the same secret. Throws `old_password_wrong`, `mfa_code_wrong` or `passkey_refused`.
 */
export const ownerProofWrites = async (
  account: Account,
  proof: PasskeyProof,
  party: RelyingParty,
): Promise<Write[]> => {
  const { user } = account;
  if (proof.credential) return [await passkeyProofWrite(account, proof.credential, party)];
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

const passkeyProofWrite = async (
  { user, passkeys }: Account,
  credential: SignedCredential,
  party: RelyingParty,
): Promise<Write> => {
  const taken = await takeChallenge('sign_in', credential.response.clientDataJSON);
  const passkey = passkeys.find(({ credential_id }) => credential_id === credential.id);
  if (!taken || !passkey || userIdOf(credential.response.userHandle) !== user.id) return fail('passkey_refused');
  return passkeyUseWrite(credential, passkey, taken.challenge, party, { alone: true });
};
