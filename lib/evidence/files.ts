import { fileKeys } from '../aws/files/file-keys.ts';
import { FileMissingError, getFile, listFiles, OtherFileStoredError, putFileOnce } from '../aws/files/file-store.ts';
import { now } from '../base/clock.ts';
import { config } from '../base/config.ts';
import { type Hash, leafHash, type ReadSubtree } from './merkle.ts';
import {
  decodeBundle,
  decodeHashes,
  encodeBundle,
  encodeHashes,
  hashesAt,
  perfectRoot,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tileWith,
} from './tiles.ts';

/**
 * Files of the log in the bucket. None is ever changed: each has one content, which follows from the order of entries.
 */
const BYTES = 'application/octet-stream';

const put = (path: string, bytes: Uint8Array, mime: string): Promise<void> =>
  putFileOnce(fileKeys.log(path), bytes, mime, lockedUntil());

const lockedUntil = (): Date | undefined => {
  const years = config.logLockYears();
  if (years === undefined) return undefined;
  const end = new Date(now());
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
};

const read = (path: string): Promise<Uint8Array> => getFile(fileKeys.log(path));

/** Reads the entries (hex) of a bundle. */
export const readBundle = async (index: number, width: number): Promise<string[]> =>
  decodeBundle(await read(tilePath({ level: 'entries', index, width })));

/** The widths in which the bundle is stored, a whole one among them. One List. */
export const widthsOfBundle = async (index: number): Promise<number[]> => {
  const whole = fileKeys.log(tilePath({ level: 'entries', index, width: TILE_WIDTH }));
  const partial = `${whole}.p/`;
  return (await listFiles(whole)).flatMap((key) => {
    if (key === whole) return [TILE_WIDTH];
    return key.startsWith(partial) ? [Number(key.slice(partial.length))] : [];
  });
};

export const putBundle = (index: number, entries: readonly string[]): Promise<void> =>
  put(tilePath({ level: 'entries', index, width: entries.length }), encodeBundle(entries), BYTES);

export const putTile = (level: number, index: number, hashes: readonly Hash[]): Promise<void> =>
  put(tilePath({ level, index, width: hashes.length }), encodeHashes(hashes), BYTES);

/**
 * Reads a tile's hashes. Those of entries that fill no tile yet are computed from their bundle, which is written in any
 * case: a file less for each checkpoint.
 */
const readTile = async ({ level, index, width }: Tile & { level: number }): Promise<Hash[]> => {
  if (level > 0 || width === TILE_WIDTH) return decodeHashes(await read(tilePath({ level, index, width })));
  return hashesOf(await readBundle(index, width));
};

export const hashesOf = (entries: readonly string[]): Hash[] =>
  entries.map((entry) => leafHash(Buffer.from(entry, 'hex')));

/** A tile or a bundle as clients get it; undefined if there is none. */
export const readTileFile = async (tile: Tile): Promise<Uint8Array | undefined> => {
  try {
    if (tile.level === 'entries') return await read(tilePath(tile));
    return encodeHashes(await readTile({ ...tile, level: tile.level }));
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
};

/** A reader of the tree of `size` entries: each tile is read once. */
export const subtreesOf = (size: number): ReadSubtree => {
  const tiles = new Map<string, Promise<Hash[]>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / Math.log2(TILE_WIDTH));
    const count = 2 ** (level % Math.log2(TILE_WIDTH));
    const first = index * count;
    const tile = tileWith(tileLevel, first, size);
    const path = tilePath(tile);
    const hashes = tiles.get(path) ?? readTile({ ...tile, level: tileLevel });
    tiles.set(path, hashes);
    const at = first % TILE_WIDTH;
    return perfectRoot((await hashes).slice(at, at + count));
  };
};

/** Hashes of the last, partial tile of a level in a tree of `size` entries. */
export const partialTile = async (level: number, size: number): Promise<Hash[]> => {
  const count = hashesAt(level, size);
  return count % TILE_WIDTH === 0 ? [] : readTile({ ...tileWith(level, count - 1, size), level });
};

/** A checkpoint with its time-stamp (RFC 3161 token, base64). */
export interface Stamped {
  checkpoint: string;
  time_stamp: string;
}

const stampPath = (size: number): string => `stamped/${String(size).padStart(15, '0')}.json`;

/** Stores a checkpoint's time-stamp. The first one stays: an earlier run may have been killed after this. */
export const putStamped = async (size: number, stamped: Stamped): Promise<void> => {
  try {
    await put(stampPath(size), Buffer.from(JSON.stringify(stamped)), 'application/json');
  } catch (error) {
    if (!(error instanceof OtherFileStoredError)) throw error;
  }
};

export const readStamped = async (size: number): Promise<Stamped> =>
  JSON.parse(Buffer.from(await read(stampPath(size))).toString('utf8')) as Stamped;
