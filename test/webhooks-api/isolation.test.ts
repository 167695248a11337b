import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { lease } from '../templates/material.ts';

/** Kinds of receivers: five of each. */
const KINDS = ['healthy', 'dead', 'hanging', 'gone'] as const;
type Kind = (typeof KINDS)[number];
const EVENTS = 12;
/** The largest wait for a call that is cut after five seconds. Nothing is measured by it. */
const PATIENCE = { timeout: 60_000 };

/** A receiver of one kind. One that hangs leaves every call open until it is released. */
const startReceiver = async (kind: Kind) => {
  const calls: string[] = [];
  const open = new Set<ServerResponse>();
  let hangs = kind === 'hanging';
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      calls.push(String(request.headers['webhook-id']));
      if (kind === 'dead') request.socket.destroy();
      else if (!hangs) response.writeHead(kind === 'gone' ? 410 : 200).end();
      else open.add(response.on('close', () => open.delete(response)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    kind,
    calls,
    open,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    release: () => {
      hangs = false;
      for (const response of open) response.writeHead(200).end();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

let api: Api;
let ada: Person;
const receivers: (Awaited<ReturnType<typeof startReceiver>> & { id: string })[] = [];
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  for (const kind of KINDS.flatMap((one) => Array<Kind>(5).fill(one))) {
    const receiver = await startReceiver(kind);
    const made = await api.as(ada).createWebhookReceiver({ body: { url: receiver.url, events: ['template_created'] } });
    receivers.push({ ...receiver, id: made.body.id });
  }
});
afterAll(async () => {
  for (const { release, stop } of receivers) {
    release();
    stop();
  }
  await api.stop();
});

const of = (kind: Kind) => receivers.filter((one) => one.kind === kind);
const distinct = ({ calls }: { calls: readonly string[] }) => new Set(calls).size;
const happen = async (times: number) => {
  for (let count = 0; count < times; count++) await api.as(ada).createTemplate({ body: lease() });
};
const states = async (kind: Kind) => {
  const listed = (await api.as(ada).getWebhookReceivers()).body;
  return of(kind).map(({ id }) => listed.find((one) => one.id === id)?.state);
};

test('of twenty webhooks five are dead, five hang and five are gone: the other five wait for none of them', async () => {
  // Nothing that hangs is answered before the end: whoever waited for one would wait for ever.
  await happen(EVENTS);
  await expect.poll(() => of('healthy').map(distinct), PATIENCE).toEqual(Array(5).fill(EVENTS));
  // On a slow machine calls are cut before that, so perhaps none is open now.
  await expect.poll(() => of('hanging').map(({ calls }) => calls.length > 0), PATIENCE).toEqual(Array(5).fill(true));

  // Calls that hang are cut, and from then on those receivers have queues of their own.
  await expect.poll(() => states('hanging'), PATIENCE).toEqual(Array(5).fill('behind'));
  await expect.poll(() => states('gone'), PATIENCE).toEqual(Array(5).fill('gone'));
  await happen(EVENTS);
  await expect.poll(() => of('healthy').map(distinct), PATIENCE).toEqual(Array(5).fill(2 * EVENTS));
  for (const { open } of of('hanging')) expect(open.size).toBeLessThanOrEqual(10);

  // None is called twice for an event where it answers.
  for (const { calls } of of('healthy')) expect(calls).toHaveLength(2 * EVENTS);
  // One that is gone is called no more.
  for (const { calls } of of('gone')) expect(calls.length).toBeLessThanOrEqual(EVENTS);
  const [gone] = of('gone');
  const path = { receiver_id: gone?.id };
  const { deliveries } = (await api.as(ada).getWebhookReceiverDeliveries({ path, query: { rows: 100 } })).body;
  expect(deliveries.filter(({ status }) => status === 'not_sent').length).toBeGreaterThanOrEqual(EVENTS);

  // All that waits for those that hung arrives once they answer.
  for (const { release } of of('hanging')) release();
  await expect
    .poll(async () => {
      await api.advance('PT2M');
      return of('hanging').map(distinct);
    }, PATIENCE)
    .toEqual(Array(5).fill(2 * EVENTS));

  // Those that are dead for minutes are tried with one event, after gaps that grow, and not with each.
  await api.advance('PT6M');
  await expect.poll(() => states('dead'), PATIENCE).toEqual(Array(5).fill('behind'));
  await api.settle();
  const before = of('dead').map(({ calls }) => calls.length);
  await happen(EVENTS);
  await api.settle();
  await api.advance('PT2H');
  await api.settle();
  of('dead').forEach(({ calls }, at) => {
    expect(calls.length - (before[at] ?? 0)).toBeLessThanOrEqual(3);
  });
  expect(of('healthy').map(distinct)).toEqual(Array(5).fill(3 * EVENTS));
}, 300_000);
