import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setFaultyStage } from '../resilience/stage.ts';
import { ok } from '../stories/envelope.ts';
import { actOn, allRows, envelopesOf, makeTemplate, readBatch, tenantRows } from './material.ts';

let stage: Awaited<ReturnType<typeof setFaultyStage>>;
beforeAll(async () => {
  // The SDK waits between its tries for a random part of up to seconds: what is shown here doesn't depend on how long.
  vi.spyOn(Math, 'random').mockReturnValue(0.05);
  stage = await setFaultyStage({ events: ['envelope_completed'] });
});
afterAll(async () => {
  await stage?.api.settle();
  await stage?.stop();
  vi.restoreAllMocks();
});

const ROWS = 2;

/**
 * Kills runs of the job's worker: the first run of the n-th job carries out n calls, loses the answer of the last one,
 * and reaches nothing any more. Returns the most calls that any run has made.
 */
const killingRuns = (most: number) => {
  const numbers = new Map<string, number>();
  const runs = new Map<string, Map<string, number>>();
  let longest = 0;
  const stop = stage.proxies.add((_, { place, run, client, call }) => {
    if (!place.startsWith('run-job/')) return undefined;
    const isFirst = !numbers.has(client);
    if (isFirst) numbers.set(client, numbers.size + 1);
    if (isFirst || runs.has(run)) {
      const calls = runs.get(run) ?? new Map<string, number>();
      runs.set(run, calls);
      if (!calls.has(call)) calls.set(call, calls.size + 1);
      const [number = 0, last = 0] = [calls.get(call), numbers.get(client)];
      if (last > most || number < last) {
        longest = Math.max(longest, number);
        return undefined;
      }
      return number === last ? { lose: true } : { cut: true };
    }
    return undefined;
  });
  return { stop, longest: () => longest };
};

/** Lets killed work go on: its lease ends after six minutes, and the schedule finds it. */
const recover = async () => {
  await stage.api.advance('PT7M');
  await stage.api.settle();
};

const statesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readBatch(stage.api, stage.sender, id)).status));

test('a batch that is killed at any of its calls becomes exactly one envelope a row', async () => {
  const { api, sender } = stage;
  const template_id = await makeTemplate(api, sender);
  const COUNT = 32;
  const ids: string[] = [];
  for (let at = 0; at < COUNT; at++) {
    const { id } = ok(await api.as(sender).createBatch({ body: { template_id, rows: tenantRows(ROWS) } }));
    ok(await actOn(api, sender, id, 'check'));
    ids.push(id);
  }
  await api.settle();
  const kills = killingRuns(COUNT - 1);
  for (const id of ids) ok(await actOn(api, sender, id, 'send'));
  await api.settle();
  // The last one wasn't killed: the others were killed at each of its calls.
  expect(kills.longest()).toBeGreaterThan(20);
  expect(kills.longest()).toBeLessThan(COUNT);
  kills.stop();
  expect(await statesOf(ids)).toContain('sending');
  await recover();
  expect(await statesOf(ids)).toEqual(ids.map(() => 'sent'));
  const envelopes = await envelopesOf(api, sender, template_id);
  expect(envelopes).toHaveLength(COUNT * ROWS);
  const rows = (await Promise.all(ids.map((id) => allRows(api, sender, id)))).flat();
  expect(rows.every(({ state }) => state === 'sent')).toBe(true);
  expect(rows.map(({ envelope_id }) => envelope_id).toSorted()).toEqual(envelopes.map(({ id }) => id).toSorted());
  for (const id of ids) expect(await readBatch(api, sender, id)).toMatchObject({ progress: { sent: ROWS, failed: 0 } });
  for (const envelope of envelopes) {
    expect(await api.messages(envelope.recipients[0]?.email)).toHaveLength(1);
  }
});

/** Rows of which the last one is bad, and the batches that have them. */
const makeBatches = async (count: number, template_id: string, rows: () => object[]) => {
  const { api, sender } = stage;
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push(ok(await api.as(sender).createBatch({ body: { template_id, rows: rows() } })).id);
  }
  return ids;
};

const actOnAll = async (ids: readonly string[], action: string, more: object = {}) => {
  for (const id of ids) ok(await actOn(stage.api, stage.sender, id, action, more));
};

test('a check, and then a cancellation, that is killed at any of its calls ends as if it had not been', async () => {
  const { api, sender } = stage;
  const template_id = await makeTemplate(api, sender);
  const COUNT = 15;
  const ids = await makeBatches(COUNT, template_id, () => [
    ...tenantRows(ROWS),
    { ...tenantRows(1)[0], 'E-mail': 'x' },
  ]);
  /** The act, of which each worker is killed at another call; the last one goes through. */
  const killed = async (action: string) => {
    const kills = killingRuns(COUNT - 1);
    await actOnAll(ids, action);
    await api.settle();
    const longest = kills.longest();
    kills.stop();
    await recover();
    return longest;
  };
  const checked = await killed('check');
  expect(checked).toBeGreaterThan(5);
  expect(checked).toBeLessThan(COUNT);
  expect(await statesOf(ids)).toEqual(ids.map(() => 'checked'));
  for (const id of ids) expect(await readBatch(api, sender, id)).toMatchObject({ check: { bad: 1 } });
  expect(await envelopesOf(api, sender, template_id)).toEqual([]);

  await actOnAll(ids, 'send', { skip_bad: true });
  await api.settle();
  const canceled = await killed('cancel');
  expect(canceled).toBeGreaterThan(5);
  expect(canceled).toBeLessThan(COUNT);
  expect(await statesOf(ids)).toEqual(ids.map(() => 'canceled'));
  for (const id of ids) {
    expect(await readBatch(api, sender, id)).toMatchObject({ progress: { withdrawn: ROWS } });
    expect((await allRows(api, sender, id)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn', 'canceled']);
  }
  const envelopes = await envelopesOf(api, sender, template_id);
  expect(envelopes.map(({ status }) => status)).toEqual(Array(COUNT * ROWS).fill('canceled'));
});

test('a pause, and a resumption, that is killed at any of its calls can be repeated, and sends each row once', async () => {
  const { api, sender } = stage;
  const template_id = await makeTemplate(api, sender);
  const COUNT = 8;
  const ids = await makeBatches(COUNT, template_id, () => tenantRows(1));
  await actOnAll(ids, 'check');
  await api.settle();
  // No worker gets on meanwhile, so that each batch is being sent.
  const holding = stage.proxies.add((_, { place }) => (place.startsWith('run-job/') ? { cut: true } : undefined));
  await actOnAll(ids, 'send');
  let most = 0;
  for (const [at, batch_id] of ids.entries()) {
    for (const action of ['pause', 'resume']) {
      let calls = 0;
      const stop = stage.proxies.add((_, { place, client }) => {
        if (!place.startsWith('actOnBatch/') || client !== batch_id) return undefined;
        calls += 1;
        if (at === COUNT - 1 || calls <= at) return undefined;
        return calls === at + 1 ? { lose: true } : { cut: true };
      });
      const request = { path: { batch_id }, body: { action }, headers: { 'x-client-id': batch_id } };
      await api.as(sender).actOnBatch(request);
      most = Math.max(most, at === COUNT - 1 ? calls : 0);
      stop();
      ok(await actOn(api, sender, batch_id, action));
    }
  }
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThan(COUNT);
  holding();
  await api.settle();
  await recover();
  expect(await statesOf(ids)).toEqual(ids.map(() => 'sent'));
  expect(await envelopesOf(api, sender, template_id)).toHaveLength(COUNT);
});
