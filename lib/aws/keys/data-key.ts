import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { config } from '../../base/config.ts';
import { kms, locate } from './signing-key.ts';

/** A data key in plain text, and the same encrypted with the stack's key, for storing. */
export interface DataKey {
  key: Uint8Array;
  wrapped: string;
}

/** Encryption context of a data key. KMS decrypts the key for the same context only. */
type Context = Record<string, string>;

/** Data keys that a process caches, so that reading an envelope repeatedly calls KMS once. */
const REMEMBERED = 200;
const known = new Map<string, Uint8Array>();

/** Makes a data key for `context`. One call of KMS. */
export const generateDataKey = async (context: Context): Promise<DataKey> => {
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

/**
 * Decrypts a data key that was made for `context`. At most one call of KMS. Throws if it was made for another context.
 */
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

/** Encrypts `bytes` by AES-256-GCM (NIST SP 800-38D), base64; they can be decrypted for the same `place` only. */
export const encrypted = (key: Uint8Array, bytes: Uint8Array, place: string): string => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
};

/** Decrypts the result of `encrypted`. Throws if the key or the place differs, or a bit was changed. */
export const decrypted = (key: Uint8Array, text: string, place: string): Uint8Array => {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
};
