import { createHash } from 'node:crypto';

/**
 * Checks of the log's Merkle tree (RFC 6962), written from the standard and apart from the code that writes the log: a
 * mistake there can't hide itself here.
 */
export type Hash = Buffer;

const sha256 = (...parts: readonly Uint8Array[]): Hash => createHash('sha256').update(Buffer.concat(parts)).digest();

export const leafHash = (entry: Uint8Array): Hash => sha256(Buffer.from([0x00]), entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Hash => sha256(Buffer.from([0x01]), left, right);

/** The Merkle tree hash of these leaves (RFC 6962 section 2.1). */
export const treeHash = (leaves: readonly Hash[]): Hash => {
  if (leaves.length === 0) return sha256();
  let row = leaves;
  while (row.length > 1) {
    const next: Hash[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Hash, row[at + 1]];
      // A last one without a neighbour stays as it is.
      next.push(right ? nodeHash(left, right) : left);
    }
    row = next;
  }
  return row[0] as Hash;
};

/**
 * True if the proof shows that the tree of `second` leaves begins with all leaves of the tree of `first`, in their
 * order (RFC 9162 section 2.1.4.2).
 */
export const isConsistent = (
  [first, firstRoot]: readonly [number, Hash],
  [second, secondRoot]: readonly [number, Hash],
  proof: readonly Hash[],
): boolean => {
  if (first > second) return false;
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  if (first === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : [...proof];
  const [start, ...rest] = path;
  if (!start) return false;
  let [node, last] = [BigInt(first - 1), BigInt(second - 1)];
  while (node & 1n) [node, last] = [node >> 1n, last >> 1n];
  let [old, young] = [start, start];
  for (const hash of rest) {
    if (last === 0n) return false;
    if (node & 1n || node === last) {
      old = nodeHash(hash, old);
      young = nodeHash(hash, young);
      while (!(node & 1n) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else young = nodeHash(young, hash);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && old.equals(firstRoot) && young.equals(secondRoot);
};

/** Reads the hash of the leaves `from` to before `to`, which are a perfect subtree. */
export type ReadPerfect = (from: number, to: number) => Promise<Hash>;

/** The consistency proof between two sizes (RFC 6962 section 2.1.2), from hashes that the log offers. */
export const consistencyProof = (first: number, second: number, read: ReadPerfect): Promise<Hash[]> => {
  if (first === 0 || first === second) return Promise.resolve([]);
  return subProof(first, 0, second, true, read);
};

const subProof = async (
  first: number,
  from: number,
  to: number,
  isWhole: boolean,
  read: ReadPerfect,
): Promise<Hash[]> => {
  const size = to - from;
  if (first === size) return isWhole ? [] : [await subtreeHash(from, to, read)];
  const left = split(size);
  if (first <= left) {
    return [...(await subProof(first, from, from + left, isWhole, read)), await subtreeHash(from + left, to, read)];
  }
  const inner = await subProof(first - left, from + left, to, false, read);
  return [...inner, await subtreeHash(from, from + left, read)];
};

/** The hash of the leaves `from` to before `to`, of which the last subtree need not be perfect. */
const subtreeHash = async (from: number, to: number, read: ReadPerfect): Promise<Hash> => {
  const size = to - from;
  if (Number.isInteger(Math.log2(size))) return read(from, to);
  const left = split(size);
  return nodeHash(await subtreeHash(from, from + left, read), await subtreeHash(from + left, to, read));
};

/** The largest power of two below `size`. */
const split = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);
