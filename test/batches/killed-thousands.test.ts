import { afterAll, beforeAll, expect, test } from 'vitest';
import { setFaultyStage } from '../resilience/stage.ts';
import { ok } from '../stories/envelope.ts';
import { actOn, allRows, checkedBatch, makeTemplate, readBatch, tenantRows } from './material.ts';

let stage: Awaited<ReturnType<typeof setFaultyStage>>;
beforeAll(async () => {
  stage = await setFaultyStage({ events: ['envelope_completed'] });
});
afterAll(async () => {
  await stage?.stop();
});

const ROWS = 5000;
/** Calls after which runs of the worker are killed, one after the other: each gets a little further than the last. */
const FIRST = 50;
const FURTHER = 400;

/** Kills every run of the worker after some calls: the last one is carried out and not answered. */
const killRuns = (): { stop: () => void; killed: () => number } => {
  const runs = new Map<string, { most: number; calls: Map<string, number> }>();
  const killed = new Set<string>();
  const stop = stage.proxies.add((_, { place, run, call }) => {
    if (!place.startsWith('run-job/')) return undefined;
    const known = runs.get(run) ?? { most: FIRST + runs.size * FURTHER, calls: new Map<string, number>() };
    runs.set(run, known);
    if (!known.calls.has(call)) known.calls.set(call, known.calls.size + 1);
    const number = known.calls.get(call) ?? 0;
    if (number < known.most) return undefined;
    killed.add(run);
    return number === known.most ? { lose: true } : { cut: true };
  });
  return { stop, killed: () => killed.size };
};

/** Waits until nothing works any more: thousands of rows take longer than the platform waits for. */
const settled = async (): Promise<void> => {
  for (let status = 0; status !== 200; ) status = (await stage.api.request('POST', '/local/settle')).status;
};

test(`a batch of ${ROWS} rows whose worker is killed again and again becomes exactly one envelope a row`, async () => {
  const { api, sender } = stage;
  const template_id = await makeTemplate(api, sender);
  const settings = { no_contact: true };
  const { id } = await checkedBatch(api, sender, { template_id, rows: tenantRows(ROWS), settings });
  const kills = killRuns();
  ok(await actOn(api, sender, id, 'send'));
  for (let tries = 0; (await readBatch(api, sender, id)).status !== 'sent'; tries++) {
    expect(tries).toBeLessThan(200);
    await settled();
    // The lease of a killed worker ends after six minutes.
    await api.advance('PT7M');
    await settled();
    const body = { grant_type: 'password', username: sender.email, password: sender.password };
    sender.token = ok(await api.anyone.authenticate({ body })).access_token ?? '';
  }
  kills.stop();
  expect(kills.killed()).toBeGreaterThan(3);
  expect(await readBatch(api, sender, id)).toMatchObject({ progress: { done: ROWS, sent: ROWS, failed: 0 } });
  const rows = await allRows(api, sender, id, 'sent');
  expect(new Set(rows.map(({ envelope_id }) => envelope_id)).size).toBe(ROWS);
  const { count } = ok(await api.as(sender).getEnvelopes({ query: { rows: 1 } }));
  expect(count).toBe(ROWS);
}, 3_600_000);
