import { type Checkpoint, Contradiction } from './note.ts';
import { consistencyProof, type Hash, isConsistent, leafHash, nodeHash, treeHash } from './tree.ts';

const WIDTH = 256;
const BITS = 8;

/** Reads a file of a log by its path (`checkpoint`, `tile/0/000`). Throws where it gets none. */
export type ReadFile = (path: string) => Promise<Buffer>;

const spelled = (index: number): string =>
  (index < 1000
    ? [index]
    : [
        ...String(index)
          .padStart(Math.ceil(String(index).length / 3) * 3, '0')
          .match(/.{3}/g)!,
      ]
  )
    .map((part) => String(part).padStart(3, '0'))
    .map((part, at, all) => (at < all.length - 1 ? `x${part}` : part))
    .join('/');

/** The path of a tile in a tree of `size` leaves (c2sp.org/tlog-tiles). */
const pathOf = (level: number | 'entries', index: number, size: number): string => {
  const whole = Math.floor(size / WIDTH ** (level === 'entries' ? 0 : level));
  const width = Math.min(WIDTH, whole - index * WIDTH);
  return `tile/${level}/${spelled(index)}${width === WIDTH ? '' : `.p/${width}`}`;
};

/** Reads the hash of a perfect subtree from the tiles of a log as it is at `size`. */
const subtreeReader = (read: ReadFile, size: number) => {
  const tiles = new Map<string, Promise<Buffer>>();
  return async (from: number, to: number): Promise<Hash> => {
    const height = Math.log2(to - from);
    const level = Math.floor(height / BITS);
    const first = from / WIDTH ** level;
    const count = 2 ** (height % BITS);
    const path = pathOf(level, Math.floor(first / WIDTH), size);
    const tile = tiles.get(path) ?? read(path);
    tiles.set(path, tile);
    const bytes = await tile;
    const at = first % WIDTH;
    let row = Array.from({ length: count }, (_, one) => bytes.subarray(32 * (at + one), 32 * (at + one + 1)));
    if (row.some((hash) => hash.length !== 32)) throw new Contradiction(`The file ${path} of the log is too short.`);
    while (row.length > 1) {
      row = Array.from({ length: row.length / 2 }, (_, one) => nodeHash(row[2 * one]!, row[2 * one + 1]!));
    }
    return row[0]!;
  };
};

/** Checks that nothing was changed, removed or put in between two checkpoints. Throws `Contradiction`. */
export const demandConsistent = async (earlier: Checkpoint, later: Checkpoint, read: ReadFile): Promise<void> => {
  if (earlier.origin !== later.origin) {
    throw new Contradiction(`These are two logs: ${earlier.origin} and ${later.origin}.`);
  }
  if (earlier.size > later.size) {
    throw new Contradiction(`The log had ${earlier.size} entries, and now it has ${later.size}: entries were dropped.`);
  }
  if (earlier.size === later.size && !earlier.root.equals(later.root)) {
    throw new Contradiction(`The log signed two different contents of ${later.size} entries: it was forked.`);
  }
  const proof = await consistencyProof(earlier.size, later.size, subtreeReader(read, later.size));
  if (!isConsistent([earlier.size, earlier.root], [later.size, later.root], proof)) {
    throw new Contradiction(
      `The log of ${later.size} entries does not begin with the ${earlier.size} that it had: some were changed or dropped.`,
    );
  }
};

const ENTRY = 33;

/** Reads all entries of the log, and checks that they are what the checkpoint signs. Throws `Contradiction`. */
export const demandEntries = async ({ size, root }: Checkpoint, read: ReadFile): Promise<Buffer[]> => {
  const entries: Buffer[] = [];
  for (let index = 0; index * WIDTH < size; index++) {
    const path = pathOf('entries', index, size);
    const bundle = await read(path);
    for (let at = 0; at < bundle.length; ) {
      const length = bundle.length - at < 2 ? 0 : bundle.readUInt16BE(at);
      const entry = bundle.subarray(at + 2, at + 2 + length);
      if (length !== ENTRY || entry.length !== ENTRY)
        throw new Contradiction(`The file ${path} of the log is damaged.`);
      entries.push(entry);
      at += 2 + length;
    }
  }
  if (entries.length !== size || !treeHash(entries.map(leafHash)).equals(root)) {
    throw new Contradiction(`The entries that the log shows are not the ${size} that it signed.`);
  }
  return entries;
};
