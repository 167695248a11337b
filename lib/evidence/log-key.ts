import {
  kmsPublicKey,
  makeWrappedKey,
  signInKmsWithEd25519,
  signWithWrappedKey,
  type WrappedKey,
} from '../aws/keys/log-key.ts';
import { config } from '../base/config.ts';
import { addLogSecret, findLogSecret } from '../storage/log.ts';

/** The stored key, kept by the process: it never changes. */
let kept: { table: string; key: WrappedKey } | undefined;

const storedKey = async (): Promise<WrappedKey | undefined> => {
  if (kept?.table === config.table()) return kept.key;
  const key = await findLogSecret();
  if (key) kept = { table: config.table(), key };
  return key;
};

/** The public key of the log's signatures, base64. Makes the key if there is none yet. */
export const preparedPublicKey = async (): Promise<string> => {
  const own = config.logKey();
  if (own) return kmsPublicKey(own);
  if (!(await storedKey())) await addLogSecret(await makeWrappedKey());
  // Another writer's key may have been first.
  return ((await storedKey()) as WrappedKey).public_key;
};

/** Signs a checkpoint's text. */
export const signCheckpoint = async (text: string): Promise<Uint8Array> => {
  const own = config.logKey();
  if (own) return signInKmsWithEd25519(own, Buffer.from(text));
  const key = await storedKey();
  if (!key) throw new Error('The log has no key');
  return signWithWrappedKey(key, Buffer.from(text));
};
