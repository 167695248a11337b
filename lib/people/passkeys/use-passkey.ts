import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { Write } from '../../storage/engine/write.ts';
import { changePasskey, passkeyWrites } from '../../storage/passkeys.ts';
import type { PasskeyItem } from '../../storage/records/passkey.ts';
import type { SignedCredential } from './passkey-input-schema.ts';
import type { RelyingParty } from './relying-party.ts';
import { verifySignedCredential } from './verify.ts';

/**
 * Verifies a passkey's answer to a challenge and makes the write that records the use. Throws `passkey_refused`, also
 * for a passkey of one device whose count has gone back, because then a copy of it is in use. A synced passkey has
 * copies, which may count for themselves: that is only recorded.
 */
export const passkeyUseWrite = async (
  credential: SignedCredential,
  passkey: PasskeyItem,
  challenge: string,
  party: RelyingParty,
  { alone }: { alone: boolean },
): Promise<Write> => {
  const use = await verifySignedCredential(credential, passkey, challenge, party, { alone });
  if (!use) return fail('passkey_refused');
  const { id: passkey_id, user_id, backup_eligible } = passkey;
  const at = timestamp();
  const behind = use.isBehind ? { counter_behind_at: at } : {};
  if (use.isBehind) {
    log().warn('The count of a passkey has gone back', { user_id, passkey_id, refused: !backup_eligible });
    if (!backup_eligible) {
      await changePasskey(user_id, passkey_id, behind);
      return fail('passkey_refused');
    }
  }
  const { sign_count, backed_up } = use;
  return passkeyWrites.use(passkey, { sign_count, backed_up, last_used_at: at, ...behind });
};
