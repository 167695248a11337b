import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations as all } from '../../functions/index.ts';
import { type Description, type Operation, operationsOf } from '../../infra/docs/description.ts';
import { type Language, pathVariables, type Sample, samplesOf } from '../../infra/docs/samples.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { BASE_URL_PLACEHOLDER } from '../../lib/http/placeholder.ts';
import { type Api, startApi } from '../api.ts';
import { noteTool } from '../outside-tools.ts';
import { openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { curlRequest } from './curl.ts';
import { type Sent, startRecorder } from './recorder.ts';

interface Shown extends Sample {
  /** `getEnvelope.python`. */
  name: string;
  operation: Operation;
}

const contracts = new Map<string, Contract>(all.map(({ contract }) => [contract.id, contract]));
let api: Api;
let recorder: Awaited<ReturnType<typeof startRecorder>>;
let folder: string;
let samples: Shown[];
/** The reader's environment: ids of the reader's own records, and made-up ones. */
let environment: Record<string, string>;

const of = (language: Language): Shown[] => samples.filter((one) => one.language === language);
const pointed = ({ text, name }: Shown, live = false): string =>
  text.replaceAll(BASE_URL_PLACEHOLDER, `${recorder.url}/${live ? 'live-' : ''}${name}`);

beforeAll(async () => {
  api = await startApi();
  recorder = await startRecorder(api.url);
  folder = await mkdtemp(join(tmpdir(), 'countersign-samples-'));
  const api1 = JSON.parse(await readFile('openapi.json', 'utf8')) as Description;
  samples = operationsOf(api1).flatMap((operation) =>
    samplesOf(operation).map((one) => ({
      ...one,
      operation,
      name: `${operation.operation.operationId}.${one.language}`,
    })),
  );
  environment = await world(api);
  const made = samples.flatMap(({ operation }) => pathVariables(operation.path).map(({ variable }) => variable));
  for (const variable of made) environment[variable] ??= variable === 'EMAIL' ? 'grace@example.com' : newId();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'out'));
}, 300_000);

afterAll(async () => {
  recorder.stop();
  await rm(folder, { recursive: true });
  await api.stop();
});

const world = async (of: Api): Promise<Record<string, string>> => {
  const ada = await of.signUp();
  const as = of.as(ada);
  const envelope = await sendEnvelope(of, ada, [recipient('Buyer & co', 1)]);
  const session = await openSession(of, envelope, 'Buyer & co');
  const { body: template } = await as.createTemplate({ body: lease() });
  const { body: brand } = await as.createBrand({ path: { organizationid: ada.organization_id }, body: { key: 'b' } });
  return {
    TOKEN: ada.token,
    SIGNER_TOKEN: session.signer,
    ORGANIZATION_ID: ada.organization_id,
    PROFILE_ID: ada.profile_id,
    ENVELOPE_ID: envelope.id,
    ENVELOPE_IDS: envelope.id,
    ROLE_NAME: 'Buyer & co',
    FIELD_NAME: 'signature-Buyer & co',
    KEY: envelope.recipients[0]?.in_app_key ?? '',
    DOCUMENT_ID: envelope.documents[0]?.id ?? '',
    TEMPLATE_ID: template.id,
    BRAND_ID: brand.id,
    PAGE: '1',
    SECTION: 'members',
    TILE: '0/000',
    FILE: 'docs-0A1B2C3D.js',
  };
};

/** Runs programs of one language in one process, one after the other, and answers what each of them threw. */
const RUNNER = `import { readFileSync } from 'node:fs';
console.log = () => {};
const failed = {};
for (const name of JSON.parse(readFileSync('list.json', 'utf8'))) {
  try { await import('./' + name + '.mjs'); } catch (error) { failed[name] = String(error); }
}
process.stdout.write(JSON.stringify(failed), () => process.exit());`;

const runScripts = async (wanted: readonly Shown[], live: boolean): Promise<Record<string, string>> => {
  const named = wanted.map((one) => ({ file: `${live ? 'live-' : ''}${one.name}`, text: pointed(one, live) }));
  for (const { file, text } of named) await writeFile(join(folder, `${file}.mjs`), text);
  await writeFile(join(folder, 'list.json'), JSON.stringify(named.map(({ file }) => file)));
  await writeFile(join(folder, 'runner.mjs'), RUNNER);
  const { stdout } = await promisify(execFile)(process.execPath, ['runner.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    maxBuffer: 1e7,
  });
  return JSON.parse(stdout);
};

/** The request that an operation's sample must send: the contract's example, as the reader who has these ids. */
const expected = ({ operation: { method, path, operation } }: Shown) => {
  const values = Object.fromEntries(
    pathVariables(path).map(({ name, variable }) => [name, environment[variable] ?? '']),
  );
  const enums = Object.fromEntries(
    (operation.parameters ?? [])
      .filter(({ in: place }) => place === 'path')
      .map(({ name, schema }) => [name, schema.enum?.[0]]),
  );
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(enums[name] ?? values[name]);
    return name === 'tile' ? value : encodeURIComponent(value);
  });
  const kinds = operation.security.flatMap((scheme) => Object.keys(scheme));
  return {
    method,
    path: address,
    authorization: kinds.includes('user') ? `Bearer ${environment.TOKEN}` : undefined,
    signer: !kinds.includes('user') && kinds.includes('signer') ? `Bearer ${environment.SIGNER_TOKEN}` : undefined,
    body: operation.requestBody?.content['application/json']?.example,
  };
};

const described = ({ method, address, headers, body }: Sent) => ({
  method,
  path: address.split('?')[0],
  authorization: headers.authorization,
  signer: headers.signer,
  body: body === '' ? undefined : JSON.parse(body),
});

/** Every required parameter of the query has a value that the contract accepts. */
const queryFault = ({ operation }: Shown, { address }: Sent): string | undefined => {
  const contract = contracts.get(operation.operation.operationId);
  const query = Object.fromEntries(new URL(address, 'http://x').searchParams);
  const { error } = contract?.query?.safeParse(query) ?? {};
  return error ? `${operation.operation.operationId}: ${error.message}` : undefined;
};

const compare = (wanted: readonly Shown[]): void => {
  const requests = wanted.map((one) => {
    const [sent] = recorder.sent.get(one.name) ?? [];
    return [one.name, sent && described(sent), sent ? queryFault(one, sent) : 'nothing was sent'];
  });
  expect(requests).toEqual(wanted.map((one) => [one.name, expected(one), undefined]));
};

describe('a sample', () => {
  test('is there for each operation in curl, JavaScript and Python, and for most with the client', () => {
    for (const language of ['curl', 'fetch', 'python'] as const) expect(of(language)).toHaveLength(all.length);
    expect(of('sdk').length).toBeGreaterThan(100);
  });

  test('in JavaScript sends the contract’s example, and the platform refuses none for its form or its token', async () => {
    // Those that end what others need come last.
    const ends =
      /^(?:deleteOrganizationMember|actOn\w+|change\w+|revoke\w+|switch\w+|submit\w+|decline\w+|delegate\w+)\./;
    const place = ({ name }: Shown): number =>
      /^delete(?:Organization|Profile)\./.test(name) ? 3 : ends.test(name) ? 2 : name.startsWith('delete') ? 1 : 0;
    const order = of('fetch').toSorted((a, b) => place(a) - place(b));
    await runScripts(order, true);
    const outcomes = order.map((one) => {
      const [played] = recorder.played.get(`live-${one.name}`) ?? [];
      if (!played) return [one.name, 'nothing was sent'];
      expect([one.name, described(played)]).toEqual([one.name, expected(one)]);
      return [one.name, played.status < 400 ? 'done' : played.code];
    });
    // The others: codes and passwords are others', and ids that the reader lacks are made up.
    const faults = outcomes.filter(([, outcome]) =>
      /^(nothing was sent|malformed_json|malformed_multipart|unauthorized|token_expired|wrong_session|forbidden|route_not_found|internal|unavailable|insufficient_scope)$/.test(
        String(outcome),
      ),
    );
    expect(faults).toEqual([]);
    const invalid = outcomes.filter(([, outcome]) => outcome === 'invalid').map(([name]) => name);
    expect(invalid).toEqual([]);
    // Their documents and pictures are in the example.
    const done = outcomes.filter(([, outcome]) => outcome === 'done').map(([name]) => name);
    const whole = ['createEnvelope', 'createTemplate', 'createSignatureBlock', 'createInitialsBlock'];
    expect(done).toEqual(expect.arrayContaining(whole.map((id) => `${id}.fetch`)));
    expect(done.length).toBeGreaterThan(90);
  });

  test('with the client calls the same operation with the same body', async () => {
    const wanted = of('sdk');
    await runScripts(wanted, false);
    const plainly = (address: string): string => decodeURIComponent(address.split('?')[0] ?? '');
    const faults = wanted.flatMap((one) => {
      const { method, path, body } = expected(one);
      // The client asks for its profiles on its own account.
      const own = (recorder.sent.get(one.name) ?? []).filter(
        (sent) => sent.address !== '/v2/profiles' || path === '/v2/profiles',
      );
      const found = own.find((sent) => sent.method === method && plainly(sent.address) === plainly(path));
      if (!found) return [[one.name, own.map((sent) => `${sent.method} ${sent.address}`)]];
      const { authorization, signer } = described(found);
      const token = expected(one).authorization ?? expected(one).signer;
      if (token && ![authorization, signer].includes(token)) return [[one.name, 'the token']];
      return isDeepStrictEqual(described(found).body ?? {}, body ?? {})
        ? []
        : [[one.name, described(found).body, body]];
    });
    expect(faults).toEqual([]);
  });

  test('in curl sends the same', () => {
    const encoded = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        ['ROLE_NAME', 'FIELD_NAME', 'EMAIL'].includes(name) ? encodeURIComponent(value) : value,
      ]),
    );
    for (const one of of('curl')) {
      const { address, ...request } = curlRequest(one.text, encoded);
      recorder.sent.set(one.name, [{ ...request, address: address.replace(BASE_URL_PLACEHOLDER, '') }]);
    }
    compare(of('curl'));
  });

  test('in Python sends the same, where Python is installed', async () => {
    const program = `import runpy, json, io, contextlib
failed = {}
for name in json.load(open('python.json')):
    try:
        with contextlib.redirect_stdout(io.StringIO()): runpy.run_path(name + '.py')
    except Exception as error: failed[name] = repr(error)
print(json.dumps(failed))`;
    for (const one of of('python')) await writeFile(join(folder, `${one.name}.py`), pointed(one));
    await writeFile(join(folder, 'python.json'), JSON.stringify(of('python').map(({ name }) => name)));
    const run = promisify(execFile)('python3', ['-c', program], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    const failed = await run.then(
      ({ stdout }) => JSON.parse(stdout),
      (error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
    noteTool('python3', failed === undefined ? 'missed' : 'used');
    if (failed === undefined) return;
    expect(failed).toEqual({});
    compare(of('python'));
  });
});
