import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignCommand } from '@aws-sdk/client-kms';
import { decrypted, encrypted, generateDataKey, openDataKey } from './data-key.ts';
import { kms, locate, publicKey } from './signing-key.ts';

/** An Ed25519 key (RFC 8032), PKCS#8, encrypted by a data key that the stack's own key encrypts. */
export interface WrappedKey {
  data_key: string;
  encrypted: string;
  /** The public key's 32 bytes, base64. */
  public_key: string;
}

/** Binds the data key to the log: KMS opens it for nothing else, and roles name this context. */
export const LOG_CONTEXT = { use: 'log' } as const;

const PLACE = 'log';

/** Makes a key for the log's signatures. One call of KMS. */
export const makeWrappedKey = async (): Promise<WrappedKey> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { key, wrapped } = await generateDataKey(LOG_CONTEXT);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { data_key: wrapped, encrypted: encrypted(key, pkcs8, PLACE), public_key: rawPublicKey(publicKey) };
};

/** The public key's 32 bytes, base64. */
const rawPublicKey = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

/** The public key of a key in KMS, base64. Throws unless it is an Ed25519 key. */
export const kmsPublicKey = async (key: string): Promise<string> => {
  const found = await publicKey(key);
  if (found.asymmetricKeyType !== 'ed25519') throw new Error('The key of the log must be ECC_NIST_EDWARDS25519');
  return rawPublicKey(found);
};

/** Signs by Ed25519 with a key under the data key. At most one call of KMS, once in a process. */
export const signWithWrappedKey = async (key: WrappedKey, message: Uint8Array): Promise<Uint8Array> => {
  const dataKey = await openDataKey(key.data_key, LOG_CONTEXT);
  const pkcs8 = Buffer.from(decrypted(dataKey, key.encrypted, PLACE));
  return sign(null, message, createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
};

/** Signs by Ed25519 in KMS: the key never leaves it. One call. */
export const signInKmsWithEd25519 = async (key: string, message: Uint8Array): Promise<Uint8Array> => {
  const { Signature } = await kms().send(
    new SignCommand({
      KeyId: locate(key).place,
      Message: message,
      MessageType: 'RAW',
      SigningAlgorithm: 'ED25519_SHA_512',
    }),
  );
  if (!Signature) throw new Error('KMS answered without a signature');
  return Signature;
};
