import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '../../infra/local/gateway/gateway.ts';
import type { LocalServices } from '../../infra/local/gateway/local-routes.ts';
import { muteReports } from '../../infra/local/shared/report.ts';
import { echo, fakeOperation, json } from './operations.ts';

const MB = 1024 * 1024;

let gateway: Gateway;
let pokes = 0;
const local = { pump: { poke: () => pokes++ } } as unknown as LocalServices;

const operations = [
  echo('GET /v2/things'),
  echo('POST /v2/things'),
  echo('GET /v2/things/{thing_id}'),
  echo('GET /v2/things/mine'),
  echo('GET /v2/things/{thing_id}/parts/{part}'),
  fakeOperation('GET /v2/binary', () => ({
    statusCode: 200,
    headers: { 'Content-Type': 'application/pdf' },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    body: Buffer.from([0, 255, 1]).toString('base64'),
    isBase64Encoded: true,
  })),
  fakeOperation('GET /v2/large/{bytes}', ({ pathParameters }) => json('x'.repeat(Number(pathParameters?.p3)))),
  fakeOperation('GET /v2/broken', () => {
    throw new Error('secret detail');
  }),
  fakeOperation('GET /v2/malformed', () => ({}) as never),
  fakeOperation('GET /v2/moved', () => ({
    statusCode: 302,
    headers: { Location: 'https://example.com/' },
    body: '{}',
  })),
];

beforeAll(async () => {
  muteReports(true);
  gateway = await startGateway(0);
  gateway.serve(operations, local);
});

afterAll(() => gateway.stop());

const call = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);
const eventOf = async (path: string, init?: RequestInit) =>
  (await (await call(path, init)).json()) as APIGatewayProxyEvent;

/** A request whose target goes over the wire exactly as given. */
const raw = async (method: string, path: string) => {
  const request = httpRequest({ host: '127.0.0.1', port: new URL(gateway.url).port, method, path });
  request.end();
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode as number, text };
};

describe('events', () => {
  test('path variables are named by position and arrive as they were sent, percent-encoded', async () => {
    const { text } = await raw('GET', '/v2/things/a%20b%2Fc%25/parts/%C3%A4');
    const event = JSON.parse(text) as APIGatewayProxyEvent;
    expect(event.pathParameters).toEqual({ p3: 'a%20b%2Fc%25', p5: '%C3%A4' });
    expect(event.resource).toBe('/v2/things/{p3}/parts/{p5}');
    expect(event.path).toBe('/v2/things/a%20b%2Fc%25/parts/%C3%A4');
    expect(event.requestContext).toMatchObject({ resourcePath: event.resource, httpMethod: 'GET', stage: 'local' });
  });

  test('a literal segment wins over a variable, and a trailing slash changes nothing', async () => {
    expect((await eventOf('/v2/things/mine')).resource).toBe('/v2/things/mine');
    expect((await eventOf('/v2/things/mine/')).resource).toBe('/v2/things/mine');
    expect((await eventOf('/v2/things/other')).resource).toBe('/v2/things/{p3}');
  });

  test('query parameters arrive decoded, repeated ones all of them', async () => {
    const event = await eventOf('/v2/things?status[]=a&status[]=b%20c&q=x+y&empty=');
    expect(event.multiValueQueryStringParameters).toEqual({ 'status[]': ['a', 'b c'], q: ['x y'], empty: [''] });
    expect(event.queryStringParameters).toEqual({ 'status[]': 'b c', q: 'x y', empty: '' });
    expect((await eventOf('/v2/things')).queryStringParameters).toBeNull();
  });

  test('headers arrive as sent, with the caller in the identity', async () => {
    const event = await eventOf('/v2/things', { headers: { Signer: 'Bearer x', 'User-Agent': 'tester' } });
    const headers = Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(headers).toMatchObject({ signer: 'Bearer x', 'x-forwarded-for': '127.0.0.1' });
    expect(headers).not.toHaveProperty('connection');
    expect(event.requestContext.identity).toMatchObject({ sourceIp: '127.0.0.1', userAgent: 'tester' });
  });

  test('bodies of every kind arrive as base64, and a missing one as null', async () => {
    expect(await eventOf('/v2/things')).toMatchObject({ body: null, isBase64Encoded: false });
    for (const type of ['application/json', 'application/pdf', 'image/png', 'text/plain']) {
      const init = { method: 'POST', body: '{"a":"ä"}', headers: { 'content-type': type } };
      const { body, isBase64Encoded } = await eventOf('/v2/things', init);
      expect([Buffer.from(body ?? '', 'base64').toString(), isBase64Encoded]).toEqual(['{"a":"ä"}', true]);
    }
    const form = new FormData();
    form.set('file', new Blob([Buffer.from([0, 255])]), 'f.bin');
    const multipart = await eventOf('/v2/things', { method: 'POST', body: form });
    expect(Buffer.from(multipart.body ?? '', 'base64').includes(Buffer.from([0, 255]))).toBe(true);
  });

  test('the pump runs after a write, and not after a read', async () => {
    const before = pokes;
    await call('/v2/things');
    expect(pokes).toBe(before);
    await call('/v2/things', { method: 'POST' });
    expect(pokes).toBe(before + 1);
  });
});

describe('answers', () => {
  test('base64 answers are decoded, and repeated headers kept', async () => {
    const response = await call('/v2/binary');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('redirects pass through', async () => {
    const response = await call('/v2/moved', { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('https://example.com/');
  });

  test.each(['/v2/broken', '/v2/malformed', `/v2/large/${6 * MB}`])(
    '%s: 500 in the envelope, without detail',
    async (path) => {
      const response = await call(path);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ status: 'ERROR', error: expect.not.stringContaining('secret') });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  test('just under 6 MB is answered', async () => {
    const response = await call(`/v2/large/${6 * MB - 1000}`);
    expect((await response.text()).length).toBe(6 * MB - 998);
  });
});

describe('the gateway itself', () => {
  test.each([
    ['GET', '/v2/unknown'],
    ['DELETE', '/v2/things'],
    ['GET', '/v2//things'],
    ['GET', '/v2/things//parts/1'],
    ['GET', '/'],
    ['GET', '//'],
    ['GET', '/%'],
    ['GET', '/v2/things/a/../../..'],
    ['GET', '*'],
    ['GET', 'http://[/nonsense'],
    ['POST', '/local/unknown'],
  ])('%s %s: 404 in the envelope', async (method, path) => {
    const { status, text } = await raw(method, path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({ status: 'ERROR', error: expect.any(String) });
  });

  test.each([
    ['POST', '/health', 'GET, OPTIONS'],
    ['GET', '/local/settle', 'POST, OPTIONS'],
    ['DELETE', '/local/clock', 'GET, POST, OPTIONS'],
  ])('%s %s: 404 with the methods that the address has', async (method, path, allow) => {
    const { status, headers } = await call(path, { method });
    expect([status, headers.get('x-error-code'), headers.get('allow')]).toEqual([404, 'wrong_method', allow]);
  });

  test('HEAD is not supported', async () => {
    expect((await call('/v2/things', { method: 'HEAD' })).status).toBe(404);
  });

  test('a malformed percent sequence in a variable reaches the function as it is', async () => {
    const { text } = await raw('GET', '/v2/things/%zz');
    expect((JSON.parse(text) as APIGatewayProxyEvent).pathParameters).toEqual({ p3: '%zz' });
  });

  test('preflights are answered without a function', async () => {
    const response = await call('/v2/things', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    const allowed = response.headers.get('access-control-allow-headers');
    for (const name of ['authorization', 'signer', 'content-type', 'x-client-id', 'idempotency-key']) {
      expect(allowed).toContain(name);
    }
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['above 10 MB', 10 * MB + 1, 'application/pdf'],
    ['far above 10 MB', 60 * MB, 'application/json'],
    ['whose event is above 6 MB because its body counts as base64', 5 * MB, 'application/json'],
  ])('a request %s: 413 in the envelope', async (_, size, type) => {
    const body = Buffer.alloc(size, '"');
    const response = await call('/v2/things', { method: 'POST', body, headers: { 'content-type': type } });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ status: 'ERROR', error: expect.stringContaining('/v2/uploads') });
  });

  test('a connection is kept open between requests as long as by API Gateway, even if the platform is busy', async () => {
    expect((await call('/v2/things')).headers.get('keep-alive')).toBe('timeout=310');
  });

  test('a body just small enough arrives whole', async () => {
    const size = 4.4 * MB;
    const length = fakeOperation('POST /v2/length', ({ body }) => json(Buffer.from(body ?? '', 'base64').length));
    const other = await startGateway(0);
    other.serve([length], local);
    const body = Buffer.alloc(size);
    const init = { method: 'POST', body, headers: { 'content-type': 'application/pdf' } };
    expect(await (await fetch(`${other.url}/v2/length`, init)).json()).toBe(Math.floor(size));
    await other.stop();
  });

  test('garbage and half a request don’t stop it', async () => {
    const port = Number(new URL(gateway.url).port);
    for (const text of ['nonsense\r\n\r\n', 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf']) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.end(text);
      socket.resume();
      await once(socket, 'close');
    }
    expect((await call('/v2/things')).status).toBe(200);
  });

  test('before it serves, everything is 503 in the envelope', async () => {
    const early = await startGateway(0);
    const response = await fetch(`${early.url}/health`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'ERROR', error: expect.any(String) });
    await early.stop();
  });

  test('a browser that opens a page at another name of this machine is led to the pages’ own, and programs aren’t', async () => {
    const other = await startGateway(0);
    const { port } = new URL(other.url);
    const pages = `http://localhost:${port}`;
    other.serve(operations, local, pages);
    const get = (host: string, accept: string) =>
      fetch(`http://${host}:${port}/v2/things/1?a=b`, { headers: { accept }, redirect: 'manual' });
    const led = await get('127.0.0.1', 'text/html,*/*');
    expect([led.status, led.headers.get('location')]).toEqual([307, `${pages}/v2/things/1?a=b`]);
    expect((await get('localhost', 'text/html,*/*')).status).toBe(200);
    expect((await get('127.0.0.1', '*/*')).status).toBe(200);
    await other.stop();
  });

  test('two operations can’t share a route, even with other names of variables', async () => {
    const other = await startGateway(0);
    expect(() => other.serve([echo('GET /v2/a/{b}'), echo('GET /v2/a/{c}')], local)).toThrow(/Two operations/);
    await other.stop();
  });
});
