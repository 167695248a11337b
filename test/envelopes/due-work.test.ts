import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as runSchedule, access as scheduleAccess } from '../../functions/workers/run-schedule.ts';
import { DAY, SECOND, timestampIn } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { DUE_PARTITIONS, RETRY_PARTITIONS } from '../../lib/storage/due.ts';
import { getItem, type Item, putRecord } from '../../lib/storage/engine/client.ts';
import { deliveryKey, envelopeKey } from '../../lib/storage/engine/keys.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, recipient, sendEnvelope } from '../stories/envelope.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api?.stop());

const context = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds }) as Context;
const header = async (id: string) => (await getItem<Item>(envelopeKey(id))) as Item;
const mailsTo = async ({ recipients }: Envelope) => (await api.messages(recipients[0]?.email)).length;

describe('the schedule', () => {
  test('works on more than one page in a run, passes over what fails each time, and each run on its own partition', async () => {
    const reminders = { initial_reminder: DAY, followup_reminders: DAY };
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], reminders);
    await api.settle();
    const invited = await mailsTo(envelope);
    const { gsi1pk, gsi1sk } = await header(envelope.id);
    const shard = Number(String(gsi1pk).replace('DUE#', ''));
    // Longer overdue than the envelope; no key of the table is as long as their ids.
    const id = 'x'.repeat(3000);
    const ghosts = Array.from({ length: 120 }, () => ({ pk: `ENVELOPE#${newId()}`, sk: 'GHOST', id, gsi1pk }));
    await Promise.all(ghosts.map((ghost) => putRecord({ ...ghost, gsi1sk: timestampIn(-DAY) })));

    await using _clock = await api.freezeClock();
    await runSchedule({ shard: (shard + 1) % 4 }, context(60_000));
    await runSchedule({ shard }, context(5000));
    expect((await header(envelope.id)).gsi1sk).toBe(gsi1sk);
    await api.advance('P2D');
    await api.settle();
    expect(await mailsTo(envelope)).toBe(invited + 1);
  });

  test('leaves retries to a function of their own', async () => {
    const receiver = await startReceiver();
    receiver.answer(500);
    await api.as(await signedIn()).setWebhooks({
      body: { url: receiver.url, active: true, events: { envelope_created: true } },
    });
    await sendEnvelope(api, await signedIn(), [recipient('Two', 1)]);
    await api.settle();
    const [{ id }] = (await api.as(await signedIn()).getWebhookDeliveries()).body.deliveries;
    const delivery = (await getItem<Item>(deliveryKey(sender.organization_id, id))) as Item;
    expect(RETRY_PARTITIONS).toContain(delivery.gsi1pk);
    // All that the schedule reads, and it may send to no queue of webhooks (`access`, which the whole suite compares
    // with its uses).
    expect(DUE_PARTITIONS).not.toContain(delivery.gsi1pk);
    expect(scheduleAccess.queues).not.toContain('webhook');

    const before = receiver.received.length;
    await putRecord({ ...delivery, gsi1sk: timestampIn(-SECOND), leased_until: null });
    await api.settle();
    expect(receiver.received.length).toBe(before + 1);
    await receiver.stop();
  });
});

/** The sender with a new token: the clock was moved. */
const signedIn = async (): Promise<Person> => {
  const body = { grant_type: 'password', username: sender.email, password: sender.password };
  return {
    ...sender,
    token: (await api.request<Read<'authenticate'>>('POST', '/v2/oauth2/token', {}, { body })).body.access_token,
  };
};
