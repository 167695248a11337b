import { createHash } from 'node:crypto';

/** The Merkle tree of RFC 6962 section 2.1, over leaves that are only ever appended. Hashes are of 32 bytes. */
export type Hash = Uint8Array;

const hashed = (...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Hash => hashed(LEAF, entry);
export const nodeHash = (left: Hash, right: Hash): Hash => hashed(NODE, left, right);

/**
 * The roots of the perfect subtrees that a tree of `size` leaves consists of, the largest first: one for each bit of
 * `size`. It is all that appending and the tree's root need.
 */
export interface Frontier {
  size: number;
  roots: readonly Hash[];
}

export const EMPTY: Frontier = { size: 0, roots: [] };

/** Appends leaves by their hashes. */
export const appended = (tree: Frontier, leaves: readonly Hash[]): Frontier => {
  const roots = [...tree.roots];
  let { size } = tree;
  for (const leaf of leaves) {
    let root = leaf;
    for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) root = nodeHash(roots.pop() as Hash, root);
    roots.push(root);
    size += 1;
  }
  return { size, roots };
};

/** The Merkle tree hash. */
export const rootOf = ({ roots }: Frontier): Hash => {
  const [smallest, ...larger] = [...roots].reverse();
  if (!smallest) return hashed();
  return larger.reduce((right, left) => nodeHash(left, right), smallest);
};

/** Reads the hash of a perfect subtree: number `index` of those with 2^`level` leaves. */
export type ReadSubtree = (level: number, index: number) => Promise<Hash>;

/**
 * The audit path of RFC 6962 section 2.1.1 from a leaf to the root of the tree of `size` leaves, the leaf's sibling
 * first.
 */
export const auditPath = async (index: number, size: number, read: ReadSubtree): Promise<Hash[]> => {
  if (index < 0 || index >= size) throw new Error(`A tree of ${size} leaves has no leaf ${index}`);
  const path: Promise<Hash>[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    if (index < middle) {
      path.push(subtree(middle, to, read));
      to = middle;
    } else {
      path.push(subtree(from, middle, read));
      from = middle;
    }
  }
  return Promise.all(path.reverse());
};

/**
 * The hash of the leaves `from` to before `to`, where `from` is a multiple of the power of two that is not below their
 * number.
 */
const subtree = async (from: number, to: number, read: ReadSubtree): Promise<Hash> => {
  const count = to - from;
  const level = Math.log2(count);
  if (Number.isInteger(level)) return read(level, from / count);
  const middle = from + largestPowerBelow(count);
  const [left, right] = await Promise.all([subtree(from, middle, read), subtree(middle, to, read)]);
  return nodeHash(left, right);
};

/** The largest power of two below `count`, which is above 1. */
const largestPowerBelow = (count: number): number => {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
};
