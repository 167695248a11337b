import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { shortenOnLoopback } from '../../lib/aws/loopback.ts';

const NAME = 'AWS_ENDPOINT_URL_SQS';
const before = process.env[NAME];
afterEach(() => {
  if (before === undefined) delete process.env[NAME];
  else process.env[NAME] = before;
});

const credentials = { accessKeyId: 'AKIDLOOPBACK', secretAccessKey: 'secret' };
const stepsAt = (endpoint: string): string[] => {
  process.env[NAME] = endpoint;
  return shortenOnLoopback(new SQSClient({ region: 'eu-west-1', credentials }), NAME).middlewareStack.identify();
};

test('only calls of an engine on this machine go without a real signature', () => {
  const whole = new SQSClient({ region: 'eu-west-1', credentials }).middlewareStack.identify();
  for (const engine of ['http://127.0.0.1:4000', 'http://localhost:8000/', 'http://[::1]:9324']) {
    expect(stepsAt(engine).join(), engine).not.toContain('httpSigningMiddleware');
  }
  for (const service of [
    '',
    'https://127.0.0.1:4000',
    'https://sqs.eu-central-1.amazonaws.com',
    'http://172.17.0.1:4566',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com:80',
  ]) {
    expect(stepsAt(service), service).toEqual(whole);
  }
});

test('such a call is made anew after a failure, and names time, account and region as signed ones do', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume();
    response.writeHead(seen.length === 1 ? 500 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end('{"QueueUrl":"one"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[NAME] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = shortenOnLoopback(new SQSClient({ region: 'eu-west-1', credentials }), NAME);
  const found = await client.send(new GetQueueUrlCommand({ QueueName: 'seal' }));
  client.destroy();
  server.close();
  expect(found.QueueUrl).toBe('one');
  expect(seen).toHaveLength(2);
  for (const headers of seen) {
    expect(headers.host).toBe(process.env[NAME].replace('http://', ''));
    expect(headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=\S+\/\d{8}\/\S+\/local\/aws4_request, /);
  }
});

describe('a transaction', () => {
  const bodyAt = async (embedded: string | undefined) => {
    let body = '';
    const server = createServer(async (request, response) => {
      body = await text(request);
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const restore = setEnvironment({
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: url,
      EMBEDDED_TABLE_URL: embedded === 'its own' ? url : embedded,
      TABLE_NAME: 'one',
    });
    vi.resetModules();
    const { transact } = await import('../../lib/storage/engine/client.ts');
    await transact([{ put: { pk: 'a', sk: ',"ClientRequestToken":"mine"}' } }]);
    restore();
    server.close();
    return JSON.parse(body) as Record<string, unknown>;
  };

  test('has no token where the table is the platform’s own, and is the same else', async () => {
    const own = await bodyAt('its own');
    const { ClientRequestToken, ...external } = await bodyAt(undefined);
    expect(ClientRequestToken).toMatch(/^[\da-f-]{36}$/);
    expect(own).toEqual(external);
  });

  test('has its token where something is between the platform and its table', async () => {
    expect(await bodyAt('http://127.0.0.1:4001')).toHaveProperty('ClientRequestToken');
  });
});
