import {
  type Bytes,
  concat,
  digest,
  equal,
  fromBase64,
  fromHex,
  hex,
  UnsupportedError,
  unreadable,
  utf8,
} from './bytes.ts';

/** A proof that the platform's log has an entry (RFC 9162 section 2.1.3), read and not checked. */
export interface LogProof {
  index: number;
  size: number;
  leafHash: Bytes;
  path: readonly Bytes[];
  note: string;
  timeStamp: Bytes | null;
  /** The proof that the file's envelope was deleted, where there is one. */
  deleted: LogProof | null;
}

/** Kinds of entries: the first byte of each. */
export const ENTRY = { sealedFile: 1, chainHead: 2, tombstone: 3, deletedFile: 4, administration: 5 } as const;

type Json = Record<string, unknown>;

const count = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : unreadable('no number');
const text = (value: unknown): string => (typeof value === 'string' ? value : unreadable('no text'));

/** True if the JSON claims to be a proof of the log. */
export const isLogProof = (json: Json): boolean => 'leaf_hash' in json && 'checkpoint' in json;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const DEEPEST = 64;

/** Reads a proof. Throws `UnreadableError` if a member is missing or has another form. */
export const readLogProof = (json: Json): LogProof => {
  const path = Array.isArray(json.path) ? json.path : unreadable('no path');
  if (path.length > DEEPEST) return unreadable('a long path');
  return {
    index: count(json.index),
    size: count(json.size),
    leafHash: hash(json.leaf_hash),
    path: path.map(hash),
    note: text(json.checkpoint),
    timeStamp: typeof json.time_stamp === 'string' ? fromBase64(json.time_stamp) : null,
    // One level: a proof of a deletion has none of its own.
    deleted: isObject(json.deleted) ? readLogProof({ ...json.deleted, deleted: null }) : null,
  };
};

const hash = (value: unknown): Bytes => {
  const bytes = fromHex(text(value));
  return bytes.length === 32 ? bytes : unreadable('no hash');
};

/** The leaf hash of an entry (RFC 6962 section 2.1). */
export const leafHash = (kind: number, sha256: string): Promise<Bytes> =>
  digest('SHA-256', concat(Uint8Array.of(0, kind), fromHex(sha256)));

const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> =>
  digest('SHA-256', concat(Uint8Array.of(1), left, right));

/** The tree's root by a proof (RFC 9162 section 2.1.3.2); null if no tree of this size has such a proof. */
export const rootOf = async ({ index, size, leafHash: leaf, path }: LogProof): Promise<Bytes | null> => {
  if (index >= size) return null;
  let [node, last, root] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = await nodeHash(sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      root = await nodeHash(root, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
};

/** A checkpoint (C2SP tlog-checkpoint), with the signatures of its note (C2SP signed-note). */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
  /** The signed text, with the end of its last line. */
  signed: Bytes;
  signatures: readonly { name: string; keyId: Bytes; signature: Bytes }[];
}

/** Reads a checkpoint. Throws `UnreadableError` if it is none. */
export const readCheckpoint = (note: string): Checkpoint => {
  const split = note.lastIndexOf('\n\n');
  const [origin = '', size = '', root = ''] = note.slice(0, split).split('\n');
  if (split < 0 || !/^(?:0|[1-9]\d{0,14})$/.test(size)) return unreadable('no checkpoint');
  const lines = note.slice(split + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > 100) return unreadable('no signatures');
  return {
    origin,
    size: Number(size),
    root: fromBase64(root),
    signed: utf8(note.slice(0, split + 1)),
    signatures: lines.map((line) => {
      const [, name = unreadable('no signature'), encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = fromBase64(encoded);
      return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
    }),
  };
};

/** A key of a log (C2SP signed-note): its name, a part of its hash, and the key after a byte for its kind. */
export interface LogKey {
  name: string;
  id: Bytes;
  kind: number;
  key: Bytes;
}

const ED25519 = 1;

/** Reads a verifier key, `name+hash+base64`. Throws `UnreadableError` if it is none. */
export const readLogKey = async (line: string): Promise<LogKey> => {
  const [, name = unreadable('no key'), id = '', encoded = ''] =
    /^(\S+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? [];
  const bytes = fromBase64(encoded);
  const computed = await digest('SHA-256', concat(utf8(`${name}\n`), bytes));
  if (hex(computed.subarray(0, 4)) !== id) return unreadable('a key with the hash of another');
  return { name, id: computed.subarray(0, 4), kind: bytes[0] ?? 0, key: bytes.subarray(1) };
};

/** True if the key signed the checkpoint. Throws `UnsupportedError` where the runtime lacks its algorithm. */
export const isCheckpointBy = async ({ signatures, signed, origin }: Checkpoint, key: LogKey): Promise<boolean> => {
  if (origin !== key.name) return false;
  for (const { name, keyId, signature } of signatures) {
    if (name !== key.name || !equal(keyId, key.id)) continue;
    if (key.kind !== ED25519) throw new UnsupportedError(`a key of kind ${key.kind}`);
    const imported = await crypto.subtle.importKey('raw', key.key, 'Ed25519', false, ['verify']).catch(() => {
      throw new UnsupportedError('Ed25519');
    });
    if (await crypto.subtle.verify('Ed25519', imported, signature, signed)) return true;
  }
  return false;
};
