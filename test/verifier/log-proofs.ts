import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** A log of these entries, each `[kind, SHA-256 in hex]`, made of nothing but what RFC 6962 and C2SP say. */
export const makeLog = (origin: string, entries: readonly (readonly [number, string])[]) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const leaves = entries.map(([kind, hash]) => sha256(Buffer.from([0, kind]), Buffer.from(hash, 'hex')));
  const split = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));
  const root = (nodes: readonly Buffer[]): Buffer => {
    if (nodes.length === 1) return nodes[0] as Buffer;
    const at = split(nodes.length);
    return sha256(Buffer.from([1]), root(nodes.slice(0, at)), root(nodes.slice(at)));
  };
  const path = (index: number, nodes: readonly Buffer[]): Buffer[] => {
    if (nodes.length === 1) return [];
    const at = split(nodes.length);
    return index < at
      ? [...path(index, nodes.slice(0, at)), root(nodes.slice(at))]
      : [...path(index - at, nodes.slice(at)), root(nodes.slice(0, at))];
  };
  const raw = Buffer.concat([Buffer.from([1]), publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)]);
  const id = sha256(Buffer.from(`${origin}\n`), raw).subarray(0, 4);
  const note = (key: KeyObject = privateKey): string => {
    const text = `${origin}\n${leaves.length}\n${root(leaves).toString('base64')}\n`;
    const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]);
    return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
  };
  return {
    key: `${origin}+${id.toString('hex')}+${raw.toString('base64')}`,
    note,
    proof: (index: number, more: object = {}) => ({
      index,
      size: leaves.length,
      leaf_hash: leaves[index]?.toString('hex'),
      path: path(index, leaves).map((one) => one.toString('hex')),
      checkpoint: note(),
      time_stamp: null,
      ...more,
    }),
  };
};
