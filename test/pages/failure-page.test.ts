import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { type Api, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const ID = '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f';
const get = (path: string, accept: string) => api.request('GET', path, {}, { headers: { accept } });

const broken: [string, string, number, string][] = [
  ['a signing link whose envelope is none', '/sign/nonsense/Buyer/key', 406, 'This link is not complete'],
  ['a signing link that has a key of 300 characters', `/sign/${ID}/Buyer/${'k'.repeat(300)}`, 406, 'This link is not'],
  ['an envelope’s page whose id is none', '/envelopes/nonsense', 406, 'This link is not complete'],
  ['a sign-in page without a request', '/authorize', 406, 'You cannot sign in here'],
  [
    'a sign-in page for an unknown application',
    `/authorize?client_id=${ID}&redirect_uri=https://x.example/&response_type=code`,
    404,
    'You cannot',
  ],
  ['an address that nothing has', '/sigm/nonsense/Buyer', 404, 'There is nothing at this address'],
  ['a signing link without its key', `/sign/${ID}/Buyer`, 404, 'There is nothing at this address'],
  ['an address of the API that nothing has', '/v2/nonsense', 404, 'There is nothing at this address'],
  ['an address that is only written to', '/v2/oauth2/token', 404, 'There is nothing at this address'],
  ['an authorization of nobody', '/v2/oauth2/authorize', 406, 'You cannot sign in here'],
  [
    'an authorization for an unknown application',
    `/v2/oauth2/authorize?client_id=${ID}&redirect_uri=https://x.example/&response_type=code`,
    404,
    'You cannot sign in here',
  ],
];

describe.each(broken)('%s', (_, path, status, title) => {
  test('is a page in a browser, with the error’s status and code', async () => {
    const shown = await get(path, BROWSER);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(shown.body).toContain(`<h1>${title}`);
    expect(shown.body).not.toMatch(/"status"|<script|nonsense|redirect_uri/);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.headers.get('vary')?.split(', ')).toContain('Accept');
    expect(shown.headers.get('x-error-code')).toMatch(
      status === 404 ? /^((route_)?not_found|wrong_method)$/ : /^invalid$/,
    );
    expect(shown.headers.get('x-request-id')).toBeTruthy();
  });

  test.each(['*/*', 'application/json', ''])('is the error’s envelope for a client that accepts %j', async (accept) => {
    const answer = await get(path, accept);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ status: 'ERROR', error: expect.any(String) });
  });
});

test('every operation that shows a page shows its failures as a page, too', () => {
  const missing = operations.filter(({ contract }) => contract.produces === 'text/html' && !contract.failurePage);
  expect(missing.map(({ contract }) => contract.id)).toEqual([]);
});

test('an operation of the API answers the envelope in a browser too', async () => {
  const answer = await get('/v2/envelopes', BROWSER);
  expect([answer.status, answer.body.status]).toEqual([401, 'ERROR']);
});
