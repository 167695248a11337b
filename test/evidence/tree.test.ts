import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consistencyProof, isConsistent, leafHash as readersLeaf, treeHash } from '../../infra/watch/tree.ts';
import { entryOf, joinEntries, splitEntries } from '../../lib/evidence/entry.ts';
import { appended, auditPath, EMPTY, type Hash, leafHash, nodeHash, rootOf } from '../../lib/evidence/merkle.ts';
import { decodeBundle, encodeBundle, parseTilePath, perfectRoot, tilePath } from '../../lib/evidence/tiles.ts';
import { isIncluded } from './inclusion.ts';

/** RFC 6962 section 2.1, word for word: MTH and PATH over a list. */
const split = (n: number): number => {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
};
const MTH = (leaves: readonly Buffer[]): Buffer => {
  const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const [only] = leaves;
  if (!only) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), only);
  const k = split(leaves.length);
  return sha256(Buffer.of(1), MTH(leaves.slice(0, k)), MTH(leaves.slice(k)));
};
const PATH = (m: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...PATH(m, leaves.slice(0, k)), MTH(leaves.slice(k))]
    : [...PATH(m - k, leaves.slice(k)), MTH(leaves.slice(0, k))];
};

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => Buffer.from(`leaf ${at}`));
/** Hashes of perfect subtrees, as tiles give them. */
const subtreesOf = (leaves: readonly Buffer[]) => async (level: number, index: number) =>
  perfectRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level).map(leafHash));
const hexes = (hashes: readonly Hash[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'));
const size = fc.integer({ min: 1, max: 70 });

describe('the tree', () => {
  test('has the root of RFC 6962, in whatever parts leaves are appended', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 12 }), (parts) => {
        const leaves = leavesOf(parts.reduce((sum, part) => sum + part, 0));
        let tree = EMPTY;
        for (const part of parts) tree = appended(tree, leaves.slice(tree.size, tree.size + part).map(leafHash));
        expect(Buffer.from(rootOf(tree)).equals(MTH(leaves))).toBe(true);
        expect(treeHash(leaves.map(readersLeaf)).equals(MTH(leaves))).toBe(true);
      }),
    );
  });

  test('has the audit paths of RFC 6962, which the reader accepts for this leaf, place, size and root alone', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (count, which, bit) => {
        const leaves = leavesOf(count);
        const index = which % count;
        const path = (await auditPath(index, count, subtreesOf(leaves))).map((hash) => Buffer.from(hash));
        expect(hexes(path)).toEqual(hexes(PATH(index, leaves)));
        const root = MTH(leaves);
        const leaf = readersLeaf(leaves[index] as Buffer);
        expect(isIncluded(index, count, leaf, path, root)).toBe(true);
        expect(isIncluded(index, count, readersLeaf(randomBytes(8)), path, root)).toBe(false);
        expect(isIncluded(index, count, leaf, [...path, root], root)).toBe(false);
        expect(isIncluded(count, count, leaf, path, root)).toBe(false);
        const bent = path.map((hash) => Buffer.from(hash));
        const hash = bent[bit % Math.max(1, bent.length)];
        if (hash) {
          hash[bit % 32] = (hash[bit % 32] as number) ^ 1;
          expect(isIncluded(index, count, leaf, bent, root)).toBe(false);
        }
      }),
    );
  });

  test('is consistent with each earlier size, and with no tree in which a leaf is other, missing or moved', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (second, some, which) => {
        const first = 1 + (some % second);
        const leaves = leavesOf(second);
        const read = async (from: number, to: number) => treeHash(leaves.slice(from, to).map(readersLeaf));
        const proof = await consistencyProof(first, second, read);
        const old = leaves.slice(0, first);
        const holds = (earlier: readonly Buffer[]) => isConsistent([first, MTH(earlier)], [second, MTH(leaves)], proof);
        expect(holds(old)).toBe(true);
        const at = which % first;
        expect(holds(old.with(at, Buffer.from('another')))).toBe(false);
        expect(holds(old.toSpliced(at, 1))).toBe(false);
        if (first > 1) expect(holds(old.toReversed())).toBe(false);
      }),
    );
  });

  test('of two leaves is what anybody computes by hand', () => {
    const [a, b] = leavesOf(2) as [Buffer, Buffer];
    expect(Buffer.from(rootOf(appended(EMPTY, [leafHash(a), leafHash(b)]))).equals(MTH([a, b]))).toBe(true);
    expect(Buffer.from(nodeHash(leafHash(a), leafHash(b))).equals(MTH([a, b]))).toBe(true);
    expect(Buffer.from(rootOf(EMPTY)).toString('hex')).toBe(createHash('sha256').digest('hex'));
  });
});

describe('a tile', () => {
  test.each([
    [{ level: 0, index: 5, width: 256 }, 'tile/0/005'],
    [{ level: 0, index: 1234067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 3, index: 999, width: 1 }, 'tile/3/999.p/1'],
    [{ level: 1, index: 1000, width: 255 }, 'tile/1/x001/000.p/255'],
    [{ level: 'entries' as const, index: 0, width: 17 }, 'tile/entries/000.p/17'],
  ])('%j has the path of tlog-tiles', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path.slice('tile/'.length))).toEqual(tile);
  });

  test.each([
    '0/5',
    '0/x000/005',
    '0/0005',
    '64/000',
    '00/000',
    '-1/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/001/234',
    'entries/x001',
    '../secret',
    '0/000/',
    '',
  ])('has no other spelling: %s', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  test('of entries gives back what was put into it, and refuses any other bytes', () => {
    const entries = ['file', 'chain', 'tombstone'].map((kind, at) => entryOf(kind as 'file', String(at).repeat(64)));
    const bundle = encodeBundle(entries);
    expect(bundle.length).toBe(3 * 35);
    expect(decodeBundle(bundle)).toEqual(entries);
    expect(splitEntries(joinEntries(entries))).toEqual(entries);
    expect(() => decodeBundle(bundle.subarray(1))).toThrow('damaged');
    expect(() => decodeBundle(bundle.subarray(0, 70 + 3))).toThrow('damaged');
    expect(() => entryOf('file', 'somebody@example.com')).toThrow('SHA-256');
  });
});
