import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
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
