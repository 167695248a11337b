import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demandConsistent, demandEntries } from '../../infra/watch/log.ts';
import { readCheckpoint } from '../../infra/watch/note.ts';
import { consistencyProof, isConsistent, leafHash as readersLeaf, treeHash } from '../../infra/watch/tree.ts';
import { appended, auditPath, EMPTY, leafHash, rootOf } from '../../lib/evidence/merkle.ts';
import { checkpointText, signedNote, verifierKey } from '../../lib/evidence/note.ts';
import { encodeBundle, encodeHashes, perfectRoot, tilePath } from '../../lib/evidence/tiles.ts';
import { isIncluded } from './inclusion.ts';

/** Test vectors of the log, for whoever writes a verifier from docs/evidence.md. */
const vectors = JSON.parse(readFileSync('docs/evidence/log.json', 'utf8'));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');

test('the vectors of the log are what the platform writes', async () => {
  const { origin, private_key_seed, entries, first_size, inclusion, consistency } = vectors;
  const pkcs8 = Buffer.concat([bytes('302e020100300506032b657004220420'), bytes(private_key_seed)]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  const publicKey = Buffer.from(x, 'base64url');
  const leaves = entries.map((entry: string) => leafHash(bytes(entry))) as Uint8Array[];
  const noteOf = (size: number) => {
    const text = checkpointText(origin, size, rootOf(appended(EMPTY, leaves.slice(0, size))));
    return signedNote(text, origin, publicKey, sign(null, Buffer.from(text), key));
  };
  const size = entries.length;
  const path = await auditPath(inclusion.index, size, async (level, index) =>
    perfectRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  );
  const proof = await consistencyProof(first_size, size, async (from, to) =>
    treeHash(leaves.slice(from, to).map((leaf) => Buffer.from(leaf))),
  );
  expect(vectors).toEqual({
    about: vectors.about,
    origin,
    private_key_seed,
    verifier_key: verifierKey(origin, publicKey),
    entries,
    leaf_hashes: leaves.map(hex),
    files: {
      [tilePath({ level: 'entries', index: 0, width: size })]: hex(encodeBundle(entries)),
      [tilePath({ level: 0, index: 0, width: size })]: hex(encodeHashes(leaves)),
    },
    first_size,
    first_checkpoint: noteOf(first_size),
    checkpoint: noteOf(size),
    inclusion: { index: inclusion.index, path: path.map(hex) },
    consistency: proof.map(hex),
  });
  expect(consistency.length).toBeGreaterThan(0);
});

test('and hold for a reader who shares no code with it, where any change is found', async () => {
  const { verifier_key, entries, files, first_checkpoint, checkpoint, inclusion, consistency } = vectors;
  const first = readCheckpoint(first_checkpoint, verifier_key);
  const second = readCheckpoint(checkpoint, verifier_key);
  const read = async (path: string) => bytes(files[path]);
  await demandConsistent(first, second, read);
  expect((await demandEntries(second, read)).map(hex)).toEqual(entries);
  const proof = consistency.map(bytes);
  expect(isConsistent([first.size, first.root], [second.size, second.root], proof)).toBe(true);
  const path = inclusion.path.map(bytes);
  const leaf = readersLeaf(bytes(entries[inclusion.index]));
  expect(isIncluded(inclusion.index, second.size, leaf, path, second.root)).toBe(true);
  expect(isIncluded(inclusion.index + 1, second.size, leaf, path, second.root)).toBe(false);
  expect(() =>
    readCheckpoint(checkpoint.replace(`\n${second.size}\n`, `\n${second.size + 1}\n`), verifier_key),
  ).toThrow('not signed');
});
