import {
  cancelEnvelope,
  envelopeRecipientSubmit,
  getWebhooks,
  rotateWebhookSecret,
  setWebhooks,
  type TWebhookEvent,
  updateEnvelopeField,
  WEBHOOK_EVENTS,
} from '@verdocs/js-sdk';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { type Received, type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { join, type Member, openAndAgree } from './client.ts';
import { recipient, send } from './sending.ts';

let api: Api;
let ada: Member;
let receiver: Receiver;
let secret: string;

const all = Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, true])) as Record<TWebhookEvent, boolean>;
const WANTED = { auth_method: 'hmac', active: true, events: all } as const;

beforeAll(async () => {
  api = await startApi();
  ada = await join(api);
  receiver = await startReceiver();
  secret = (await setWebhooks(ada.endpoint, { ...WANTED, url: receiver.url })).secret_key ?? '';
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});

const verified = ({ text, headers }: Received, by = secret) =>
  new Webhook(by).verify(text, headers as Record<string, string>) as { type: string; data: Record<string, unknown> };

const typesSince = (from: number) => receiver.received.slice(from).map((call) => verified(call).type);

/** One envelope with an odd name, signed by its one recipient. */
const journey = async () => {
  const one = recipient('Käufer 🙂');
  const { id } = await send(ada, [one], { name: 'Kauf 🙂 漢字' });
  const { endpoint, role_name } = await openAndAgree(api, one.email);
  await updateEnvelopeField(endpoint, id, role_name, `text of ${role_name}`, 'x', false);
  await envelopeRecipientSubmit(endpoint, id, role_name);
  await api.settle();
  return id;
};

describe('a webhook', () => {
  it('is called for each event of a whole signing, each call signed, none with a link or a key', async () => {
    const from = receiver.received.length;
    const id = await journey();
    expect(typesSince(from)).toEqual(
      expect.arrayContaining([
        'envelope_created',
        'recipient_invited',
        'recipient_opened',
        'recipient_disclosure_accepted',
        'recipient_submitted',
        'envelope_completed',
      ]),
    );
    const calls = receiver.received.slice(from);
    for (const call of calls) {
      expect(verified(call).data).toMatchObject({ envelope_id: id, envelope: { id, name: 'Kauf 🙂 漢字' } });
      expect(call.text).not.toMatch(/\/sign\/|in_app_key|access_token/);
      expect(() => verified({ ...call, text: call.text.replace('Kauf', 'Raub') })).toThrow();
    }
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(calls.length);
    expect(await getWebhooks(ada.endpoint)).toMatchObject({ last_success: expect.any(String), last_failure: null });
  });

  it('loses nothing while its receiver is down', async () => {
    const from = receiver.received.length;
    receiver.answer(503);
    await journey();
    const failed = receiver.received.slice(from).map(({ headers }) => headers['webhook-id']);
    expect((await getWebhooks(ada.endpoint)).last_failure).not.toBeNull();
    receiver.answer(200);
    const again = receiver.received.length;
    await api.advance('PT30M');
    await api.settle();
    const repeated = receiver.received.slice(again).map(({ headers }) => headers['webhook-id']);
    expect([...repeated].sort()).toEqual([...new Set(failed)].sort());
    expect(new Set(repeated).size).toBe(repeated.length);
    expect(repeated.length).toBeGreaterThan(5);
  });

  it('signs with both secrets after a rotation, and sends only the events that are switched on', async () => {
    ada = { ...ada, endpoint: (await join(api)).endpoint };
    const old = (await setWebhooks(ada.endpoint, { ...WANTED, url: receiver.url })).secret_key ?? '';
    const fresh = (await rotateWebhookSecret(ada.endpoint)).secret_key ?? '';
    const only = Object.fromEntries(
      WEBHOOK_EVENTS.map((event) => [event, event === 'envelope_canceled']),
    ) as typeof all;
    await setWebhooks(ada.endpoint, { ...WANTED, url: receiver.url, events: only });
    const from = receiver.received.length;
    const { id } = await send(ada, [recipient('One')]);
    await cancelEnvelope(ada.endpoint, id);
    await api.settle();
    const [call, ...others] = receiver.received.slice(from);
    expect(others).toEqual([]);
    for (const by of [old, fresh]) expect(verified(call as Received, by).type).toBe('envelope_canceled');
    await setWebhooks(ada.endpoint, { ...WANTED, url: '', active: false });
    await send(ada, [recipient('One')]);
    await api.settle();
    expect(receiver.received).toHaveLength(from + 1);
  });
});
