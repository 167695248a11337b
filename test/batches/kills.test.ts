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
  const COUNT = 48;
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
