import { ENTRY_SIZE, joinEntries, splitEntries } from './entry.ts';
import { type Hash, nodeHash } from './merkle.ts';

/**
 * Tiles of the log (https://c2sp.org/tlog-tiles): 256 hashes each, of the leaves at level 0, and of whole tiles of the
 * level below at each other one. Bundles hold the entries themselves. The last of a level may be partial.
 */
export const TILE_WIDTH = 256;

/** One tile, or a bundle of entries. `width` is the number of hashes or entries in it. */
export interface Tile {
  level: number | 'entries';
  index: number;
  width: number;
}

/** The path of a tile: `tile/0/x001/x234/067`, and `.p/12` behind it where it has 12 hashes only. */
export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${segments(index).join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;

const segments = (index: number): string[] => {
  const last = String(index % 1000).padStart(3, '0');
  const before = Math.floor(index / 1000);
  return [...(before > 0 ? segments(before).map((one) => (one.startsWith('x') ? one : `x${one}`)) : []), last];
};

const PATH = /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads what follows `tile/` in a path; undefined unless it is exactly as `tilePath` spells it. */
export const parseTilePath = (path: string): Tile | undefined => {
  const [, level = '', index = '', width] = PATH.exec(path) ?? [];
  if (level === '') return undefined;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tilePath(tile) === `tile/${path}` ? tile : undefined;
};

/** Number of hashes at a tile level in a tree of `size` leaves. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);

/** The tile with the hash number `hash` of a level, as it is in a tree of `size` leaves. */
export const tileWith = (level: number, hash: number, size: number): Tile => {
  const index = Math.floor(hash / TILE_WIDTH);
  return { level, index, width: Math.min(TILE_WIDTH, hashesAt(level, size) - index * TILE_WIDTH) };
};

/** A bundle of entries (hex): each with its length, two bytes, before it. */
export const encodeBundle = (entries: readonly string[]): Uint8Array => {
  const length = Buffer.from([0, ENTRY_SIZE]).toString('hex');
  return joinEntries(entries.map((entry) => length + entry));
};

/** The entries (hex) of a bundle. Throws unless it is one of ours. */
export const decodeBundle = (bundle: Uint8Array): string[] => {
  const hex = Buffer.from(bundle).toString('hex');
  const parts = hex.match(new RegExp(`.{1,${2 * (ENTRY_SIZE + 2)}}`, 'g')) ?? [];
  const prefix = Buffer.from([0, ENTRY_SIZE]).toString('hex');
  if (!parts.every((part) => part.length === 2 * (ENTRY_SIZE + 2) && part.startsWith(prefix))) {
    throw new Error('A bundle of the log is damaged');
  }
  return splitEntries(Buffer.from(parts.map((part) => part.slice(prefix.length)).join(''), 'hex'));
};

export const encodeHashes = (hashes: readonly Hash[]): Uint8Array => Buffer.concat(hashes);

export const decodeHashes = (tile: Uint8Array): Hash[] => {
  if (tile.length % 32 !== 0) throw new Error('A tile of the log is damaged');
  return Array.from({ length: tile.length / 32 }, (_, at) => tile.subarray(32 * at, 32 * (at + 1)));
};

/** The root of a perfect tree over these hashes, whose number is a power of two. */
export const perfectRoot = (hashes: readonly Hash[]): Hash => {
  let row = hashes;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, at) => nodeHash(row[2 * at] as Hash, row[2 * at + 1] as Hash));
  }
  return row[0] as Hash;
};
