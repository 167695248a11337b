import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { type Bundle, bundleFunctions, bundlesIn } from '../../infra/bundle.ts';
import { kebabCase } from '../../infra/names.ts';
import { WORKERS } from '../../infra/workers.ts';
import { storesWithoutSecrets } from '../../lib/http/contract.ts';
import { HAND_FONTS, SHAPED_FONTS } from '../../lib/pdf/fonts/font-files.ts';
import { REGISTRIES } from '../../lib/people/sessions/country.ts';
import { textOfFirstPage } from '../pdf/tools.ts';

const NAMES = [
  'get-docs',
  'create-template',
  'create-passkey',
  'sign-in-with-passkey',
  'take-saml-answer',
  'seal-envelope',
  'prepare-keys',
];
const OPERATIONS = operations.map(({ contract }) => kebabCase(contract.id));

/**
 * Bytes that an API function's code may have: reading it is part of every cold start. The rules between fields, which
 * filling and sending evaluate, and the limits of texts take 30 kB of it. The submit, which checks passkeys'
 * signatures too, is a named exception. The largest of the others sends a draft: it has the rules on all that keeps one
 * from being sent.
 */
const LARGEST = 810_000;
/**
 * Half of them have less than this. The parser that finds faults of JSON bodies (`jsonc-parser`) takes 9 kB of it, the
 * log of administration, into which every act goes, 7 kB; the rule on sign-ins at an organization's own provider, which
 * every call of a member checks, 2 kB.
 */
const MEDIAN = 390_000;
/**
 * Those that read or make PDFs carry the library for it. What takes documents in is in the file of a thread. A preview
 * of messages carries their texts in all languages, as the workers do. The submit checks passkeys’ signatures.
 */
const LARGER = [
  'continue-certificate-signature',
  'create-envelope',
  'get-envelope-document',
  'get-envelope-document-page',
  'get-envelope-document-pages',
  'get-envelope-document-text',
  'get-review-page',
  'preview-notification-template',
  'submit-recipient',
];

let folder: string;
/** The folder of all bundles. */
let made: string;
let bundles: Map<string, Bundle>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-bundles-'));
  // `npm run check` has bundled all functions before, for the stack.
  made = process.env.BUNDLES ? resolve(process.env.BUNDLES) : join(folder, 'functions');
  bundles = process.env.BUNDLES
    ? await bundlesIn(made)
    : await bundleFunctions([...new Set([...OPERATIONS, ...WORKERS, ...NAMES])], made);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const directoryOf = (name: string): string => bundles.get(name)?.directory ?? '';

test.each(NAMES)('%s is complete: it loads without packages and without environment', async (name) => {
  const script = `const { handler } = await import(${JSON.stringify(join(directoryOf(name), 'index.mjs'))});
    console.log(typeof handler);`;
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {},
    cwd: folder,
  });
  expect(run).toEqual({ stdout: 'function\n', stderr: '' });
});

test('files that the code reads are in the bundles that read them, and in no others', () => {
  for (const name of ['create-template', 'create-envelope']) {
    expect(existsSync(join(directoryOf(name), 'intake-worker.mjs'))).toBe(true);
  }
  expect(existsSync(join(directoryOf('verify-document'), 'validation-worker.mjs'))).toBe(true);
  expect(existsSync(join(directoryOf('verify-document'), 'pdfium.wasm'))).toBe(false);
  for (const name of ['create-template', 'get-envelope-document-pages', 'get-template-document-page']) {
    expect(existsSync(join(directoryOf(name), 'pdfium.wasm'))).toBe(true);
    expect(existsSync(join(directoryOf(name), 'pdfium-worker.mjs'))).toBe(true);
  }
  expect(existsSync(join(directoryOf('seal-envelope'), 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))).toBe(true);
  for (const file of ['pdfium.wasm', 'pdfium-worker.mjs', 'intake-worker.mjs']) {
    expect(existsSync(join(directoryOf('get-docs'), file))).toBe(false);
  }
});

test('fonts of all scripts are in the bundles of functions that draw people’s texts or take in documents, and in no others', () => {
  const has = (name: string, file: string): boolean => existsSync(join(directoryOf(name), file));
  const all = [...OPERATIONS, ...WORKERS];
  const files = [...Object.values(SHAPED_FONTS).map((file) => `node_modules/${file}`), 'harfbuzz.wasm'];
  for (const file of files) {
    expect(all.filter((name) => has(name, file)).toSorted()).toEqual([
      'continue-certificate-signature',
      'create-envelope',
      'create-template',
      'create-template-document',
      'create-template-from-sharepoint',
      'draw-typed-signature',
      'get-envelope-document-page',
      'get-envelope-document-pages',
      'get-envelope-document-text',
      'get-review-page',
      'replace-template-document-file',
      'seal-envelope',
    ]);
  }
});

test('the handwriting fonts are in the bundle of the function that draws typed names, and in no other', () => {
  for (const file of Object.values(HAND_FONTS)) {
    const holders = [...OPERATIONS, ...WORKERS].filter((name) =>
      existsSync(join(directoryOf(name), `node_modules/${file}`)),
    );
    expect(holders).toEqual(['draw-typed-signature']);
  }
});

test('the registries of networks are in the bundles of the functions that say where sessions are, and in no other', () => {
  const holders = [...OPERATIONS, ...WORKERS].filter((name) =>
    existsSync(join(directoryOf(name), `node_modules/${REGISTRIES}`)),
  );
  expect(holders.toSorted()).toEqual(['get-organization-member-sessions', 'get-sessions']);
});

test('no API function is larger than 810 kB, except those that work on PDFs or compose messages, and half are smaller than 390 kB', () => {
  const bytesOf = (name: string) => bundles.get(name)?.bytes ?? Infinity;
  const larger = OPERATIONS.filter((name) => bytesOf(name) > LARGEST);
  expect(larger.toSorted()).toEqual(LARGER);
  const others = OPERATIONS.filter((name) => !LARGER.includes(name)).map(bytesOf);
  expect(others.toSorted((a, b) => a - b)[others.length >> 1]).toBeLessThan(MEDIAN);
});

test('the client of event buses is in the bundles of the workers that call webhooks, and in no others', () => {
  const carrying = [...OPERATIONS, ...WORKERS].filter((name) =>
    bundles.get(name)?.modules.some((module) => module.includes('@aws-sdk/client-eventbridge/')),
  );
  expect(carrying.toSorted()).toEqual(['deliver-webhook', 'run-turns']);
  for (const name of carrying) expect(bundles.get(name)?.bytes, name).toBeLessThan(LARGEST);
});

test('what reads XML is in the bundles of the functions that take answers of SAML providers and read trusted lists, and in no others', () => {
  const carrying = [...OPERATIONS, ...WORKERS].filter((name) =>
    bundles.get(name)?.modules.some((module) => /\/(@xmldom|@node-saml|xml-crypto|xml2js|xpath|sax)\//.test(module)),
  );
  expect(carrying.toSorted()).toEqual(['continue-certificate-signature', 'take-saml-answer']);
});

test('what calls a module of an HSM is in no bundle', () => {
  const carrying = [...bundles].filter(([, { modules }]) => modules.some((module) => /koffi|local\/hsm/.test(module)));
  expect(carrying.map(([name]) => name)).toEqual([]);
});

test('a bundled contract has no text of the reference, and the schema of answers only to leave secrets out of stored ones', async () => {
  const stores = operations.filter(({ contract }) => storesWithoutSecrets(contract));
  const others = operations.filter(({ contract }) =>
    ['getEnvelope', 'createApiKey', 'updateBrand'].includes(contract.id),
  );
  const names = [...stores, ...others].map(({ contract }) => kebabCase(contract.id));
  const files = names.map((name) => join(directoryOf(name), 'index.mjs'));
  const script = `const parts = [];
    for (const file of ${JSON.stringify(files)}) parts.push(Object.keys((await import(file)).handler.contract));
    console.log(JSON.stringify(parts));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: {} });
  const parts: string[][] = JSON.parse(stdout);
  expect(names.filter((_, at) => parts[at]?.includes('returns'))).toEqual(names.slice(0, stores.length));
  expect(parts.flat()).toContain('route');
  for (const part of ['summary', 'description', 'tag', 'errors', 'access', 'examples']) {
    expect(parts.flat()).not.toContain(part);
  }
  expect(stores.map(({ contract }) => contract.id)).toEqual(expect.arrayContaining(['createEnvelope', 'setWebhooks']));
});

test('no function’s code has the answers that the description shows as examples', () => {
  const recorded = [...bundles].filter(([, { modules }]) =>
    modules.some(
      (module) => /(?:^|\/)(?:docs\/examples|infra\/docs)\//.test(module) || module.endsWith('openapi.json'),
    ),
  );
  expect(recorded.map(([name]) => name)).toEqual([]);
});

/** An ES import of node:http loads undici; the SDK's credential chain would start processes. */
const PRINT_NEEDLESS =
  'console.log(process.moduleLoadList.filter((name) => /undici\\/undici|child_process|http2|worker_threads/.test(name)).join());';

test('a function imports only the Node modules that it uses', async () => {
  const script = `await import(${JSON.stringify(join(directoryOf('get-brand'), 'index.mjs'))}); ${PRINT_NEEDLESS}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: {} });
  expect(stdout).toBe('\n');
});

test('a bundled function signs its calls with the credentials that Lambda puts in its environment, and loads nothing needless for them', async () => {
  // Not at 127.0.0.1: there it would be an engine of the local platform, whose calls have no real signature.
  const asked: { authorization?: string; token?: string; target?: string }[] = [];
  const table = createServer(({ headers }, response) => {
    asked.push({
      authorization: headers.authorization,
      token: String(headers['x-amz-security-token']),
      target: String(headers['x-amz-target']),
    });
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
  }).listen(0, '127.0.0.2');
  await once(table, 'listening');
  const event = {
    httpMethod: 'POST',
    path: '/v2/oauth2/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: randomUUID(), client_secret: 'wrong' }),
    requestContext: { requestId: 'a', identity: {} },
  };
  const script = `const { handler } = await import(${JSON.stringify(join(directoryOf('authenticate'), 'index.mjs'))});
    console.log((await handler(${JSON.stringify(event)}, {})).statusCode); ${PRINT_NEEDLESS} process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIDLAMBDA',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'session',
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.2:${(table.address() as AddressInfo).port}`,
      TABLE_NAME: 'table',
      BASE_URL: 'https://sign.example.com',
    },
  });
  table.close();
  expect(stdout).toBe('401\n\n');
  expect(asked.length).toBeGreaterThan(0);
  for (const { authorization, token, target } of asked) {
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDLAMBDA\/\d{8}\/eu-central-1\/dynamodb\/aws4_request/,
    );
    expect(token).toBe('session');
    expect(target).toMatch(/^DynamoDB_20120810\./);
  }
});

test('a bundled function answers from the files beside it', async () => {
  const script = `const { handler } = await import(${JSON.stringify(join(directoryOf('get-openapi'), 'index.mjs'))});
    const { statusCode, body } = await handler({ headers: {}, requestContext: { requestId: 'a' } }, {});
    console.log(statusCode, JSON.parse(body).servers[0].url);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { BASE_URL: 'https://sign.example.com' },
  });
  expect(stdout).toBe('200 https://sign.example.com\n');
});

test('a bundled page loads its script from the bundled function that answers assets, and only such functions carry any', async () => {
  const answer = async (name: string, path: Record<string, string> | null) => {
    const script = `const { handler } = await import(${JSON.stringify(join(directoryOf(name), 'index.mjs'))});
      const event = { headers: {}, pathParameters: ${JSON.stringify(path)}, requestContext: { requestId: 'a' } };
      console.log(JSON.stringify(await handler(event, {})));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { BASE_URL: 'https://sign.example.com', BUCKET_NAME: 'documents', AWS_REGION: 'eu-central-1' },
    });
    return JSON.parse(stdout);
  };
  const page = await answer('get-reset-password-page', null);
  const [, file = ''] = /src="https:\/\/sign\.example\.com\/assets\/(account-\w+\.js)"/.exec(page.body) ?? [];
  const asset = await answer('get-page-asset', { p2: file });
  expect([asset.statusCode, asset.headers['Content-Type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(Buffer.from(asset.body, 'base64').toString()).toContain('/v2/profiles');

  const carrying = [...OPERATIONS, ...WORKERS].filter((name) => existsSync(join(directoryOf(name), 'assets')));
  const pages = operations.filter(
    ({ contract }) => contract.id === 'getDocs' || contract.tag === 'Pages' || contract.failurePage,
  );
  expect(pages.map(({ contract }) => kebabCase(contract.id))).toEqual(expect.arrayContaining(carrying));

  // The pages of the reference are beside their own function alone.
  expect((await answer('get-docs', null)).body).toContain('https://sign.example.com/openapi.json');
  expect(carrying.filter((name) => existsSync(join(directoryOf(name), 'assets/docs')))).toEqual(['get-docs']);
});

test('the bundled functions carry a whole signing, from sign-up to sealed documents and webhooks', async () => {
  const script = fileURLToPath(new URL('bundled-signing.ts', import.meta.url));
  const results = join(folder, 'signed');
  // The story throws where anything is not as it should be. Vitest's own variables (BASE_URL) are none of the
  // platform's.
  await promisify(execFile)(process.execPath, [script, made, results], {
    env: { PATH: process.env.PATH },
  });
  const text = await textOfFirstPage(new Uint8Array(await readFile(join(results, 'certificate.pdf'))));
  for (const part of ['Lease', 'عقد', '租約', '🏠']) expect(text).toContain(part);
});

test('source maps are in another folder, so that they are not uploaded', () => {
  for (const name of NAMES) {
    expect(existsSync(join(directoryOf(name), 'index.mjs.map'))).toBe(false);
    expect(existsSync(join(made, 'maps', `${name}.mjs.map`))).toBe(true);
  }
});

test('the error for a missing function names it', async () => {
  await expect(bundleFunctions(['no-such-function'], join(folder, 'other'))).rejects.toThrow('no-such-function');
});
