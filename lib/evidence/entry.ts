/**
 * Kinds of entries of the log: the first byte of each. `deleted` is a sealed file whose envelope was deleted,
 * `administration` the hash of an event of an organization's administration, with which its chain ended at some hour.
 */
export const ENTRY_KINDS = { file: 1, chain: 2, tombstone: 3, deleted: 4, administration: 5 } as const;
export type EntryKind = keyof typeof ENTRY_KINDS;

/** Bytes of an entry. */
export const ENTRY_SIZE = 33;

/**
 * An entry of the log, hex: one byte for its kind and the SHA-256 (hex) of what it stands for. It holds nothing else,
 * so that the log has nobody's data.
 */
export const entryOf = (kind: EntryKind, sha256: string): string => {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('An entry of the log needs a SHA-256 in lower-case hex');
  return `0${ENTRY_KINDS[kind]}${sha256}`;
};

/** Joins entries, each of 33 bytes. */
export const joinEntries = (entries: readonly string[]): Uint8Array => Buffer.from(entries.join(''), 'hex');

/** The entries, hex, that were joined. */
export const splitEntries = (joined: Uint8Array): string[] => {
  const hex = Buffer.from(joined).toString('hex');
  return hex.match(new RegExp(`.{${2 * ENTRY_SIZE}}`, 'g')) ?? [];
};
