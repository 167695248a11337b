import { createHash } from 'node:crypto';
import type { Hash } from './merkle.ts';

/** Ed25519 in signed notes (https://c2sp.org/signed-note). */
const ED25519 = 1;

/** The text of a checkpoint (https://c2sp.org/tlog-checkpoint): what is signed and time-stamped. */
export const checkpointText = (origin: string, size: number, root: Hash): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

/** A note's text with the signature of the key of this name. */
export const signedNote = (text: string, name: string, publicKey: Uint8Array, signature: Uint8Array): string => {
  const signed = Buffer.concat([keyId(name, publicKey), signature]).toString('base64');
  return `${text}\n\u2014 ${name} ${signed}\n`;
};

/** The text that a note's signatures cover. */
export const noteText = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

/** A verifier key of signed notes: name, key id, and the public key with its type. */
export const verifierKey = (name: string, publicKey: Uint8Array): string => {
  const key = Buffer.concat([Uint8Array.of(ED25519), publicKey]).toString('base64');
  return `${name}+${keyId(name, publicKey).toString('hex')}+${key}`;
};

const keyId = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Uint8Array.of(ED25519)).update(publicKey).digest().subarray(0, 4);
