import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setWebhook } from '../../infra/local/story/account.ts';
import { linkIn } from '../../infra/local/story/signing.ts';
import { FRESH_LINKS_PER_HOUR } from '../../lib/signing/sessions/fresh-link.ts';
import type { Read } from '../answers.ts';
import type { Person } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { countOf } from './chain.ts';
import { startMoodyReceiver } from './moody-receiver.ts';
import { type Runs, startRuns } from './platform-runs.ts';
import { auditOf, readEnvelope, ready, textField } from './stage.ts';
import { webhookIdsOf } from './webhook-ids.ts';

// The platform as a process of its own, which is stopped, killed and started again in between.
let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.stop());

const restart = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
  await runs.end(signal);
  await runs.start();
};

/** A session ends within the hour: after the clock was moved by more, a new one is needed. */
const signedIn = async ({ email, password }: Person): Promise<{ token: string }> => {
  const body = { grant_type: 'password', username: email, password };
  return {
    token: ok(await runs.api.request<Read<'authenticate'>>('POST', '/v2/oauth2/token', {}, { body })).access_token,
  };
};

const send = (sender: Person, more: Record<string, unknown> = {}): Promise<Envelope> =>
  sendEnvelope(runs.api, sender, [recipient('Only', 1)], { fields: [textField('Only')], ...more });

const complete = async (envelope: Envelope) => ok(await submit(runs.api, await ready(runs.api, envelope, 'Only')));

const mailsTo = async ({ recipients: [only] }: Envelope) => runs.api.messages(only?.email);

/** The ids of the chain's events that are webhooks. */
const webhookIds = async (sender: Person, { id }: Envelope): Promise<string[]> => {
  const { events } = await auditOf(runs.api, { ...sender, ...(await signedIn(sender)) }, id);
  return webhookIdsOf(events);
};

test('a receiver that is down, refuses, asks for a pause or hangs while the platform restarts misses nothing', async () => {
  const sender = await runs.api.signUp();
  const receiver = await startMoodyReceiver();
  await setWebhook(runs.api, sender, receiver.url);
  const envelope = await send(sender);
  await complete(envelope);
  await runs.api.settle();
  expect(await readEnvelope(runs.api, sender, envelope.id)).toMatchObject({ signed: true });
  const expected = (await webhookIds(sender, envelope)).toSorted();
  const pending = () => [...new Set(receiver.calls.splice(0).map(({ id }) => id))].toSorted();
  // A receiver that has failed for more than five minutes is tried with one event for all, else with each.
  const isTried = () => {
    const tried = pending();
    expect(tried.length).toBeGreaterThan(0);
    expect(expected).toEqual(expect.arrayContaining(tried));
  };

  await restart();
  await receiver.become({ status: 500 });
  // A restart may take longer than the first gap of five seconds: then the second attempt has failed, and the third is
  // five minutes later.
  await runs.api.advance('PT6M');
  await runs.api.settle();
  isTried();

  await receiver.become({ status: 429, headers: { 'retry-after': '7200' } });
  await runs.api.advance('PT31M');
  await runs.api.settle();
  isTried();
  await runs.api.advance('PT100M');
  await runs.api.settle();
  expect(pending()).toEqual([]);

  // Killed while the receiver has the calls and says nothing.
  await receiver.become('hang');
  const called = receiver.called();
  // The request waits for the receiver's answers, too, and ends with the platform.
  const advanced = runs.api.advance('PT1H').catch(() => undefined);
  await called;
  await restart('SIGKILL');
  await advanced;
  receiver.calls.splice(0);
  await receiver.become({ status: 200 });
  await runs.api.advance('PT1H');
  await runs.api.settle();
  expect(pending()).toEqual(expected);
  await runs.api.advance('P3D');
  await runs.api.settle();
  expect(pending()).toEqual([]);
  await receiver.stop();
});

test('reminders, their end and the expiry keep their times over restarts', async () => {
  const sender = await runs.api.signUp();
  const HOUR = 3_600_000;
  const clock = (await runs.api.request<{ now: string }>('GET', '/local/clock')).body;
  const envelope = await send(sender, {
    initial_reminder: 4 * HOUR,
    followup_reminders: 12 * HOUR,
    max_reminder_days: 1,
    expires_at: new Date(Date.parse(clock.now) + 72 * HOUR).toISOString(),
  });
  const counts: number[] = [];
  for (const [index, duration] of ['PT3H', 'PT2H', 'PT11H', 'PT2H', 'PT12H', 'PT24H'].entries()) {
    if (index === 3) await restart();
    await runs.api.advance(duration);
    await runs.api.settle();
    counts.push((await mailsTo(envelope)).length);
  }
  // The invitation; reminders after 5 and 18 hours; none after the day.
  expect(counts).toEqual([1, 2, 2, 3, 3, 3]);

  await restart('SIGKILL');
  await runs.api.advance('PT19H');
  await runs.api.settle();
  const mails = await mailsTo(envelope);
  expect(mails).toHaveLength(4);
  const owner = { ...sender, ...(await signedIn(sender)) };
  const ended = await readEnvelope(runs.api, owner, envelope.id);
  expect(ended).toMatchObject({ status: 'canceled', next_reminder: null });
  const audit = await auditOf(runs.api, owner, envelope.id);
  expect(['recipient:reminder', 'envelope:expired'].map((event) => countOf(audit, event))).toEqual([2, 1]);
  await runs.api.advance('P30D');
  await runs.api.settle();
  expect(await mailsTo(envelope)).toHaveLength(4);
});

test('an expired link only serves to get a fresh one, sent to the address on file', async () => {
  const sender = await runs.api.signUp();
  const envelope = await send(sender);
  const link = async () => {
    await runs.api.settle();
    const [mail] = await mailsTo(envelope);
    return { envelope_id: envelope.id, role_name: 'Only', key: linkIn(mail ? [mail] : [])?.key ?? '' };
  };
  const first = await link();
  await runs.api.advance('P31D');
  await restart();
  expect((await runs.api.anyone.startSigningSession({ path: first })).status).toBe(401);
  const asked = await runs.api.anyone.requestFreshLink({ path: first });
  expect(asked.status).toBe(200);
  const second = await link();
  expect(second.key).not.toBe(first.key);
  expect(JSON.stringify(asked.body)).not.toContain(second.key);
  expect((await runs.api.anyone.startSigningSession({ path: second })).status).toBe(200);

  const invented = { ...first, key: 'x'.repeat(first.key.length) };
  const unknown = { ...invented, envelope_id: sender.user_id };
  const answers = [];
  for (const path of [invented, unknown]) answers.push(await runs.api.anyone.requestFreshLink({ path }));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([404, answers[0]?.body]));

  // The limit is an hour's, and outlives the process.
  const ask = async () => (await runs.api.anyone.requestFreshLink({ path: first })).status;
  const statuses = [];
  for (let asks = 2; asks <= FRESH_LINKS_PER_HOUR; asks++) {
    await runs.api.advance('PT10S');
    statuses.push(await ask());
  }
  expect(statuses).toEqual(Array(FRESH_LINKS_PER_HOUR - 1).fill(200));
  await restart();
  await runs.api.advance('PT30M');
  expect(await ask()).toBe(429);
  await runs.api.advance('PT31M');
  expect(await ask()).toBe(200);
});

test('SIGTERM while documents are sealed ends the process with 0 and no leftovers, and the next run seals them', async () => {
  const sender = await runs.api.signUp();
  const envelopes = await Promise.all(Array.from({ length: 3 }, () => send(sender)));
  const signers = await Promise.all(envelopes.map((envelope) => ready(runs.api, envelope, 'Only')));
  await runs.api.settle();
  await Promise.all(signers.map((signer) => submit(runs.api, signer)));
  await sleep(30);
  expect(await runs.end('SIGTERM')).toBe(0);
  expect(runs.processes()).toEqual([]);
  await runs.start();
  await runs.api.settle();
  for (const { id } of envelopes) {
    const envelope = await readEnvelope(runs.api, sender, id);
    expect(envelope).toMatchObject({ status: 'complete', signed: true });
    expect(countOf(await auditOf(runs.api, sender, id), 'envelope:sealed')).toBe(1);
  }
});
