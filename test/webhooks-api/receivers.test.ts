import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, now } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { replayStep } from '../../lib/notify/webhooks/replay.ts';
import { deliveriesBefore } from '../../lib/storage/deliveries.ts';
import { commit } from '../../lib/storage/engine/commit.ts';
import { newJob } from '../../lib/storage/jobs/record.ts';
import type { WebhookItem } from '../../lib/storage/records/webhook.ts';
import { findWebhookRecord, replayWrite } from '../../lib/storage/webhooks.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

let api: Api;
let ada: Person;
let receivers: Receiver[];
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ada = await api.signUp();
  receivers = [await startReceiver(), await startReceiver()];
});
afterEach(async () => {
  for (const { stop } of receivers) await stop();
});

const url = 'https://example.com/hooks';
const make = async (body: object) => (await api.as(ada).createWebhookReceiver({ body: { url, ...body } })).body;
const verifies = ({ text, headers }: Received, key: string): boolean => {
  try {
    new Webhook(key).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const types = ({ received }: Receiver) => received.map(({ body }) => body.type);
const log = async (receiver_id: string, of = ada) =>
  (await api.as(of).getWebhookReceiverDeliveries({ path: { receiver_id } })).body.deliveries;

describe('webhooks beside the first', () => {
  test('are made, listed after the first one, changed and deleted', async () => {
    const made = await make({ description: 'Archive', events: ['envelope_completed', 'envelope_completed'] });
    expect(made).toMatchObject({ url, description: 'Archive', state: 'active', filters: null, replay: null });
    expect(made.events).toEqual(['envelope_completed']);
    expect(made.secret_key).toMatch(/^whsec_/);
    const path = { receiver_id: made.id };
    const masked = { ...made, secret_key: expect.stringMatching(/^whsec_\*+.{4}$/) };
    expect((await api.as(ada).getWebhookReceiver({ path })).body).toEqual(masked);

    await api.as(ada).setWebhooks({ body: { url } });
    expect((await api.as(ada).getWebhookReceivers()).body).toMatchObject([
      { id: ada.organization_id },
      { id: made.id },
    ]);

    const change = { events: ['envelope_canceled'], active: false, filters: { data: { order: '1' } } };
    const changed = await api.as(ada).updateWebhookReceiver({ path, body: change });
    expect(changed.body).toMatchObject({
      description: 'Archive',
      state: 'off',
      events: ['envelope_canceled'],
      filters: { template_ids: [], profile_ids: [], data: { order: '1' } },
    });
    const without = await api.as(ada).updateWebhookReceiver({ path, body: { filters: null } });
    expect(without.body).toMatchObject({ filters: null, events: ['envelope_canceled'] });

    expect((await api.as(ada).deleteWebhookReceiver({ path })).status).toBe(200);
    expect((await api.as(ada).getWebhookReceiver({ path })).status).toBe(404);
    expect((await api.as(ada).getWebhookReceivers()).body).toHaveLength(1);
  });

  test('are as many as twenty, however many are made at once; a deleted one makes room', async () => {
    const answers = await Promise.all(
      Array.from({ length: 23 }, () => api.as(ada).createWebhookReceiver({ body: { url } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { headers } of refused) expect(headers.get('x-error-code')).toBe('organization_full');
    const [first] = (await api.as(ada).getWebhookReceivers()).body;
    await api.as(ada).deleteWebhookReceiver({ path: { receiver_id: first?.id } });
    expect((await api.as(ada).createWebhookReceiver({ body: { url } })).status).toBe(200);
  });

  test.each([
    [{ url: 'http://example.com' }, /^url: /],
    [{ url: undefined }, /^url: /],
    [{ description: 'a'.repeat(501) }, /^description: /],
    [{ events: ['envelope_sealed'] }, /^events\W*0/],
    [{ filters: { template_ids: ['x'] } }, /^filters\.template_ids/],
    [{ filters: { profile_ids: Array.from({ length: 21 }, newId) } }, /^filters\.profile_ids/],
    [{ filters: { data: { a: { b: 1 } } } }, /^filters\.data/],
    [
      { filters: { data: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, at])) } },
      /^filters\.data/,
    ],
    [{ active: true, url: '' }, /^url: is needed/],
    [{ auth_method: 'client_credentials' }, /^token_endpoint: /],
  ])('%j is refused with the name of the member', async (body, error) => {
    const refused = await api.as(ada).createWebhookReceiver({ body: { url, ...body } });
    expect(refused.status).toBe(406);
    expect(refused.body).toMatchObject({ error: expect.stringMatching(error) });
  });

  test('are nothing to another organization, and unchangeable for a member', async () => {
    const { id } = await make({ url: receivers[0]?.url, events: ['template_created'] });
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    const [delivery] = await log(id);
    const stranger = await api.signUp();
    const member = await colleagueOf(ada, 'member');
    const path = { receiver_id: id, id: delivery?.id };
    const nothing = { receiver_id: newId(), id: delivery?.id };
    for (const operation of [
      'getWebhookReceiver',
      'updateWebhookReceiver',
      'deleteWebhookReceiver',
      'rotateWebhookReceiverSecret',
      'testWebhookReceiver',
      'getWebhookReceiverDeliveries',
      'redeliverToWebhookReceiver',
      'replayToWebhookReceiver',
    ] as const) {
      const sent = operation.startsWith('replay') ? { from: new Date().toISOString() } : { description: 'x' };
      const body = operation.startsWith('get') ? undefined : sent;
      const [foreign, unknown] = [
        await api.use(operation, stranger, { path, body }),
        await api.use(operation, ada, { path: nothing, body }),
      ];
      expect([operation, foreign.status, foreign.body]).toEqual([operation, 404, unknown.body]);
      if (operation === 'getWebhookReceiver') continue;
      const refused = await api.use(operation, member, { path, body });
      expect([operation, refused.status]).toEqual([operation, 401]);
    }
    expect((await api.as(member).createWebhookReceiver({ body: { url } })).status).toBe(401);
    expect((await api.as(stranger).getWebhookReceivers()).body).toEqual([]);
    expect((await api.as(ada).getWebhookReceiver({ path })).body.description).toBe('');
  });
});

describe('each webhook', () => {
  test('gets its own events, signed by its own secret, and has its own log', async () => {
    const [one, other] = receivers as [Receiver, Receiver];
    const first = (await api.as(ada).setWebhooks({ body: { url: one.url, events: { template_created: true } } })).body;
    const second = await make({ url: other.url, events: ['template_created', 'template_updated'] });
    const template = (await api.as(ada).createTemplate({ body: lease() })).body;
    await api.as(ada).updateTemplate({ path: { template_id: template.id }, body: { name: 'Changed' } });
    await api.settle();
    expect([types(one), types(other).sort()]).toEqual([['template_created'], ['template_created', 'template_updated']]);
    expect(one.received.every((call) => verifies(call, first.secret_key ?? ''))).toBe(true);
    expect(other.received.every((call) => verifies(call, second.secret_key ?? ''))).toBe(true);
    expect(other.received.some((call) => verifies(call, first.secret_key ?? ''))).toBe(false);
    const logged = await log(second.id);
    expect(logged).toMatchObject([
      { event: 'template_updated', webhook_id: second.id, status: 'delivered' },
      { event: 'template_created', webhook_id: second.id, status: 'delivered' },
    ]);
    expect(logged[0]?.last_duration).toBeGreaterThanOrEqual(0);
    expect((await api.as(ada).getWebhookDeliveries()).body.deliveries).toHaveLength(1);
    expect(await log(ada.organization_id)).toHaveLength(1);
  });

  test('gets only what passes its filters', async () => {
    const [one, other] = receivers as [Receiver, Receiver];
    const events = ['envelope_created'];
    await make({ url: one.url, events, filters: { data: { order: '4711' }, profile_ids: [ada.profile_id] } });
    await make({ url: other.url, events, filters: { data: { order: '4712' } } });
    await sendEnvelope(api, ada, [recipient('Signer', 1, { email: ada.email })], { data: { order: '4711' } });
    await api.settle();
    expect([types(one), types(other)]).toEqual([['envelope_created'], []]);
  });

  test('has a secret of its own to rotate, and both sign for a day', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const made = await make({ url: one.url });
    const path = { receiver_id: made.id };
    const rotated = (await api.as(ada).rotateWebhookReceiverSecret({ path })).body;
    expect(rotated.secret_key).not.toBe(made.secret_key);
    expect(rotated.secret_overlap_until).not.toBeNull();
    const tested = await api.as(ada).testWebhookReceiver({ path });
    expect(tested.body).toMatchObject({ event: 'webhook_test', webhook_id: made.id, status: 'pending' });
    await api.settle();
    const [call] = one.received;
    expect([made, rotated].map(({ secret_key }) => call && verifies(call, secret_key ?? ''))).toEqual([true, true]);
  });

  test('gets an event of its log again', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url, events: ['template_created'] });
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    const [delivery] = await log(id);
    const again = await api.as(ada).redeliverToWebhookReceiver({ path: { receiver_id: id, id: delivery?.id } });
    expect(again.body).toMatchObject({ id: delivery?.id, status: 'pending' });
    await api.settle();
    expect(one.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id]);
  });

  test('of a deleted one is called no more', async () => {
    const [one] = receivers as [Receiver, Receiver];
    one.answer(503);
    const { id } = await make({ url: one.url, events: ['template_created'] });
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    expect(one.received).toHaveLength(1);
    await api.as(ada).deleteWebhookReceiver({ path: { receiver_id: id } });
    await api.advance('PT10M');
    await api.settle();
    expect(one.received).toHaveLength(1);
  });

  test('has a log that nobody can read or send again once it is deleted, and that erases itself', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id: receiver_id } = await make({ url: one.url, events: ['template_created'] });
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    const path = { receiver_id };
    const [delivery] = (await api.as(ada).getWebhookReceiverDeliveries({ path })).body.deliveries;
    await api.as(ada).deleteWebhookReceiver({ path });
    for (const answer of [
      await api.as(ada).getWebhookReceiverDeliveries({ path }),
      await api.as(ada).redeliverToWebhookReceiver({ path: { ...path, id: delivery?.id } }),
      await api.as(ada).replayToWebhookReceiver({ path, body: { from: delivery?.created_at } }),
    ]) {
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found']);
    }
    const { deliveries } = (await api.as(ada).getWebhookDeliveries()).body;
    expect(deliveries.filter(({ webhook_id }) => webhook_id === receiver_id)).toEqual([]);
    const kept = await deliveriesBefore(receiver_id, { rows: 10 });
    const days = kept.items.map(({ ttl, created_at }) => (ttl - Date.parse(created_at) / 1000) / 86_400);
    expect(days.map(Math.round)).toEqual([30]);
  });

  test('has a log that stays where the first one is deleted', async () => {
    const [one] = receivers as [Receiver, Receiver];
    await api.as(ada).setWebhooks({ body: { url: one.url, active: true, events: { template_created: true } } });
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    const logged = (await api.as(ada).getWebhookDeliveries()).body;
    expect(logged.deliveries).toHaveLength(1);
    ok(await api.as(ada).deleteWebhookReceiver({ path: { receiver_id: ada.organization_id } }));
    expect((await api.as(ada).getWebhookDeliveries()).body).toEqual(logged);
  });
});

describe('a webhook that is called in turns', () => {
  const down = async (answers: Receiver) => {
    answers.answer(503);
    await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    await api.advance('PT1M');
    await api.settle();
    await api.advance('PT6M');
    await api.settle();
  };

  test('after minutes of failures is tried with one event, and gets all once it answers', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url, events: ['template_created'] });
    await down(one);
    const path = { receiver_id: id };
    expect((await api.as(ada).getWebhookReceiver({ path })).body.state).toBe('behind');
    const before = one.received.length;
    for (let count = 0; count < 4; count++) await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    await api.settle();
    expect(one.received.length - before).toBeLessThanOrEqual(1);
    one.answer(200);
    await api.advance('PT30M');
    await api.settle();
    expect((await log(id)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
    expect((await api.as(ada).getWebhookReceiver({ path })).body.state).toBe('active');
  });

  test('sends tests and single events of the log at once', async () => {
    const [one] = receivers as [Receiver, Receiver];
    await api.as(ada).setWebhooks({ body: { url: one.url, events: { template_created: true } } });
    await down(one);
    one.answer(200);
    const before = one.received.length;
    const [waiting] = (await api.as(ada).getWebhookDeliveries()).body.deliveries;
    await api.as(ada).testWebhook();
    await api.as(ada).redeliverWebhook({ path: { id: waiting?.id } });
    await api.settle();
    expect(types({ ...one, received: one.received.slice(before) }).sort()).toEqual([
      'template_created',
      'webhook_test',
    ]);
  });

  test('sends tests and single events of the log at once, too, if it is one beside the first', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id: receiver_id } = await make({ url: one.url, events: ['template_created'] });
    await down(one);
    one.answer(200);
    const before = one.received.length;
    const [waiting] = await log(receiver_id);
    await api.as(ada).testWebhookReceiver({ path: { receiver_id } });
    await api.as(ada).redeliverToWebhookReceiver({ path: { receiver_id, id: waiting?.id } });
    await api.settle();
    expect(types({ ...one, received: one.received.slice(before) }).sort()).toEqual([
      'template_created',
      'webhook_test',
    ]);
  });

  test('is switched off, and its owner told, when it answers that it is gone', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id: receiver_id } = await make({ url: one.url, events: ['template_created'] });
    await down(one);
    one.answer(410);
    await api.advance('PT30M');
    await api.settle();
    expect((await api.as(ada).getWebhookReceiver({ path: { receiver_id } })).body.state).toBe('gone');
    expect((await api.messages(ada.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/webhook/i),
    );
  });

  test('is asked again at once when its address is changed', async () => {
    const [one, other] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url, events: ['template_created'] });
    await down(one);
    await api.as(ada).updateWebhookReceiver({ path: { receiver_id: id }, body: { url: other.url } });
    await api.advance('PT30M');
    await api.settle();
    expect(types(other)).toEqual(['template_created']);
    expect((await api.as(ada).getWebhookReceiver({ path: { receiver_id: id } })).body.state).toBe('active');
  });
});

describe('a replay', () => {
  const since = (minutes: number) => new Date(now().getTime() - minutes * MINUTE).toISOString();
  const replay = (receiver_id: string, body: object) =>
    api.as(ada).replayToWebhookReceiver({ path: { receiver_id }, body });
  const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

  test('sends a window of its log again, each event with the id of its first call', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url, events: ['template_created', 'template_updated'] });
    const template = (await api.as(ada).createTemplate({ body: lease() })).body;
    await api.settle();
    await api.advance('PT20M');
    await api.as(ada).createTemplate({ body: lease() });
    await api.as(ada).updateTemplate({ path: { template_id: template.id }, body: { name: 'Changed' } });
    await api.settle();
    const first = idsOf(one);
    expect(first).toHaveLength(3);
    const begun = await replay(id, { from: since(10), events: ['template_created'] });
    expect(begun.body.replay).toMatchObject({ finished_at: null, count: 0, events: ['template_created'] });
    await api.settle();
    await api.settle();
    const again = idsOf(one).slice(3);
    expect(again).toHaveLength(1);
    expect(first.slice(1)).toContain(again[0]);
    const { body } = await api.as(ada).getWebhookReceiver({ path: { receiver_id: id } });
    expect(body.replay).toMatchObject({ count: 1, finished_at: expect.any(String) });
    expect(body.state).toBe('active');
  });

  test('gives a new webhook what another one got, as far as it wants it', async () => {
    const [one, other] = receivers as [Receiver, Receiver];
    await api
      .as(ada)
      .setWebhooks({ body: { url: one.url, events: { envelope_created: true, template_created: true } } });
    await api.as(ada).createTemplate({ body: lease() });
    for (const order of ['4711', '4712']) {
      await sendEnvelope(api, ada, [recipient('Signer', 1, { email: ada.email })], { data: { order } });
    }
    await api.settle();
    const { id } = await make({ url: other.url, events: ['envelope_created'], filters: { data: { order: '4712' } } });
    for (const times of [1, 2]) {
      await replay(id, { from: since(30) });
      await api.settle();
      await api.settle();
      expect(types(other)).toEqual(Array(times).fill('envelope_created'));
    }
    expect(one.received).toHaveLength(3);
    expect(idsOf(one)).toContain(idsOf(other)[0]);
  });

  test('whose worker dies after any piece sends nothing twice', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url, events: ['template_created'] });
    for (let count = 0; count < 3; count++) await api.as(ada).createTemplate({ body: lease() });
    await api.settle();
    one.received.length = 0;
    const webhook = (await findWebhookRecord(ada.organization_id, id)) as WebhookItem;
    const window = { from: since(30), to: since(-1), events: null, started_at: since(0), finished_at: null, count: 0 };
    await commit([replayWrite(webhook, { id: newId(), ...window }, since(0))]);
    const { replay: begun } = (await findWebhookRecord(ada.organization_id, id)) as WebhookItem;
    const job = newJob('replay_webhook', ada.organization_id, { webhook_id: id, replay: begun?.id });
    // The same piece three times, as if its position had never been written.
    for (let times = 0; times < 3; times++) await replayStep(job);
    await api.settle();
    await api.settle();
    expect(new Set(idsOf(one)).size).toBe(3);
    expect(one.received).toHaveLength(3);
  });

  test('is refused beside another one, for a window that is not kept, and for a webhook that is off', async () => {
    const [one] = receivers as [Receiver, Receiver];
    const { id } = await make({ url: one.url });
    const code = async (body: object) => {
      const { status, headers } = await replay(id, body);
      return [status, headers.get('x-error-code')];
    };
    expect(await code({ from: since(31 * 24 * 60) })).toEqual([406, 'invalid']);
    expect(await code({ from: since(5), to: since(6) })).toEqual([406, 'invalid']);
    const both = await Promise.all([code({ from: since(5) }), code({ from: since(5) })]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 400]);
    await api.settle();
    expect((await code({ from: since(5) }))[0]).toBe(200);
    await api.as(ada).updateWebhookReceiver({ path: { receiver_id: id }, body: { active: false } });
    expect(await code({ from: since(5) })).toEqual([400, 'webhook_not_active']);
  });
});
