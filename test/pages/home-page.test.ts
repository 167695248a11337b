import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the home page has links for readers and developers, and runs no script', async () => {
  const { status, body, headers } = await api.request('GET', '/');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain(`href="${api.url}/docs"`);
  expect(body).not.toContain('<script');
  expect((await api.request('GET', '/docs')).status).toBe(200);
});
