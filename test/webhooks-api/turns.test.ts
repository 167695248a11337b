import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT_ONCE } from '../../functions/workers/run-turns.ts';
import { timestamp, timestampIn } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { logDue } from '../../lib/notify/webhooks/delivery-store.ts';
import { MAX_RECEIVERS } from '../../lib/notify/webhooks/receiver-schema.ts';
import { takeTurn } from '../../lib/notify/webhooks/turn.ts';
import { findWebhookRecord, putIntoTurns, turnsDue } from '../../lib/storage/webhooks.ts';
import { type Api, startApi } from '../api.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let api: Api;
const receivers: Receiver[] = [];
beforeAll(async () => {
  // The test takes the turns: the schedule's own run would take one between two of its steps.
  api = await startApi({ 'run-turns': async () => {} });
});
afterAll(async () => {
  for (const { stop } of receivers) await stop();
  await api.stop();
});

/** A webhook of a new organization. `wait` has it called in turns, first at `first`, and lets `count` events wait. */
const slowOne = async () => {
  const { token, organization_id } = await api.signUp();
  const receiver = await startReceiver({ checks: false });
  receivers.push(receiver);
  const { url } = receiver;
  const { id } = (await api.as({ token }).createWebhookReceiver({ body: { url, events: ['template_created'] } })).body;
  const webhook = async () => {
    const found = await findWebhookRecord(organization_id, id);
    if (!found) throw new Error('The webhook is gone');
    return found;
  };
  const wait = async (count: number, first: string) => {
    await putIntoTurns(await webhook(), first);
    for (let at = 0; at < count; at++) {
      const body = JSON.stringify({ type: 'template_created', timestamp: timestamp(), data: { organization_id } });
      const event = { id: newId(), organization_id, webhook_id: id, event: 'template_created', url, body } as const;
      await logDue({ ...event, created_at: timestamp() }, 'own');
    }
  };
  return { id, webhook, wait, received: receiver.received };
};

test('a slow webhook whose turn ends with events left waits behind another organization’s, and loses none', async () => {
  const busy = await slowOne();
  const other = await slowOne();
  await busy.wait(25, timestampIn(-2000));
  await other.wait(1, timestampIn(-1000));
  const ids = [busy.id, other.id];
  const next = async () => (await turnsDue(timestamp(), 1000)).map(({ id }) => id).find((id) => ids.includes(id));
  expect(await next()).toBe(busy.id);
  // Its time is over after the first calls.
  expect(await takeTurn(await busy.webhook(), () => busy.received.length > 0)).toHaveLength(10);
  expect(await next()).toBe(other.id);
  await takeTurn(await other.webhook(), () => false);
  expect(other.received).toHaveLength(1);
  expect(await next()).toBe(busy.id);
  await takeTurn(await busy.webhook(), () => false);
  expect(busy.received).toHaveLength(25);
  expect(new Set(busy.received.map(({ headers }) => headers['webhook-id'])).size).toBe(25);
});

test('one organization can’t fill all places of a run', () => {
  // It has its first webhook beside the others.
  expect(MAX_RECEIVERS + 1).toBeLessThan(AT_ONCE);
});
