import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Hash } from './tree.ts';

/** A checkpoint whose signature holds. */
export interface Checkpoint {
  note: string;
  origin: string;
  size: number;
  root: Hash;
}

/** Something that shows that the log, or whoever answers in its name, can't be trusted. */
export class Contradiction extends Error {}

const ED25519 = 1;

/** Reads a verifier key, `name+hash+key` (c2sp.org/signed-note). */
const readKey = (text: string): { name: string; id: Buffer; key: KeyObject } => {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const computed = createHash('sha256')
    .update(Buffer.concat([Buffer.from(`${name}\n`), bytes]))
    .digest()
    .subarray(0, 4);
  if (bytes[0] !== ED25519 || bytes.length !== 33 || computed.toString('hex') !== id) {
    throw new Contradiction(`This is no key of a log: ${text.trim()}`);
  }
  const x = bytes.subarray(1).toString('base64url');
  return { name, id: computed, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
};

/** Reads a checkpoint and checks that the key signed it. Throws `Contradiction`. */
export const readCheckpoint = (note: string, verifierKey: string): Checkpoint => {
  const { name, id, key } = readKey(verifierKey);
  const end = note.indexOf('\n\n') + 1;
  const text = note.slice(0, end);
  const [origin = '', size = '', root = ''] = text.split('\n');
  const hash = Buffer.from(root, 'base64');
  if (end === 0 || !/^(0|[1-9]\d{0,14})$/.test(size) || hash.length !== 32) {
    throw new Contradiction('What the log answers is no checkpoint.');
  }
  if (origin !== name) throw new Contradiction(`The checkpoint is of the log ${origin}, and the key of ${name}.`);
  const signatures = [...note.slice(end + 1).matchAll(/^\u2014 (\S+) (\S+)$/gm)]
    .filter(([, by]) => by === name)
    .map(([, , encoded = '']) => Buffer.from(encoded, 'base64'));
  const isSigned = signatures.some(
    (bytes) => bytes.subarray(0, 4).equals(id) && verify(null, Buffer.from(text), key, bytes.subarray(4)),
  );
  if (!isSigned) throw new Contradiction(`The checkpoint of ${size} entries is not signed by the log's key.`);
  return { note, origin, size: Number(size), root: hash };
};
