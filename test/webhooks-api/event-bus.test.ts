import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { timestamp } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { fitting } from '../../lib/notify/webhooks/fitting.ts';
import { sendToQueue } from '../../lib/storage/outbox/queues.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { lease } from '../templates/material.ts';
import { EVENT_BUS, type EventBus, startEventBus } from './event-bus.ts';

let api: Api;
let bus: EventBus;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  bus = await startEventBus();
});
afterAll(async () => {
  bus.stop();
  await api.stop();
});
beforeEach(async () => {
  ada = await api.signUp();
  bus.answer('take');
  bus.received.length = 0;
});

const make = async (body: object, of = ada) =>
  (await api.as(of).createWebhookReceiver({ body: { destination: 'eventbridge', ...body } })).body;
const log = async (receiver_id: string) =>
  (await api.as(ada).getWebhookReceiverDeliveries({ path: { receiver_id } })).body.deliveries;
const createTemplate = async (of = ada) => {
  await api.as(of).createTemplate({ body: lease() });
  await api.settle();
};
const wait = async (time: string) => {
  await api.advance(time);
  await api.settle();
};

describe('a webhook whose destination is the event bus', () => {
  test('is active without an address, and puts what it wants on the bus', async () => {
    const made = await make({ events: ['template_created'] });
    expect(made).toMatchObject({ destination: 'eventbridge', url: '', state: 'active', administration: false });
    await createTemplate();
    const [event] = bus.received;
    const [delivery] = await log(made.id);
    expect(bus.received).toHaveLength(1);
    expect(event).toMatchObject({
      EventBusName: EVENT_BUS,
      Source: 'countersign',
      DetailType: 'template_created',
      Resources: [ada.organization_id],
      detail: { id: delivery?.id, ...delivery?.body },
    });
    expect(event?.detail).toMatchObject({
      type: 'template_created',
      data: { organization_id: ada.organization_id, profile_id: ada.profile_id },
    });
    const happened = Date.parse(event?.detail.timestamp ?? '');
    expect((event?.Time ?? 0) * 1000).toBeCloseTo(happened, 0);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, last_status: 200 });
  });

  test('can be tested, like any other', async () => {
    const { id } = await make({});
    await api.as(ada).testWebhookReceiver({ path: { receiver_id: id } });
    await api.settle();
    expect(bus.received).toMatchObject([{ DetailType: 'webhook_test', Resources: [ada.organization_id] }]);
  });

  test('gets nothing of another organization', async () => {
    const bob = await api.signUp();
    await make({ events: ['template_created'], administration: true });
    await createTemplate(bob);
    expect(bus.received.filter(({ DetailType }) => DetailType === 'template_created')).toEqual([]);
    await make({ events: ['template_created'], administration: true }, bob);
    await createTemplate(bob);
    await createTemplate();
    const templates = bus.received.filter(({ DetailType }) => DetailType === 'template_created');
    expect(templates.map(({ Resources: [of] }) => of)).toEqual([bob.organization_id, ada.organization_id]);
    for (const { Resources, detail } of bus.received) {
      expect(Resources).toEqual([detail.data.organization_id]);
      const { tenant_uid = detail.data.organization_id } = (detail.data.metadata ?? {}) as { tenant_uid?: string };
      expect(Resources).toEqual([tenant_uid]);
    }
  });

  test.each([
    ['refuse', 'The event bus refused it: ThrottlingException'],
    ['deny', 'The event bus did not take it: AccessDeniedException'],
  ] as const)('tries again what the bus does not take (%s), with the same id', async (answer, last_result) => {
    const { id } = await make({ events: ['template_created'] });
    bus.answer(answer);
    await createTemplate();
    expect(await log(id)).toMatchObject([{ status: 'pending', attempts: 1, last_status: null, last_result }]);
    bus.answer('take');
    await wait('PT1M');
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    const ids = bus.received.map(({ detail }) => detail.id);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('is tried in turns while the bus takes nothing for minutes, and gets all afterwards', async () => {
    const { id } = await make({ events: ['template_created'] });
    bus.answer('refuse');
    await createTemplate();
    await wait('PT1M');
    await wait('PT6M');
    expect((await api.as(ada).getWebhookReceiver({ path: { receiver_id: id } })).body.state).toBe('behind');
    bus.answer('take');
    await wait('PT30M');
    expect(await log(id)).toMatchObject([{ status: 'delivered' }]);
    expect((await api.as(ada).getWebhookReceiver({ path: { receiver_id: id } })).body.state).toBe('active');
  });

  test('gets an event that is too large for it without what is too large, and where to read that', async () => {
    const made = await make({ events: ['template_created'] });
    const long = 'ü'.repeat(140 * 1024);
    const data = { organization_id: ada.organization_id, template: { name: 'Lease', data: { a: long, b: 'kept' } } };
    const [event_id, webhook_event] = [newId(), 'template_created'] as const;
    const { organization_id } = ada;
    const created_at = timestamp();
    await sendToQueue('webhook', [{ organization_id, webhook_id: made.id, event_id, webhook_event, created_at, data }]);
    await api.settle();
    const [event] = bus.received;
    const detail = event?.detail as unknown as { left_out: string[]; read_at: string; data: { template: object } };
    expect(detail.left_out).toEqual(['template.data.a']);
    expect(detail.data.template).toEqual({ name: 'Lease', data: { b: 'kept' } });
    expect(await log(made.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    const read = await fetch(detail.read_at, { headers: { authorization: `Bearer ${ada.token}` } });
    const { deliveries } = (await read.json()) as { deliveries: { id: string; body: { data: object } }[] };
    expect(deliveries).toMatchObject([{ id: event_id, body: { data } }]);
  });

  test.each([
    ['one long text', { text: '€'.repeat(100_000) }, ['text']],
    ['many short ones', { many: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [at, at])) }, ['many']],
    ['several large ones', { a: 'a'.repeat(200_000), b: ['b'.repeat(150_000)], c: 'c' }, ['a']],
    ['as much as it takes', { text: 'a'.repeat(256 * 1024 - 2200) }, undefined],
  ])('an event fits for its bytes, not its letters: %s', (_, data, left_out) => {
    const fitted = fitting({ id: 'i', type: 't', data }, 'https://example.com/');
    expect(fitted.left_out).toEqual(left_out);
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(256 * 1024 - 2048);
  });

  test('keeps its events for later attempts when the owner takes the bus away', async () => {
    const { id } = await make({ events: ['template_created'] });
    const restore = setEnvironment({ EVENT_BUS: undefined });
    try {
      await createTemplate();
    } finally {
      restore();
    }
    expect(bus.received).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: 'pending', last_result: 'This deployment has no event bus.' }]);
    await wait('PT1M');
    expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

describe('events of administration', () => {
  test('go to the bus as lines of the export, once each, if the webhook wants them', async () => {
    const wanting = await make({ administration: true });
    await make({ events: ['template_created'] });
    await api.as(ada).createApiKey({ body: { name: 'Archive' } });
    await api.settle();
    const path = { organization_id: ada.organization_id };
    const { bytes } = await api.as(ada).exportOrganizationEvents({ path });
    const lines = Buffer.from(bytes).toString().trim().split('\n');
    const exported = new Map(lines.map((line) => JSON.parse(line)).map((line) => [line.metadata.uid, line]));
    const events = bus.received;
    const codes = events.map(({ detail }) => (detail.data.metadata as { event_code: string }).event_code);
    expect(codes).toContain('api_key:created');
    expect(new Set(events.map(({ detail }) => detail.id)).size).toBe(events.length);
    for (const { DetailType, detail } of events) {
      expect(DetailType).toBe('administration_event');
      const { organization_id, ...line } = detail.data;
      expect(organization_id).toBe(ada.organization_id);
      expect(line).toEqual(exported.get(detail.id));
    }
    expect((await log(wanting.id)).map(({ event }) => event)).toContain('administration_event');
  });

  test('stop when the webhook no longer wants them', async () => {
    const { id } = await make({ administration: true });
    await api.settle();
    const path = { receiver_id: id };
    const changed = await api.as(ada).updateWebhookReceiver({ path, body: { administration: false } });
    expect(changed.body).toMatchObject({ administration: false, destination: 'eventbridge', state: 'active' });
    await api.settle();
    bus.received.length = 0;
    await api.as(ada).createApiKey({ body: { name: 'Archive' } });
    await api.settle();
    expect(bus.received).toEqual([]);
  });
});

describe('is refused with the name of the member', () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await api.as(ada).createWebhookReceiver({ body });
    return { status, ...(answer as object) };
  };

  test('the event bus, where the deployment has none', async () => {
    const restore = setEnvironment({ EVENT_BUS: undefined });
    try {
      const error = expect.stringMatching(/^destination: must be https: the owner of this deployment/);
      expect(await refused({ destination: 'eventbridge' })).toMatchObject({ status: 'ERROR', error });
    } finally {
      restore();
    }
    expect((await api.as(ada).getWebhookReceivers()).body).toEqual([]);
  });

  test.each([
    [{ destination: 'eventbridge', url: 'https://example.com/hooks' }, /^url: must be empty/],
    [{ url: 'https://example.com/hooks', administration: true }, /^administration: is only for/],
    [{ destination: 'sqs' }, /^destination/],
    [{}, /^url: is required/],
  ])('%j', async (body, error) => {
    expect(await refused(body)).toMatchObject({ status: 'ERROR', error: expect.stringMatching(error) });
  });

  test('an address or administration by a later change', async () => {
    const [onBus, called] = [
      await make({}),
      (await api.as(ada).createWebhookReceiver({ body: { url: 'https://example.com/hooks' } })).body,
    ];
    const change = (receiver_id: string, body: object) =>
      api.as(ada).updateWebhookReceiver({ path: { receiver_id }, body });
    const addressed = await change(onBus.id, { url: 'https://example.com/hooks' });
    expect(addressed.body).toMatchObject({ error: expect.stringMatching(/^url: must be empty/) });
    const told = await change(called.id, { administration: true });
    expect(told.body).toMatchObject({ error: expect.stringMatching(/^administration: /) });
  });
});
