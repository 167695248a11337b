import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { onRun } from '../aws-calls.ts';
import { lease } from '../templates/material.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let api: Api;
let receiver: Receiver;
let delivered = 0;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
  onRun(({ name }) => {
    if (name === 'deliver-webhook') delivered += 1;
  });
});
afterAll(async () => {
  onRun(undefined);
  await receiver.stop();
  await api.stop();
});

test('an event that no webhook wants causes no run of the webhook worker', async () => {
  const [ada, grace, mary] = [await api.signUp(), await api.signUp(), await api.signUp()];
  const events = { template_created: true };
  await api.as(ada).setWebhooks({ body: { url: receiver.url, active: true, events } });
  await api.as(grace).setWebhooks({ body: { url: receiver.url, active: false, events } });
  await api.settle();
  delivered = 0;
  const made = await api.as(ada).createTemplate({ body: lease() });
  await api.as(ada).updateTemplate({ path: { template_id: made.body.id }, body: { name: 'Changed' } });
  await api.as(grace).createTemplate({ body: lease() });
  await api.as(mary).createTemplate({ body: lease() });
  await api.settle();
  expect(delivered).toBe(1);
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['template_created']);
});
