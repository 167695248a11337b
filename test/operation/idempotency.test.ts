import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { advanceClock, freezeClock, HOUR, SECOND } from '../../lib/base/clock.ts';
import { fail } from '../../lib/base/errors.ts';
import { newId, sha256 } from '../../lib/base/ids.ts';
import { operation } from '../../lib/http/operation.ts';
import { collection, type Item } from '../../lib/storage/engine/client.ts';
import { idempotencyKey } from '../../lib/storage/engine/keys.ts';
import { startTable } from '../storage/engine.ts';
import { invoke, signerToken, userToken } from './invoke.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let runs = 0;
let keys = 0;
let hold: Promise<void> | undefined;
beforeEach(() => {
  runs = 0;
  hold = undefined;
});

const contract = {
  id: 'make',
  tag: 'Documentation',
  summary: 'Make',
  route: 'POST /v2/things',
  unrecorded: 'none',
  body: z.object({ name: z.string() }),
  returns: z.unknown(),
  access: {},
} as const;

const run = async ({ body }: { body: { name: string } }) => {
  runs += 1;
  await hold;
  if (body.name === 'refused') fail('not_found');
  if (body.name === 'too early' && runs === 1) fail('too_many_requests', { seconds: 1 });
  if (body.name === 'broken') throw new Error('broken');
  return { run: runs };
};

const make = operation({ ...contract, session: 'none' }, run);

const ownMake = operation({ ...contract, session: 'user', callableBy: 'login' }, run);
const makeSecret = operation({ ...contract, session: 'user', callableBy: 'login', answersSecret: true }, run);

const newKey = () => `key-${++keys}`;
const send = (key: string, name = 'x', made = make, headers: Record<string, string> = {}) =>
  invoke(made, { headers: { 'Idempotency-Key': key, ...headers }, body: JSON.stringify({ name }) });

test('the same key and body is carried out once, and its answer is repeated with a mark', async () => {
  const key = newKey();
  const first = await send(key);
  const second = await send(key);
  expect(runs).toBe(1);
  expect(second.raw).toBe(first.raw);
  expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
  expect(second.headers['Idempotent-Replayed']).toBe('true');
  expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id']);
});

test('the same key with another body answers 400 and does nothing', async () => {
  const key = newKey();
  const headers = { authorization: `Bearer ${await userToken()}` };
  await send(key, 'x', ownMake, headers);
  expect(await send(key, 'y', ownMake, headers)).toMatchObject({
    status: 400,
    headers: { 'X-Error-Code': 'idempotency_key_reused' },
  });
  expect(runs).toBe(1);
});

test('without a session, nobody blocks another: not with another body, link or network', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': key };
  const body = JSON.stringify({ name: 'x' });
  await send(key, 'of a stranger');
  expect(await send(key, 'x')).toMatchObject({ status: 200, body: { run: 2 } });
  expect(await invoke(make, { headers, body, url: '/another/link' })).toMatchObject({ status: 200, body: { run: 3 } });
  expect(await invoke(make, { headers, body, ip: '198.51.100.7' })).toMatchObject({ status: 200, body: { run: 4 } });
  expect(await send(key, 'x')).toMatchObject({ body: { run: 2 }, headers: { 'Idempotent-Replayed': 'true' } });
});

test('a repeat of a request that still runs gets 409, and is told to wait about as long as that has run', async () => {
  const key = newKey();
  freezeClock(true);
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const first = send(key);
  await expect.poll(() => runs).toBe(1);
  const after = async (seconds: number) => {
    advanceClock(seconds * SECOND);
    const { status, headers } = await send(key);
    advanceClock(-seconds * SECOND);
    return [status, headers['Retry-After']];
  };
  expect(await after(0)).toEqual([409, '1']);
  expect(await after(10)).toEqual([409, '10']);
  expect(await after(26)).toEqual([409, '5']);
  freezeClock(false);
  release();
  expect(await first).toMatchObject({ status: 200 });
  expect(runs).toBe(1);
});

test('a repeat after half a minute carries out a request whose function was killed', async () => {
  const key = newKey();
  hold = new Promise(() => {});
  void send(key);
  await expect.poll(() => runs).toBe(1);
  hold = Promise.resolve();
  advanceClock(31 * SECOND);
  expect(await send(key)).toMatchObject({ status: 200 });
  expect(runs).toBe(2);
  advanceClock(-31 * SECOND);
});

test('only one of many at the same moment is carried out', async () => {
  const key = newKey();
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(key)))).map(({ status }) => status);
  expect(runs).toBe(1);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
});

test('a refusal is answered again, a failure of the platform is tried again', async () => {
  const refusedKey = newKey();
  await send(refusedKey, 'refused');
  const again = await send(refusedKey, 'refused');
  expect(again).toMatchObject({ status: 404, headers: { 'Idempotent-Replayed': 'true', 'X-Error-Code': 'not_found' } });
  expect(runs).toBe(1);

  const brokenKey = newKey();
  expect((await send(brokenKey, 'broken')).status).toBe(500);
  expect((await send(brokenKey, 'broken')).status).toBe(500);
  expect(runs).toBe(3);
});

test('a request that was rate-limited (429) is carried out by a later repeat', async () => {
  const key = newKey();
  expect((await send(key, 'too early')).status).toBe(429);
  expect(await send(key, 'too early')).toMatchObject({ status: 200, body: { run: 2 } });
});

test('an answer with a secret is not stored', async () => {
  const key = newKey();
  const profile_id = newId();
  const headers = { authorization: `Bearer ${await userToken({ profile_id })}` };
  await send(key, 'x', makeSecret, headers);
  expect(await send(key, 'x', makeSecret, headers)).toMatchObject({
    status: 400,
    headers: { 'X-Error-Code': 'idempotency_answer_not_kept' },
  });
  const kept = await collection<Item>(idempotencyKey(`profile:${profile_id}`, sha256(key)).pk);
  expect(kept.map(({ secret, answer }) => ({ secret, answer }))).toEqual([{ secret: true, answer: undefined }]);
});

test('a key is forgotten after a day', async () => {
  const key = newKey();
  await send(key);
  advanceClock(25 * HOUR);
  expect(await send(key)).not.toHaveProperty('headers.Idempotent-Replayed');
  advanceClock(-25 * HOUR);
  expect(runs).toBe(2);
});

test('a key belongs to its caller: the same key of another caller is independent', async () => {
  const key = newKey();
  const as = async (profile_id: string) =>
    send(key, 'x', ownMake, { authorization: `Bearer ${await userToken({ profile_id })}` });
  await as('0196f7a1-0000-7000-8000-00000000000a');
  expect((await as('0196f7a1-0000-7000-8000-00000000000b')).headers).not.toHaveProperty('Idempotent-Replayed');
  expect((await as('0196f7a1-0000-7000-8000-00000000000a')).headers).toHaveProperty('Idempotent-Replayed');
  expect(runs).toBe(2);
});

test('a key of a signing session belongs to the link that opened it, not to whoever else has the role', async () => {
  const key = newKey();
  const sign = operation({ ...contract, session: 'signer' }, run);
  const as = async (sub: string) => send(key, 'x', sign, { signer: `Bearer ${await signerToken({ sub })}` });
  await as('0196f7a1-0000-7000-8000-00000000000c');
  expect((await as('0196f7a1-0000-7000-8000-00000000000d')).headers).not.toHaveProperty('Idempotent-Replayed');
  expect((await as('0196f7a1-0000-7000-8000-00000000000c')).headers).toHaveProperty('Idempotent-Replayed');
});

test('a key of more than 255 characters is refused', async () => {
  expect((await send('k'.repeat(256))).status).toBe(406);
  expect(runs).toBe(0);
});
