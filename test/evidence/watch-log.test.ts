import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appended, EMPTY, leafHash, rootOf } from '../../lib/evidence/merkle.ts';
import { checkpointText, signedNote, verifierKey } from '../../lib/evidence/note.ts';
import { encodeBundle, encodeHashes, tilePath } from '../../lib/evidence/tiles.ts';

/** A platform that may lie: it shows whatever entries it likes, all signed by the log's own key. */
const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
const origin = 'sign.example.com/v2/log';
let shown: string[] = [];
let signer = privateKey;

const noteOf = (entries: readonly string[]): string => {
  const tree = appended(
    EMPTY,
    entries.map((entry) => leafHash(Buffer.from(entry, 'hex'))),
  );
  const text = checkpointText(origin, tree.size, rootOf(tree));
  return signedNote(text, origin, publicKey, sign(null, Buffer.from(text), signer));
};

const server = createServer((request, response) => {
  const path = (request.url ?? '').replace('/v2/log/', '');
  const width = shown.length;
  const files: Record<string, string | Uint8Array> = {
    '/.well-known/countersign.json': JSON.stringify({
      log: { origin, public_key: verifierKey(origin, publicKey) },
    }),
    checkpoint: noteOf(shown),
    [tilePath({ level: 0, index: 0, width })]: encodeHashes(shown.map((one) => leafHash(Buffer.from(one, 'hex')))),
    [tilePath({ level: 'entries', index: 0, width })]: encodeBundle(shown),
  };
  const file = files[path];
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
let url = '';
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-watch-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const watch = (keep: string, ...more: string[]): Promise<{ code: number; says: string }> =>
  new Promise((resolve) => {
    const args = ['infra/watch-log.ts', url, '--keep', join(folder, keep), ...more];
    execFile('node_modules/.bin/node', args, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
    );
  });

const entry = (name: number): string => `01${String(name).padStart(64, '0')}`;
const honest = Array.from({ length: 20 }, (_, at) => entry(at));

describe('npm run log:watch', () => {
  test('accepts a log that has grown, and finds in it whatever was changed, dropped or forked since', async () => {
    shown = honest.slice(0, 11);
    expect(await watch('kept')).toMatchObject({ code: 0, says: expect.stringContaining('11 entries') });
    shown = honest;
    expect(await watch('kept', '--entries')).toMatchObject({
      code: 0,
      says: expect.stringContaining('Nothing was changed'),
    });
    const lies: [string[], string][] = [
      [honest.with(3, entry(99)), 'it was forked'],
      [honest.toSpliced(3, 1), 'entries were dropped'],
      [[...honest.toSpliced(3, 1), entry(98), entry(97)], 'some were changed or dropped'],
      [[...honest.with(19, entry(99)), entry(96)], 'some were changed or dropped'],
    ];
    for (const [lie, words] of lies) {
      shown = lie;
      expect(await watch('kept')).toMatchObject({ code: 1, says: expect.stringContaining(words) });
    }
    // Two who got different checkpoints of one log compare them.
    shown = honest;
    const other = join(folder, 'other');
    writeFileSync(other, noteOf(honest.with(0, entry(99))));
    expect(await watch('mine', '--with', other)).toMatchObject({ code: 1, says: expect.stringContaining('forked') });
  });

  test('says what it could not check, apart from what it found', async () => {
    shown = honest;
    signer = createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await watch('none')).toMatchObject({ code: 1, says: expect.stringContaining('not signed by') });
    signer = privateKey;
    const gone = url;
    url = 'http://127.0.0.1:9';
    expect(await watch('none')).toMatchObject({ code: 2, says: expect.stringContaining('Not checked') });
    url = gone;
  });
});
