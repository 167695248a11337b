import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SCRIPTS, type PageScript, partUrls, placeUrls, readWords, scriptUrl } from '../../lib/pages/assets.ts';
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
  const earlier = await api.anyone.getPageAsset({ path: { file: 'signing-words-ar-0a1b2c3d.json' } });
  expect([earlier.status, earlier.headers.get('location')]).toEqual([302, Object(files).ar]);
});

/** A script and all that it imports before it runs. */
const beforeRunning = async (url: string, found = new Map<string, Buffer>()): Promise<Map<string, Buffer>> => {
  if (found.has(url)) return found;
  const { bytes } = await get(url, 'identity');
  found.set(url, bytes);
  const { program } = parseSync(url, bytes.toString());
  for (const { type, source } of program.body.filter((one) => 'source' in one)) {
    if (source) await beforeRunning(new URL(source.value, url).href, found);
    else expect(type).toBe('ExportNamedDeclaration');
  }
  return found;
};

/** Bytes of scripts that draw their page, as Brotli, with what they import before they run. */
const LARGEST: Partial<Record<PageScript, number>> = {
  // With the way to a provider of one's organization, to the forms of rules, and a reviewer's comment. Its files name
  // each other by hashes, so that any change makes it some bytes larger or smaller.
  account: 24_850,
  docs: 4000,
  draw: 13_400,
  // With what loads the part that asks for a passkey, the comment of a reviewer who sent it back, and what gives the
  // focus back to a button after its act.
  signing: 28_940,
  start: 13_400,
  // One file, as the one to keep is: with the checks of exported logs of administration and of passkeys, and with the
  // rules between fields, the ways of recipients, and what a signed file's own form lets others fill in.
  verify: 40_600,
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
    expect(bytes.toString()).toMatch(/addEventListener|location\.replace/);
  });

  test('is compressed if the browser accepts Brotli, with the same content', async () => {
    const plain = await get(scriptUrl(script), 'gzip, br;q=0');
    const { headers, bytes } = await get(scriptUrl(script), 'gzip, deflate, br, zstd');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
  });

  test('is small, with all that it imports before it runs', async () => {
    const files = [...(await beforeRunning(scriptUrl(script))).values()];
    const bytes = (compress: (file: Buffer) => Buffer) => files.reduce((sum, file) => sum + compress(file).length, 0);
    expect(bytes(brotliCompressSync)).toBeLessThan(LARGEST[script] ?? 2000);
    expect(bytes(gzipSync)).toBeLessThan(script === 'verify' ? 45_400 : 32_000);
  });

  test('loads later only what is an asset, named by its content and compressed, and none of it twice', async () => {
    const first = await beforeRunning(scriptUrl(script));
    const later = [...partUrls(script), ...Object.values(placeUrls(script)).flat()];
    for (const url of later) {
      const { status, headers, bytes } = await get(url, 'br');
      expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([
        200,
        'br',
        'public, max-age=31536000, immutable',
      ]);
      expect(brotliDecompressSync(bytes).equals((await get(url, 'identity')).bytes)).toBe(true);
      for (const needed of (await beforeRunning(url)).keys()) expect([...first.keys(), ...later]).toContain(needed);
    }
  });

  test('leads on from its name from before an upgrade to its own one, and that is not kept', async () => {
    const { status, headers, bytes } = await api.anyone.getPageAsset({ path: { file: `${script}-0A1B2C3D.js` } });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-store',
    ]);
    // Not a redirect: its parts import it by its own name, and a browser would run it twice.
    expect(Buffer.from(bytes).toString()).toBe(`import ${JSON.stringify(scriptUrl(script))};\n`);
  });
});

test('preparing an envelope takes at most 35 kB of gzip on top of the list', async () => {
  const parts = await Promise.all(partUrls('account').map((url) => get(url, 'identity')));
  expect(parts.reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0)).toBeLessThan(35_000);
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

test.each(['other-0a1b2c3d.js', 'constructor-0a1b2c3d.js', 'part-other-ways-0a1b2c3d.js'])(
  '%s is unknown',
  async (file) => {
    const { status, headers } = await api.anyone.getPageAsset({ path: { file } });
    expect([status, headers.get('x-error-code')]).toEqual([404, 'not_found']);
  },
);

test.each([
  'names.json',
  'sign-in.js',
  '../names.json',
  '..%2Fnames.json',
  'account-0a1b2c3d.js.br',
  'account-0a1b2c3_.js',
])('%s is no valid name of an asset', async (file) => {
  const { status, body } = await api.anyone.getPageAsset({ path: { file } });
  expect(status).toBe(406);
  expect(body.error).toContain('file');
});
