import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SCRIPTS, type PageScript, readWords, scriptUrl } from '../../lib/pages/assets.ts';
import { type Api, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Raw bytes, as the browser that accepts `encoding` receives them. */
const get = async (url: string, encoding: string) => {
  const { get: request } = await import('node:http');
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }>(
    (resolve, reject) => {
      request(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
        );
      }).on('error', reject);
    },
  );
};

test('texts of a page are JSON in their language, and may be cached for ever', async () => {
  const { words, files } = readWords('signing', 'de') ?? { words: '', files: {} };
  const { status, headers, bytes } = await get(Object(files).de, 'identity');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/json',
    'public, max-age=31536000, immutable',
  ]);
  expect(bytes.toString()).toBe(words);
  expect(JSON.parse(words)).toMatchObject({ language: 'de', direction: 'ltr' });
  const earlier = await api.anyone.getPageAsset({ path: { file: 'signing-words-ar-0A1B2C3D.json' } });
  expect([earlier.status, earlier.headers.get('location')]).toEqual([302, Object(files).ar]);
});

/** Bytes of scripts that draw their page. */
const LARGEST: Partial<Record<PageScript, number>> = {
  account: 18_000,
  docs: 4000,
  draw: 13_000,
  signing: 30_000,
  verify: 27_000,
};

describe.each(PAGE_SCRIPTS)('the script %s', (script) => {
  test('is JavaScript that may be cached for ever, by pages of any origin', async () => {
    const { status, headers, bytes } = await get(scriptUrl(script), 'identity');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.toString()).toContain('addEventListener');
  });

  test('is compressed if the browser accepts Brotli, with the same content', async () => {
    const plain = await get(scriptUrl(script), 'gzip, br;q=0');
    const { headers, bytes } = await get(scriptUrl(script), 'gzip, deflate, br, zstd');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(LARGEST[script] ?? 2000);
    expect(gzipSync(plain.bytes).length).toBeLessThan(30_000);
  });

  test('is found under its name from before an upgrade, and then not cached', async () => {
    const { status, headers } = await api.anyone.getPageAsset({ path: { file: `${script}-0A1B2C3D.js` } });
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      302,
      scriptUrl(script),
      'no-store',
    ]);
  });
});

test.each([
  ['br', 'br'],
  ['gzip;q=0.5,br;q=0.3', 'br'],
  ['gzip, BR', 'br'],
  ['br;q=0', undefined],
  ['br; q=0.000, gzip', undefined],
  ['brotli, gzip', undefined],
  ['', undefined],
])('to a browser that accepts %j it is sent as %s', async (accepted, sent) => {
  expect((await get(scriptUrl('account'), accepted)).headers['content-encoding']).toBe(sent);
});

test.each(['other-0A1B2C3D.js', 'constructor-0A1B2C3D.js'])('%s is unknown', async (file) => {
  const { status, headers } = await api.anyone.getPageAsset({ path: { file } });
  expect([status, headers.get('x-error-code')]).toEqual([404, 'not_found']);
});

test.each([
  'names.json',
  'sign-in.js',
  '../names.json',
  '..%2Fnames.json',
  'account-0A1B2C3D.js.br',
  'account-0a1b2c3d.js',
])('%s is no valid name of an asset', async (file) => {
  const { status, body } = await api.anyone.getPageAsset({ path: { file } });
  expect(status).toBe(406);
  expect(body.error).toContain('file');
});
