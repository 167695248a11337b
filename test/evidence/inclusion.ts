import { type Hash, nodeHash } from '../../infra/watch/tree.ts';

/**
 * True if the path leads from the leaf number `index` to the root of a tree of `size` leaves (RFC 9162 section
 * 2.1.3.2).
 */
export const isIncluded = (index: number, size: number, leaf: Hash, path: readonly Hash[], root: Hash): boolean => {
  if (index < 0 || index >= size) return false;
  let [node, last, hash] = [BigInt(index), BigInt(size - 1), leaf];
  for (const sibling of path) {
    if (last === 0n) return false;
    if (node & 1n || node === last) {
      hash = nodeHash(sibling, hash);
      while (!(node & 1n) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && hash.equals(root);
};
