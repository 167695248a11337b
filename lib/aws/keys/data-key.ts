import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { config } from '../../base/config.ts';
import { kms, locate } from './signing-key.ts';

/** A key that encrypts, and what is stored of it: itself, encrypted with the stack's key. */
export interface DataKey {
  key: Uint8Array;
  wrapped: string;
}

/** What a data key belongs to. The stack's key gives it out for that alone. */
type Context = Record<string, string>;

/** So many are remembered by a function's process: whoever reads an envelope often asks KMS once. */
const REMEMBERED = 200;
const known = new Map<string, Uint8Array>();

/** A new data key for what `context` names. One call of KMS. */
export const newDataKey = async (context: Context): Promise<DataKey> => {
  const { kind, place } = locate(config.dataKey());
  if (kind === 'file') {
    const key = randomBytes(32);
    return { key, wrapped: encrypted(readFileSync(place), key, bound(context)) };
  }
  const { Plaintext, CiphertextBlob } = await kms().send(
    new GenerateDataKeyCommand({ KeyId: place, KeySpec: 'AES_256', EncryptionContext: context }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without a data key');
  return { key: Plaintext, wrapped: Buffer.from(CiphertextBlob).toString('base64') };
};

/** The data key that was made for what `context` names. At most one call of KMS; throws where it belongs to something else. */
export const openDataKey = async (wrapped: string, context: Context): Promise<Uint8Array> => {
  const before = known.get(`${wrapped}${bound(context)}`);
  if (before) return before;
  const { kind, place } = locate(config.dataKey());
  if (kind === 'file') return decrypted(readFileSync(place), wrapped, bound(context));
  const { Plaintext } = await kms().send(
    new DecryptCommand({ KeyId: place, CiphertextBlob: Buffer.from(wrapped, 'base64'), EncryptionContext: context }),
  );
  if (!Plaintext) throw new Error('KMS answered without a data key');
  known.set(`${wrapped}${bound(context)}`, Plaintext);
  forgetOldest();
  return Plaintext;
};

const bound = (context: Context): string => JSON.stringify(Object.entries(context).sort());

const forgetOldest = (): void => {
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
};

const NONCE = 12;
const TAG = 16;

/** `bytes` encrypted by AES-256-GCM (NIST SP 800-38D), base64; it can be decrypted for the same `place` alone. */
export const encrypted = (key: Uint8Array, bytes: Uint8Array, place: string): string => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
};

/** What `encrypted` made. Throws where the key or the place is another, or a bit was changed. */
export const decrypted = (key: Uint8Array, text: string, place: string): Uint8Array => {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
};
