import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import { loopbackSettings } from '../../lib/aws/loopback.ts';

const NAME = 'AWS_ENDPOINT_URL_SQS';
const before = process.env[NAME];
afterEach(() => {
  if (before === undefined) delete process.env[NAME];
  else process.env[NAME] = before;
});

test('only calls of an engine on this machine go without a real signature', () => {
  const settingsAt = (endpoint: string) => {
    process.env[NAME] = endpoint;
    return loopbackSettings(NAME);
  };
  for (const engine of ['http://127.0.0.1:4000', 'http://localhost:8000/', 'http://[::1]:9324']) {
    expect(settingsAt(engine).signer, engine).toBeDefined();
  }
  for (const service of [
    '',
    'https://127.0.0.1:4000',
    'https://sqs.eu-central-1.amazonaws.com',
    'http://172.17.0.1:4566',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com:80',
  ]) {
    expect(settingsAt(service), service).toEqual({});
  }
});

test('such a call names time, account and region as signed ones do', async () => {
  process.env[NAME] = 'http://127.0.0.1:9';
  const client = new SQSClient({ region: 'eu-west-1', ...loopbackSettings(NAME) });
  const signer = await client.config.signer();
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: 'http:',
    hostname: '127.0.0.1',
    path: '/',
    headers: {},
  });
  expect(headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=\S+\/\d{8}\/\S+\/local\/aws4_request, /);
});
