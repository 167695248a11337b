import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../functions/index.ts';
import { kebabCase } from '../infra/names.ts';
import { MESSAGES } from '../lib/base/error-messages.ts';
import type { FailureCode } from '../lib/base/errors.ts';
import type { Contract } from '../lib/http/contract.ts';
import { statusOfCode } from '../lib/http/error-statuses.ts';
import { splitRoute } from '../lib/http/route.ts';
import type { Item } from '../lib/storage/engine/client.ts';
import { type Answered, type Api, type RequestInput, startApi } from './api.ts';
import { signWith } from './sessions/sign-with.ts';
import { readTable } from './storage/stored-forms.ts';
import { TESTED_IN } from './tested-operations.ts';
import { makeWorld, type World } from './world.ts';

const functions = fileURLToPath(new URL('../functions', import.meta.url));
const cases = operations.map(({ contract }) => ({ id: contract.id, contract }));
const withSession = cases.filter(({ contract }) => contract.session !== 'none');
const withBody = cases.filter(({ contract }) => contract.body);
const withPath = withSession.filter(({ contract }) => contract.path);

const variablesOf = ({ route }: Contract): string[] =>
  [...route.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {};

describe('the code of operations', () => {
  test('has a file of its own name for every operation, and no file that the index lacks', async () => {
    const files = (await readdir(functions, { recursive: true })).filter((file) =>
      /^(?!workers\/).+\/.+\.ts$/.test(file),
    );
    expect(files.map((file) => basename(file, '.ts')).sort()).toEqual(cases.map(({ id }) => kebabCase(id)).sort());
    for (const file of files) {
      const module = await import(`../functions/${dirname(file)}/${basename(file, '.ts')}.ts`);
      expect(operations, file).toContain(module.handler);
      expect(kebabCase(module.handler.contract.id), file).toBe(basename(file, '.ts'));
    }
  });

  test('leaves the spelling of numbers in paths and queries to the one reader of texts', () => {
    for (const { id, contract } of cases) {
      for (const [name, field] of [
        ...Object.entries(shapeOf(contract.path)),
        ...Object.entries(shapeOf(contract.query)),
      ]) {
        const takesNumbers = [1, 2, 50].some((number) => field.safeParse(number).success);
        expect(takesNumbers && field.safeParse('1').success, `${id} ${name}`).toBe(false);
      }
    }
  });

  test('gives no two operations the same id or route', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const routes = cases.map(({ contract }) => contract.route.replace(/\{\w+\+?\}/g, '{}'));
    expect(new Set(routes).size).toBe(cases.length);
  });

  test('opens nothing when it is imported, and needs no environment', async () => {
    const script = `await import(${JSON.stringify(`${functions}/index.ts`)});
      const open = process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|Process)Wrap$/.test(name));
      console.log(JSON.stringify(open));`;
    const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: {} });
    expect(run).toEqual({ stdout: '[]\n', stderr: '' });
  });
});

describe('the tests of an operation are found', () => {
  const tests = fileURLToPath(new URL('.', import.meta.url));

  test('by their file name, or in the index of tests', async () => {
    const own = new Set((await readdir(tests, { recursive: true })).map((file) => basename(file, '.test.ts')));
    const listed = Object.values(TESTED_IN).flat();
    const ids = cases.map(({ id }) => id);
    expect(listed.toSorted()).toEqual(ids.filter((id) => !own.has(kebabCase(id))).toSorted());
  });

  test.each(Object.entries(TESTED_IN))('and %s uses the operations that the index names', async (file, ids) => {
    const text = await readFile(`${tests}/${file}`, 'utf8');
    const asksFor = (id: string) => {
      const { method, path } = splitRoute(cases.find((one) => one.id === id)?.contract.route ?? '');
      return new RegExp(`\\b${id}\\b`).test(text) || text.includes(`'${method}', '${path}'`);
    };
    expect(ids.filter((id) => !asksFor(id))).toEqual([]);
  });
});

describe('contracts', () => {
  test.each(cases)('$id names its path variables as its route does', ({ contract }) => {
    expect(Object.keys(shapeOf(contract.path)).sort()).toEqual(variablesOf(contract).sort());
  });

  test.each(cases)('$id has an example that its own schema accepts for every body', ({ contract }) => {
    const { body, examples } = contract;
    if (body) expect(body.safeParse(examples?.body).error).toBeUndefined();
  });
});

let api: Api;
let world: World;
let other: World;
let expired: { token: string; signer: string };
/** A user whom the key of signers' tokens vouches for, and a signer with the key of users' tokens. */
let crossed: string[];

beforeAll(async () => {
  api = await startApi();
  const earlier = await makeWorld(api);
  expired = { token: earlier.owner.token, signer: earlier.signer };
  await api.advance('PT5H');
  world = await makeWorld(api);
  other = await makeWorld(api);
  crossed = [await signWith('signer', decodeJwt(world.owner.token)), await signWith('user', decodeJwt(world.signer))];
});
afterAll(() => api.stop());

const expectErrorEnvelope = (answer: Answered): void => {
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'status']);
  expect(answer.body.status).toBe('ERROR');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const code = answer.headers.get('x-error-code') as FailureCode;
  expect(MESSAGES).toHaveProperty(code);
  expect(statusOfCode(code), `X-Error-Code ${code}`).toBe(answer.status);
};

/**
 * Demands the failure of this status: in the ERROR envelope, or in the form of the operation's protocol, whose statuses
 * are tested with it.
 */
const expectRefused = (contract: Contract, answer: Answered, status: number, what?: string): void => {
  if (!contract.failureAs) {
    expect(answer.status, what).toBe(status);
    expectErrorEnvelope(answer);
    return;
  }
  expect(statusOfCode(answer.headers.get('x-error-code') as FailureCode), what).toBe(status);
  expect(answer.headers.get('content-type')).toBe(contract.produces);
  expect(answer.body.status).toBe(String(answer.status));
};

/** A value that the schema of one variable or parameter accepts. */
const sampleOf = (schema: z.ZodType | undefined): string => {
  if (schema instanceof z.ZodEnum) return String(schema.options[0]);
  const candidates = [randomUUID(), '1', 'someone@example.com', 'x', '0'.repeat(64)];
  const fits = (candidate: string) =>
    schema?.safeParse(candidate).success || schema?.safeParse(Number(candidate)).success;
  return candidates.find(fits) ?? candidates[0] ?? '';
};

/** The contract's path with values that are well formed; those in `ids` are real. */
const pathOf = (contract: Contract, ids: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(variablesOf(contract).map((name) => [name, ids[name] ?? sampleOf(shapeOf(contract.path)[name])]));

const queryOf = (contract: Contract): Record<string, string> =>
  contract.query?.safeParse({}).success !== false
    ? {}
    : Object.fromEntries(
        Object.entries(shapeOf(contract.query))
          .filter(([, schema]) => !schema.safeParse(undefined).success)
          .map(([name, schema]) => [name, sampleOf(schema)]),
      );

const ask = (
  contract: Contract,
  session: { token?: string; signer?: string },
  input: RequestInput = {},
): Promise<Answered> =>
  api.use(contract.id, session, { path: pathOf(contract), query: queryOf(contract), ...bodyOf(contract), ...input });

const bodyOf = ({ body, examples }: Contract): RequestInput => (body ? { body: examples?.body } : {});

const sessionFor = ({ session }: Contract, { owner, signer }: World): { token?: string; signer?: string } => {
  if (session === 'none') return {};
  return session === 'signer' ? { signer } : { token: owner.token };
};

describe('access without a valid token is denied with 401', () => {
  test.each(withSession)('$id without a token', async ({ contract }) => {
    const answer = await ask(contract, {});
    expect(answer.status).toBe(401);
    expectErrorEnvelope(answer);
  });

  test.each(withSession)('$id with a malformed token, or one that somebody else signed', async ({ contract }) => {
    const claims = JSON.parse(Buffer.from(world.owner.token.split('.')[1] ?? '', 'base64url').toString());
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    for (const token of ['nonsense', `${world.owner.token}x`, foreign]) {
      for (const session of [{ token }, { signer: token }]) {
        const answer = await ask(contract, session);
        expect(answer.status).toBe(401);
        expectErrorEnvelope(answer);
      }
    }
  });

  test.each(withSession)('$id with a token that the key of the other kind signed', async ({ contract }) => {
    for (const token of crossed) {
      for (const session of [{ token }, { signer: token }]) {
        const answer = await ask(contract, session);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('x-error-code')).toBe('unauthorized');
        expectErrorEnvelope(answer);
      }
    }
  });

  test.each(withSession)('$id with a token that has expired', async ({ contract }) => {
    const answer = await ask(
      contract,
      contract.session === 'signer' ? { signer: expired.signer } : { token: expired.token },
    );
    expect(answer.body).toEqual({ status: 'ERROR', error: 'jwt expired' });
    expect(answer.status).toBe(401);
    expectErrorEnvelope(answer);
  });

  test.each(withSession.filter(({ contract }) => contract.session !== 'both'))(
    '$id with a session of the wrong kind',
    async ({ contract }) => {
      const wrong = contract.session === 'user' ? { signer: world.signer } : { token: world.owner.token };
      const answer = await ask(contract, wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('x-error-code')).toBe('wrong_session');
      expectErrorEnvelope(answer);
    },
  );
});

describe('malformed input is refused', () => {
  const writes = cases.filter(({ contract }) => splitRoute(contract.route).method !== 'GET');

  test.each(writes)('$id answers 400 to malformed JSON, also where it needs no body', async ({ contract }) => {
    const answer = await ask(contract, sessionFor(contract, world), { body: '{"name": ' });
    expect(answer.headers.get('x-error-code')).toBe('malformed_json');
    expectRefused(contract, answer, 400);
  });

  test.each(withBody)('$id answers 406 to a body that is no object', async ({ contract }) => {
    for (const body of ['[]', '"text"', '7']) {
      const answer = await ask(contract, sessionFor(contract, world), { body });
      expectRefused(contract, answer, 406);
    }
  });

  test.each(withBody.filter(({ contract }) => !contract.body?.safeParse({}).success))(
    '$id answers 406 to a body without what is required',
    async ({ contract }) => {
      const answer = await ask(contract, sessionFor(contract, world), { body: '{}' });
      expectRefused(contract, answer, 406);
    },
  );

  test.each(withBody)('$id accepts unknown keys', async ({ contract }) => {
    const body = { ...(contract.examples?.body as object), environment: '', not_known_to_anyone: [{ id: null }] };
    const answer = await ask(contract, contract.session === 'none' ? {} : sessionFor(contract, other), { body });
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/environment: |not_known_to_anyone/);
  });

  test.each(withBody)('$id answers 406 to a field of the wrong type, and names it', async ({ contract }) => {
    for (const [field, schema] of Object.entries(shapeOf(contract.body))) {
      const wrong = [{ a: { b: 1 } }, [[1]], 12.5, true, 'text'].find((value) => !schema.safeParse(value).success);
      if (wrong === undefined) continue;
      const body = { ...(contract.examples?.body as object), [field]: wrong };
      const answer = await ask(contract, sessionFor(contract, world), { body });
      expectRefused(contract, answer, 406, field);
      expect(JSON.stringify(answer.body)).toContain(field);
    }
  });

  test.each(cases.filter(({ contract }) => contract.query))(
    '$id answers 406 to a parameter of the wrong type',
    async ({ contract }) => {
      for (const [name, schema] of Object.entries(shapeOf(contract.query))) {
        if (schema.safeParse('not-this').success) continue;
        const answer = await ask(contract, sessionFor(contract, world), {
          query: { ...queryOf(contract), [name]: 'not-this' },
        });
        expectRefused(contract, answer, 406, name);
        expect(JSON.stringify(answer.body)).toContain(name);
      }
    },
  );
});

/**
 * The ids of `world` that belong into this operation's path. Throws if `world` has none: then nothing would be
 * compared.
 */
const idsFor = ({ route }: Pick<Contract, 'route'>, { ids }: World): Record<string, string> => {
  const { path } = splitRoute(route);
  const known = ids.find(({ under }) => path.startsWith(under));
  if (!known) throw new Error(`test/world.ts knows no record for ${path}`);
  return known.values;
};

/** The same with ids and addresses of nobody in their places. */
const unknown = (ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, unknownFor(id)]));

const unknownFor = (id: string): string => {
  if (z.uuid().safeParse(id).success) return randomUUID();
  return id.includes('@') ? `nobody-${randomUUID()}@example.com` : id;
};

/**
 * Records that change whatever a request is answered: counted attempts, keys of repeated requests, the workers' own.
 */
const CHANGES_BY_ITSELF =
  /^(ATTEMPTS|DELIVERIES|IDEMPOTENCY|JOB|LOG|LOGENTRY|MAILS|OUTBOX|SENT)#|^WEBHOOK#\S+ (?:WEBHOOK|RECEIVER#\S+)$/;

/** The table's records by their keys. Undefined where the API is elsewhere: then only answers are checked. */
const tableNow = async (): Promise<Map<string, Item> | undefined> => {
  if (process.env.API_URL) return undefined;
  await api.settle();
  const items = (await readTable()).filter(({ pk, sk }) => !CHANGES_BY_ITSELF.test(`${pk} ${sk}`));
  return new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
};

const withIds = (contract: Contract, ids: Record<string, string>): RequestInput => {
  if (!contract.body) return {};
  const body = { ...(contract.examples?.body as Record<string, unknown>) };
  for (const name of Object.keys(body)) if (ids[name] && name.endsWith('_id')) body[name] = ids[name];
  return { body };
};

describe('a record that does not exist', () => {
  let before: Awaited<ReturnType<typeof tableNow>>;
  beforeAll(async () => {
    before = await tableNow();
  });

  test.each(withPath)('is refused by $id, which changes nothing', async ({ contract }) => {
    const answer = await ask(contract, sessionFor(contract, world));
    const [earlier, now] = [before, await tableNow()];
    before = now;
    expect([400, 401, 404, 406]).toContain(answer.status);
    expectErrorEnvelope(answer);
    expect(now).toEqual(earlier);
  });
});

describe('a record that exists', () => {
  const readable = withPath.filter(({ contract }) => splitRoute(contract.route).method === 'GET');

  test.each(readable)('is shown to its owner by $id', async ({ contract }) => {
    const path = pathOf(contract, idsFor(contract, world));
    const answer = await ask(contract, sessionFor(contract, world), { path });
    expect([200, 302], JSON.stringify(answer.body)).toContain(answer.status);
  });
});

/** Variables of a path that name a record of a tenant. */
const NAMES_RECORD = /id$|^ids$|email$|_name$|^key$/;

describe("another tenant's record gets the same answer as an unknown one, byte for byte", () => {
  const sessionsOf = ({ session }: Contract) => [
    ...(session === 'signer' ? [] : [{ token: other.owner.token }]),
    ...(session === 'user' ? [] : [{ signer: other.signer }]),
  ];

  // The name of a provider is no record of anybody's.
  const naming = withPath.filter(({ id }) => id !== 'disconnectIdentity');
  test.each(naming)('$id', async ({ contract }) => {
    const real = idsFor(contract, world);
    expect(Object.keys(real)).toEqual(
      expect.arrayContaining(variablesOf(contract).filter((name) => NAMES_RECORD.test(name))),
    );
    for (const session of sessionsOf(contract)) {
      const made = unknown(real);
      expect(pathOf(contract, made), 'the ids in the path').not.toEqual(pathOf(contract, real));
      const theirs = await ask(contract, session, { path: pathOf(contract, real), ...withIds(contract, real) });
      const nobodys = await ask(contract, session, { path: pathOf(contract, made), ...withIds(contract, made) });
      expect(theirs.status).toBeGreaterThanOrEqual(400);
      expect([theirs.status, Buffer.from(theirs.bytes).toString(), theirs.headers.get('x-error-code')]).toEqual([
        nobodys.status,
        Buffer.from(nobodys.bytes).toString(),
        nobodys.headers.get('x-error-code'),
      ]);
    }
  });

  test('a template, where an envelope or a document names it', async () => {
    const { template_id } = idsFor({ route: 'GET /v2/templates' }, world);
    const as = api.as(other.owner);
    const recipients = [
      { role_name: 'Tenant', type: 'signer', first_name: 'A', last_name: 'B', email: 'a@example.com' },
    ];
    const tries = [
      (id: unknown) => as.createEnvelope?.({ body: { template_id: id, name: 'Mine', recipients } }),
      (id: unknown) => as.createTemplateDocument?.({ body: { template_id: id, name: 'a.pdf', data: 'JVBERi0=' } }),
    ];
    for (const attempt of tries) {
      const [theirs, nobodys] = [await attempt(template_id), await attempt(randomUUID())];
      expect(theirs?.status).toBe(404);
      expect(theirs?.body).toEqual(nobodys?.body);
    }
  });
});
