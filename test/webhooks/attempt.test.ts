import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advanceClock, DAY } from '../../lib/base/clock.ts';
import { callReceiver } from '../../lib/notify/webhooks/call-receiver.ts';
import { newWebhookSecret } from '../../lib/notify/webhooks/secret.ts';

interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

let server: Server;
let base: string;
let received: Received[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = request.headers as Record<string, string>;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  answer = (_, response) => response.end();
});

afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  server.closeAllConnections();
  server.close();
});

const payload = '{"type":"envelope_completed","data":{"name":"Ä"}}';
const secret = newWebhookSecret();
const deliver = (change: Partial<Parameters<typeof callReceiver>[0]> = {}) =>
  callReceiver({ url: `${base}/hook`, secrets: [secret], id: 'msg_1', payload, number: 1, ...change });

test('a call is verified by the standardwebhooks package, and its body is the unchanged payload', async () => {
  expect(await deliver()).toMatchObject({ outcome: 'delivered', status: 200, result: '200 OK' });
  const [call] = received;
  expect(call).toMatchObject({ method: 'POST', path: '/hook', body: payload });
  expect(call?.headers).toMatchObject({ 'webhook-id': 'msg_1', 'content-type': 'application/json; charset=utf-8' });
  expect(new Signer(secret).verify(call?.body ?? '', call?.headers ?? {})).toEqual(JSON.parse(payload));
});

test('during a rotation either secret verifies it', async () => {
  const next = newWebhookSecret();
  await deliver({ secrets: [next, secret] });
  const { body = '', headers = {} } = received[0] ?? {};
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const one of [secret, next]) expect(new Signer(one).verify(body, headers)).toEqual(JSON.parse(payload));
  expect(() => new Signer(newWebhookSecret()).verify(body, headers)).toThrow();
});

test('without a secret it is not signed', async () => {
  await deliver({ secrets: [] });
  expect(received[0]?.headers['webhook-signature']).toBeUndefined();
  expect(received[0]?.headers['webhook-id']).toBe('msg_1');
});

test('a call verifies even if the platform’s clock was moved', async () => {
  advanceClock(3 * DAY);
  try {
    await deliver();
    const { body = '', headers = {} } = received[0] ?? {};
    expect(new Signer(secret).verify(body, headers)).toEqual(JSON.parse(payload));
  } finally {
    advanceClock(-3 * DAY);
  }
});

describe('a receiver’s answer', () => {
  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'retry'],
    [400, 'retry'],
    [404, 'retry'],
    [410, 'gone'],
    [500, 'retry'],
    [503, 'retry'],
  ])('%i: %s', async (status, outcome) => {
    answer = (_, response) => response.writeHead(status, { location: `${base}/elsewhere` }).end();
    expect(await deliver()).toMatchObject({ outcome, status });
    expect(received).toHaveLength(1);
  });

  test('a long answer is no failure', async () => {
    answer = (_, response) => response.end('x'.repeat(1_000_000));
    expect(await deliver()).toMatchObject({ outcome: 'delivered', status: 200 });
  });

  test('Retry-After in seconds, as a date, beyond a day, and as nonsense', async () => {
    const retryAfter = async (value: string) => {
      answer = (_, response) => response.writeHead(503, { 'retry-after': value }).end();
      return (await deliver()).retryAfterMs;
    };
    expect(await retryAfter('120')).toBe(120_000);
    const byDate = await retryAfter(new Date(Date.now() + 3_600_000).toUTCString());
    expect(byDate).toBeGreaterThan(3_500_000);
    expect(byDate).toBeLessThanOrEqual(3_600_000);
    expect(await retryAfter(new Date(Date.now() - 3_600_000).toUTCString())).toBe(0);
    expect(await retryAfter('99999999')).toBe(DAY);
    expect(await retryAfter('soon')).toBeUndefined();
  });

  test('a missing answer is retried, with the reason', async () => {
    answer = (request) => request.socket.destroy();
    expect(await deliver()).toMatchObject({
      outcome: 'retry',
      status: null,
      result: 'the connection was closed early',
    });
    expect(await deliver({ url: 'https://10.0.0.1/' })).toMatchObject({
      outcome: 'retry',
      status: null,
      result: 'it is a private or reserved address',
    });
  });

  test('a loopback receiver is called on the local platform only', async () => {
    delete process.env.ALLOW_LOOPBACK;
    try {
      expect(await deliver()).toMatchObject({ outcome: 'retry', status: null });
      expect(received).toHaveLength(0);
    } finally {
      process.env.ALLOW_LOOPBACK = 'true';
    }
  });
});

describe('client credentials', () => {
  const credentials = () => ({
    token_endpoint: `${base}/token`,
    client_id: 'me & you',
    client_secret: 's3cret',
    scope: 'hooks',
  });

  test('fetch a token first and send it along', async () => {
    answer = (request, response) => response.end(request.url === '/token' ? '{"access_token":"abc.def"}' : '');
    expect(await deliver({ credentials: credentials() })).toMatchObject({ outcome: 'delivered' });
    expect(received.map(({ path }) => path)).toEqual(['/token', '/hook']);
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'me & you',
      client_secret: 's3cret',
      scope: 'hooks',
    });
    expect(received[1]?.headers.authorization).toBe('Bearer abc.def');
  });

  test.each([
    [401, '{}', 'token endpoint: 401 Unauthorized'],
    [200, 'not json', 'token endpoint: the answer holds no access token'],
    [200, '{"access_token":"a\\r\\nX-Injected: 1"}', 'token endpoint: the answer holds no access token'],
    [410, '', 'token endpoint: 410 Gone'],
  ])('an endpoint that answers %i %s postpones the call', async (status, body, result) => {
    answer = (_, response) => response.writeHead(status).end(body);
    expect(await deliver({ credentials: credentials() })).toMatchObject({ outcome: 'retry', status: null, result });
    expect(received.map(({ path }) => path)).toEqual(['/token']);
  });

  test('a private token endpoint is refused', async () => {
    expect(
      await deliver({ credentials: { ...credentials(), token_endpoint: 'https://169.254.169.254/' } }),
    ).toMatchObject({ outcome: 'retry', result: 'token endpoint: it is a private or reserved address' });
  });
});
