import { Webhook as Signer } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { WebhookChange } from '../../lib/notify/webhooks/change-schema.ts';
import { maskSecret } from '../../lib/notify/webhooks/mask-secret.ts';
import { newWebhookSecret } from '../../lib/notify/webhooks/secret.ts';
import { noEvents } from '../../lib/notify/webhooks/webhook-schema.ts';
import { WEBHOOK_EVENTS } from '../../lib/storage/outbox/webhook-events.ts';

test('there are 23 events, none on at first', () => {
  expect(WEBHOOK_EVENTS).toHaveLength(23);
  expect(Object.values(noEvents())).toEqual(Array(23).fill(false));
});

test('a change applies to known settings only: unknown events and server-owned keys have no effect', () => {
  expect(
    WebhookChange.parse({
      id: 'mine',
      secret_key: 'mine',
      url: 'https://example.com/hook',
      events: { envelope_created: true, made_up: true },
    }),
  ).toEqual({ url: 'https://example.com/hook', events: { envelope_created: true } });
});

test.each(['http://example.com/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://a:b@example.com/', 'nonsense'])(
  'the address %s is refused with a reason',
  (url) => {
    const result = WebhookChange.safeParse({ url });
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.path).toEqual(['url']);
    expect(result.error?.issues[0]?.message).toMatch(/can't be used/);
  },
);

test('an empty address turns calls off', () => {
  expect(WebhookChange.parse({ url: '' })).toEqual({ url: '' });
});

test('a new secret is valid for Standard Webhooks, and its masked form shows only its end', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Signer(secret).sign('id', new Date(), '{}')).toMatch(/^v1,/);
  expect(newWebhookSecret()).not.toBe(secret);
  expect(maskSecret(secret)).toBe(`whsec_********${secret.slice(-4)}`);
});
