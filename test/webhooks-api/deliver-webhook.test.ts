import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendBodies } from '../../lib/aws/queues/send.ts';
import { now, timestamp } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { logAndClaim, recordResult } from '../../lib/notify/webhooks/delivery-store.ts';
import { webhookMessages } from '../../lib/notify/webhooks/messages.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

let api: Api;
let receiver: Receiver;
let person: Person;
let secret: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

beforeEach(async () => {
  receiver = await startReceiver({ checks: false });
  person = await api.signUp();
  const events = { envelope_created: true, recipient_invited: true };
  const set = await api.as(person).setWebhooks({ body: { url: receiver.url, active: true, events } });
  secret = set.body.secret_key;
  return receiver.stop;
});

/** Tokens end within the hour: after the clock was moved by more, a new one is needed. */
const signInAgain = async () => {
  const { body } = await api.request<Read<'authenticate'>>(
    'POST',
    '/v2/oauth2/token',
    {},
    {
      body: { grant_type: 'password', username: person.email, password: person.password },
    },
  );
  person = { ...person, token: body.access_token };
};

const deliveries = async () => (await api.as(person).getWebhookDeliveries()).body.deliveries;

/** Puts an event on the queue, as the dispatcher does. */
const happen = async (webhook_event: string, data: object = { id: newId() }): Promise<string> => {
  const event_id = newId();
  const { organization_id } = person;
  await sendBodies('webhook', [
    { organization_id, webhook_id: organization_id, event_id, webhook_event, created_at: timestamp(), data },
  ]);
  await api.settle();
  return event_id;
};

const verifies = ({ text, headers }: Received, key: string): boolean => {
  try {
    new Webhook(key).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

describe('a delivery', () => {
  test('is signed so that the standardwebhooks package verifies it, and is logged', async () => {
    const id = await happen('envelope_created', { id: 'e1', name: 'Contract' });
    const [call] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(call && verifies(call, secret)).toBe(true);
    expect(call?.headers['webhook-id']).toBe(id);
    expect(call?.body).toMatchObject({
      type: 'envelope_created',
      data: { id: 'e1', name: 'Contract', organization_id: person.organization_id },
    });
    expect(await deliveries()).toMatchObject([
      { id, event: 'envelope_created', status: 'delivered', attempts: 1, last_status: 200, body: call?.body },
    ]);
    const webhook = (await api.as(person).getWebhooks()).body;
    expect(webhook).toMatchObject({ status: '200 OK', last_failure: null });
    expect(webhook.last_success).not.toBeNull();
  });

  test('is sent once, even if the queue repeats its message', async () => {
    const { organization_id } = person;
    const data = { id: 'e1' };
    const message = {
      organization_id,
      webhook_id: organization_id,
      event_id: newId(),
      webhook_event: 'envelope_created',
      created_at: timestamp(),
      data,
    };
    await sendBodies('webhook', [message, message, message]);
    await api.settle();
    await sendBodies('webhook', [message]);
    await api.settle();
    expect(receiver.received).toHaveLength(1);
  });

  test('comes after the earlier ones of its envelope, and waits for no other envelope', async () => {
    const { organization_id } = person;
    const eventOf = (envelope_id: string, name: string) => ({
      organization_id,
      webhook_id: organization_id,
      event_id: newId(),
      webhook_event: 'envelope_created' as const,
      created_at: timestamp(),
      data: { envelope_id, name },
    });
    const names = () => receiver.received.map(({ body }) => body.data.name);
    const [slow, other] = [newId(), newId()];
    const release = receiver.hold();
    // Events that happened together are in one message, later ones in another.
    await sendBodies('webhook', webhookMessages(['one', 'two'].map((name) => eventOf(slow, name))));
    await expect.poll(names).toEqual(['one']);
    await sendBodies('webhook', webhookMessages([eventOf(slow, 'three'), eventOf(other, 'elsewhere')]));
    await expect.poll(names).toEqual(['one', 'elsewhere']);
    release();
    await api.settle();
    expect(names()).toEqual(['one', 'elsewhere', 'two', 'three']);
  });

  test('contains no signing link, key or token of any record', async () => {
    await happen('envelope_created', {
      id: 'e1',
      recipients: [
        { role_name: 'a', in_app_key: 'key-1', passcode: '1234', link: 'https://x.example/sign/e1/a/key-2' },
      ],
      note: 'https://x.example/sign/e1/a/key-3',
      access_key: 'key-4',
    });
    const [call] = receiver.received;
    expect(call?.body.data).toMatchObject({ recipients: [{ role_name: 'a' }] });
    expect(call?.text).not.toMatch(/key-|1234|\/sign\//);
  });

  test('is not made for an event or a webhook that is switched off', async () => {
    await happen('envelope_completed');
    await api.as(person).setWebhooks({ body: { active: false } });
    await happen('envelope_created');
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  test('of a test event is signed and logged like any other', async () => {
    const asked = await api.as(person).testWebhook();
    expect(asked.body).toMatchObject({ event: 'webhook_test', status: 'pending', attempts: 0 });
    await api.settle();
    const [call] = receiver.received;
    expect(call && verifies(call, secret)).toBe(true);
    expect(call?.body.type).toBe('webhook_test');
    expect(await deliveries()).toMatchObject([{ id: asked.body.id, status: 'delivered' }]);
  });

  test('does not wait for a message that can’t be read', async () => {
    const { organization_id } = person;
    const good = {
      organization_id,
      webhook_id: organization_id,
      event_id: newId(),
      webhook_event: 'envelope_created',
      created_at: timestamp(),
      data: {},
    };
    await sendBodies('webhook', [{ nonsense: true }, good]);
    await api.settle();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a receiver that is down', () => {
  test.each([503, 0, 302])(
    '(%i) loses nothing: every event is sent later, with the same webhook-id',
    async (status) => {
      receiver.answer(status);
      const ids = [await happen('envelope_created'), await happen('recipient_invited')];
      const [latest] = await deliveries();
      expect(latest).toMatchObject({ id: ids[1], status: 'pending', attempts: 1 });
      expect((await api.as(person).getWebhooks()).body.last_failure).not.toBeNull();
      await api.advance('PT10S');
      await api.settle();
      receiver.answer(200);
      const before = receiver.received.length;
      expect(before).toBe(4);
      await api.advance('PT10M');
      await api.settle();
      const after = receiver.received.slice(before);
      expect(after.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort());
      expect(after.every((call) => verifies(call, secret))).toBe(true);
      expect(await deliveries()).toMatchObject([
        { status: 'delivered', attempts: 3 },
        { status: 'delivered', attempts: 3 },
      ]);
      await api.advance('PT12H');
      await api.settle();
      expect(receiver.received).toHaveLength(before + 2);
    },
  );

  test('for more than three days gets no more attempts; the delivery stays in the log, and can be sent again from there', async () => {
    receiver.answer(500);
    const id = await happen('envelope_created');
    for (let day = 0; day < 12; day++) {
      await api.advance('P1D');
      await api.settle();
    }
    await signInAgain();
    expect(await deliveries()).toMatchObject([{ id, status: 'failed', attempts: 10, next_attempt_at: null }]);
    receiver.answer(200);
    const before = receiver.received.length;
    const again = await api.as(person).redeliverWebhook({ path: { id } });
    expect(again.body).toMatchObject({ id, status: 'pending' });
    await api.settle();
    expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([id]);
    expect(await deliveries()).toMatchObject([{ id, status: 'delivered', attempts: 11 }]);
  });

  test('that answers 410 is called no more until it is switched on again, and what came meanwhile can be redelivered', async () => {
    receiver.answer(503);
    const waiting = await happen('recipient_invited');
    receiver.answer(410);
    const id = await happen('envelope_created');
    expect((await api.as(person).getWebhooks()).body).toMatchObject({ active: false, status: '410 Gone' });
    await api.settle();
    const warnings = (await api.messages(person.email)).filter(({ subject }) => subject.includes('switched off'));
    expect(warnings.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^The webhook of “Company \d+” was switched off$/),
    ]);
    expect(warnings[0]?.text).toContain(new URL(receiver.url).host);
    expect(warnings[0]?.text).not.toContain(receiver.url);
    const before = receiver.received.length;
    const missed = await happen('envelope_created');
    await api.advance('PT1H');
    await api.settle();
    expect(receiver.received).toHaveLength(before);
    await signInAgain();
    expect(await deliveries()).toMatchObject([
      { id: missed, status: 'not_sent', attempts: 0, next_attempt_at: null },
      { id, status: 'gone', last_status: 410 },
      { id: waiting, status: 'failed' },
    ]);
    receiver.answer(200);
    await api.as(person).setWebhooks({ body: { active: true } });
    await happen('envelope_created');
    expect(receiver.received).toHaveLength(before + 1);
    expect((await api.as(person).redeliverWebhook({ path: { id: missed } })).status).toBe(200);
    await api.settle();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(missed);
    // A webhook that its owner has switched off keeps nothing.
    await api.as(person).setWebhooks({ body: { active: false } });
    const unwanted = await happen('envelope_created');
    expect((await deliveries()).map((one: { id: string }) => one.id)).not.toContain(unwanted);
  });
});

describe('an attempt whose worker died', () => {
  test('is repeated with the same webhook-id', async () => {
    const { organization_id } = person;
    const own = { organization_id, webhook_id: organization_id };
    const event = { id: newId(), ...own, event: 'envelope_created' as const };
    await logAndClaim({ ...event, url: receiver.url, body: '{}', created_at: timestamp() });
    await api.settle();
    expect(receiver.received).toEqual([]);
    await api.advance('PT1M');
    await api.settle();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id]);
    expect(await deliveries()).toMatchObject([{ id: event.id, status: 'delivered', attempts: 2 }]);
  });

  test('does not overwrite the result of its repeat', async () => {
    const { organization_id } = person;
    const own = { organization_id, webhook_id: organization_id };
    const event = { id: newId(), ...own, event: 'envelope_created' as const };
    const dead = await logAndClaim({ ...event, url: receiver.url, body: '{}', created_at: timestamp() });
    await api.advance('PT1M');
    await api.settle();
    const late = { outcome: 'retry', status: 500, result: 'late', duration: 1 } as const;
    if (dead) await recordResult(dead, receiver.url, late, 'fast');
    expect(await deliveries()).toMatchObject([{ id: event.id, status: 'delivered', last_result: '200 OK' }]);
  });
});

describe('the signing secret', () => {
  test('signs together with the earlier one for 24 hours after a rotation, and then alone', async () => {
    const rotated = (await api.as(person).rotateWebhookSecret()).body.secret_key;
    await happen('envelope_created');
    await api.advance('PT23H');
    await happen('envelope_created');
    await api.advance('PT2H');
    await happen('envelope_created');
    expect(receiver.received.map((call) => [verifies(call, secret), verifies(call, rotated)])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });
});

describe('the delivery log', () => {
  test('lists the newest first, page by page, and only to its own organization', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await happen('envelope_created'));
    const listed: string[] = [];
    let before: string | undefined;
    do {
      const { body } = await api.as(person).getWebhookDeliveries({ query: { rows: 2, before } });
      expect(body.deliveries.length).toBeLessThanOrEqual(2);
      listed.push(...body.deliveries.map(({ id }: { id: string }) => id));
      before = body.next ?? undefined;
    } while (before);
    expect(listed).toEqual(ids);

    const stranger = await api.signUp();
    await api.as(stranger).setWebhooks({ body: { url: receiver.url } });
    expect((await api.as(stranger).getWebhookDeliveries()).body).toEqual({ deliveries: [], next: null });
    const foreign = await api.as(stranger).redeliverWebhook({ path: { id: String(ids[0]) } });
    const unknown = await api.as(stranger).redeliverWebhook({ path: { id: newId() } });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
  });

  test('says when the next attempt is due', async () => {
    receiver.answer(500);
    await happen('envelope_created');
    const [entry] = await deliveries();
    expect(new Date(entry.next_attempt_at).getTime()).toBeGreaterThan(now().getTime());
  });
});
