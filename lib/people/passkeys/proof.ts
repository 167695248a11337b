import { fail } from '../../base/errors.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { takeChallenge } from './challenge.ts';
import { userIdOf } from './ids.ts';
import { ownerSecretWrites } from './owner-secret.ts';
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
  return ownerSecretWrites(user, proof);
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
