import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApiWithDns } from '../../domains/api-with-dns.ts';
import { typeFaults } from './declared-types.ts';
import { envelopes } from './envelopes.ts';
import { listsWithoutRows } from './list-rows.ts';
import { organizations } from './organizations.ts';
import { apiFunctions, recordedClient } from './recorder.ts';
import type { Stage } from './stage.ts';
import { templates } from './templates.ts';
import { users } from './users.ts';

/** Functions that only build an address from an endpoint. The tests follow these addresses. */
const MAKE_ADDRESSES = ['getOAuth2AuthorizeUrl', 'getSocialLoginUrl'];

/** Functions that anybody may call without a session. */
const PUBLIC = [
  'acceptOrganizationInvitation',
  'authenticate',
  'createProfile',
  'declineOrganizationInvitation',
  'getOrganizationInvitation',
  'getSocialProviders',
  'refreshToken',
  'resetPassword',
  'startSigningSession',
  'verifyEmail',
];

const { sdk, calls } = recordedClient();
let stage: Stage;
let platform: Awaited<ReturnType<typeof startApiWithDns>>;
beforeAll(async () => {
  platform = await startApiWithDns();
  stage = { api: platform.api, sdk };
});
afterAll(() => platform.stop());

describe('every function of the unmodified client works as its name and documentation say', () => {
  it('for users, their profiles, sessions, passwords and second factors', () => users(stage));
  it('for organizations, members, invitations, contacts, groups, brands, keys, webhooks and texts', () =>
    organizations(stage, platform.dns));
  it('for templates, their documents, roles and fields', () => templates(stage));
  it('for envelopes, their recipients, fields, documents and verification', () => envelopes(stage));

  it('and was called and answered over HTTP', () => {
    const wanted = apiFunctions();
    expect(wanted.length).toBeGreaterThan(100);
    const answered = (name: string) =>
      calls.some((call) => call.name === name && call.exchanges.some(({ status }) => status === 200));
    const built = (name: string) => MAKE_ADDRESSES.includes(name) && calls.some((call) => call.name === name);
    expect(wanted.filter((name) => !answered(name) && !built(name))).toEqual([]);
  });

  it('and each of its lists had a row, which the declarations are compared with', () => {
    // Nobody signs in by another provider here.
    expect(listsWithoutRows(calls)).toEqual(['sign_in_providers']);
  });

  it('and answers the records that its declarations promise', async () => {
    expect(await typeFaults(calls)).toEqual([]);
  });

  it('and is refused without a session, with a text that says so', async () => {
    const first = new Map(calls.filter(({ exchanges }) => exchanges.length > 0).map((call) => [call.name, call]));
    for (const [name, { exchanges }] of first) {
      const { method = '', url = '', data } = exchanges[0]?.request ?? {};
      const json = typeof data === 'string';
      const answer = await fetch(`${stage.api.url}${url}`, {
        method: method.toUpperCase(),
        headers: { authorization: 'Bearer none', ...(json && { 'content-type': 'application/json' }) },
        body: json ? data : null,
        redirect: 'manual',
      });
      const text = await answer.text();
      if (!PUBLIC.includes(name)) expect([name, answer.status]).toEqual([name, 401]);
      if (answer.status === 200) continue;
      expect([name, JSON.parse(text)]).toEqual([name, { status: 'ERROR', error: expect.stringMatching(/\w/) }]);
    }
  });
});
