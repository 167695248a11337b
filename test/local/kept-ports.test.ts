import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Platform, startPlatform } from '../../infra/local/platform.ts';
import { listenOn } from '../../infra/local/shared/loopback.ts';

const ENGINES = ['DYNAMODB', 'S3', 'SQS', 'SESV2', 'SNS'];
const embedded = ENGINES.filter((name) => !process.env[`AWS_ENDPOINT_URL_${name}`]);
const endpoints = () => embedded.map((name) => process.env[`AWS_ENDPOINT_URL_${name}`] ?? '');

let platform: Platform;
const start = async () => {
  platform = await startPlatform({ port: 0, quiet: true, operations: [] });
};
beforeAll(start);
afterAll(() => platform.stop());

test('no other service can take an engine’s port between two platforms of a process, so that AWS clients stay right', async () => {
  const first = endpoints();
  await platform.stop();
  for (const endpoint of first) {
    await expect(listenOn(createServer(), Number(new URL(endpoint).port)), endpoint).rejects.toThrow('EADDRINUSE');
  }
  await start();
  expect(endpoints()).toEqual(first);
});

test('engines have ports from which no system opens connections', () => {
  // 32,768 and above on Linux, 49,152 and above elsewhere (RFC 6335, section 6).
  for (const endpoint of endpoints()) expect(Number(new URL(endpoint).port)).toBeLessThan(32_768);
});
