import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Headers that a browser adds to a request of the platform's own page. */
const ownPage = () => ({ origin: api.url, 'sec-fetch-site': 'same-origin' });
const cookieOf = (headers: Headers): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const keep = ({ refresh_token }: Pick<Person, 'refresh_token'>, headers: Record<string, string> = ownPage()) =>
  api.anyone.keepBrowserSession({ body: { refresh_token }, headers });
const renew = (cookie: string, headers: Record<string, string> = ownPage()) =>
  api.anyone.renewBrowserSession({ headers: { ...headers, cookie } });
const end = (cookie: string, headers: Record<string, string> = ownPage()) =>
  api.anyone.endBrowserSession({ headers: { ...headers, cookie } });

const signedIn = async () => {
  const ada = await api.signUp();
  return { ada, cookie: cookieOf((await keep(ada)).headers) };
};
const works = async (token: string): Promise<boolean> => (await api.as({ token }).getProfiles()).status === 200;

describe('a browser', () => {
  test('goes on with its session by the cookie alone, without a refresh token that a script could read', async () => {
    const { cookie } = await signedIn();
    const { status, body, headers } = await renew(cookie);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'access_token_exp', 'expires_in', 'token_type']);
    expect(await works(body.access_token)).toBe(true);
    expect(cookieOf(headers)).not.toBe(cookie);
    expect((await renew(cookieOf(headers))).status).toBe(200);
  });

  test('keeps the cookie for thirty days, from scripts and from other sites', async () => {
    const ada = await api.signUp();
    const set = (await keep(ada)).headers.get('set-cookie') ?? '';
    expect(set).toBe(`session=${ada.refresh_token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`);
  });

  test('keeps it at an address with HTTPS under a name that binds it to the host', async () => {
    const { browserSessionCookie, presentedBrowserSession } = await import(
      '../../lib/people/sessions/browser-cookie.ts'
    );
    const restore = setEnvironment({ BASE_URL: 'https://sign.example.com' });
    try {
      expect(browserSessionCookie('a.b', 0)).toMatch(
        /^__Host-session=a\.b; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
      );
      expect(presentedBrowserSession({ cookie: 'x=1; __Host-session=a.b' })).toBe('a.b');
      expect(presentedBrowserSession({ cookie: 'session=a.b' })).toBeUndefined();
    } finally {
      restore();
    }
  });

  test('is refused without a session, with a wrong one, and after the session was revoked elsewhere', async () => {
    const { ada, cookie } = await signedIn();
    for (const wrong of ['', 'session=', 'session=wrong', `${cookie}x`]) {
      const { status, headers } = await renew(wrong);
      expect([status, headers.get('x-error-code')], wrong).toEqual([401, 'refresh_token_invalid']);
    }
    await api.anyone.revokeToken({ body: { token: ada.token } });
    expect((await renew(cookie)).status).toBe(401);
  });

  test('signs out in all tabs at once, and may do so again', async () => {
    const { cookie } = await signedIn();
    const { body, headers } = await renew(cookie);
    const signedOut = await end(cookieOf(headers));
    expect(signedOut.status).toBe(200);
    expect(signedOut.headers.get('set-cookie')).toMatch(/^session=; Path=\/; Max-Age=0;/);
    expect(await works(body.access_token)).toBe(false);
    expect((await renew(cookieOf(headers))).status).toBe(401);
    expect((await end('')).status).toBe(200);
  });

  test('ends the session that it had before when another begins, and goes on with the same one', async () => {
    const { ada, cookie } = await signedIn();
    const grace = await api.signUp();
    await keep(grace, { ...ownPage(), cookie });
    expect(await works(ada.token)).toBe(false);
    expect(await works(grace.token)).toBe(true);
    await keep(grace, { ...ownPage(), cookie: `session=${grace.refresh_token}` });
    expect(await works(grace.token)).toBe(true);
  });

  test("can't go on as an application that the user allowed", async () => {
    const ada = await api.signUp();
    const as = api.as(ada);
    const key = (await as.createApiKey({ body: { name: 'Key' } })).body;
    const body = { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.client_secret };
    const tokens = (await api.anyone.authenticate({ body })).body;
    const cookie = cookieOf((await keep(tokens)).headers);
    expect((await renew(cookie)).status).toBe(401);
    await end(cookie);
    expect(await works(tokens.access_token)).toBe(true);
  });

  test('has the permissions of the groups that the member is in', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    const group = ok(
      await api.as(owner).createGroup({ body: { name: 'Auditors', permissions: ['envelope:org:view'] } }),
    );
    const path = { group_id: group.id };
    ok(await api.as(owner).addGroupMember({ path, body: { profile_id: member.profile_id } }));
    const kept = cookieOf((await keep(member)).headers);
    const { access_token } = ok(await renew(kept));
    expect(decodeJwt(access_token).permissions).toContain('envelope:org:view');
  });

  test('costs as much as a refresh, and nothing where no cookie comes', async () => {
    const { cookie } = await signedIn();
    await renew(cookie);
    const calls = callsOf('renewBrowserSession');
    expect(calls.map(({ command }) => command)).toEqual(['BatchGet', 'BatchGet', 'Update', 'Sign', 'Sign']);
    await renew('');
    expect(callsOf('renewBrowserSession')).toEqual([]);
    await keep({ refresh_token: 'x' });
    expect(callsOf('keepBrowserSession')).toEqual([]);
  });
});

describe('a page that was left before it got the next token', () => {
  test('goes on with the one before, for a minute that does not grow', async () => {
    await using _clock = await api.freezeClock();
    const { cookie } = await signedIn();
    expect((await renew(cookie)).status).toBe(200);
    await api.advance('PT40S');
    expect((await renew(cookie)).status).toBe(200);
    await api.advance('PT30S');
    expect((await renew(cookie)).status).toBe(401);
  });

  test('goes on with the token that the browser got, whichever of its requests is answered first', async () => {
    const { cookie } = await signedIn();
    const got = cookieOf((await renew(cookie)).headers);
    // The request of the page that was left comes late: nobody gets its answer.
    await renew(cookie);
    const next = cookieOf((await renew(got)).headers);
    // So does another one, after two others.
    await renew(cookie);
    expect((await renew(next)).status).toBe(200);
  });

  test('is one of two at most that go on: the session ends when a thief and the owner have both used a successor', async () => {
    const { cookie } = await signedIn();
    const thief = await renew(cookie);
    const owner = await renew(cookie);
    expect((await renew(cookieOf(thief.headers))).status).toBe(200);
    expect((await renew(cookieOf(owner.headers))).status).toBe(401);
    expect(await works(owner.body.access_token)).toBe(false);
    expect(await works(thief.body.access_token)).toBe(false);
  });

  test('has no such minute at the token endpoint', async () => {
    const { ada, cookie } = await signedIn();
    const refresh_token = ada.refresh_token;
    expect((await renew(cookie)).status).toBe(200);
    expect((await api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } })).status).toBe(401);
    expect((await renew(cookie)).status).toBe(401);
  });

  test('goes on in six tabs that ask at the same instant, without a lock', async () => {
    const { cookie } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => renew(cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('another page', () => {
  test.each<[string, () => Record<string, string>]>([
    ['of another site', () => ({ origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' })],
    ['of the same site, at another host', () => ({ origin: api.url, 'sec-fetch-site': 'same-site' })],
    ['of another port', () => ({ origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' })],
    ['without an origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['of no origin', () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' })],
    ['of an address that begins like this one', () => ({ origin: `${api.url}.evil.example.com` })],
  ])('%s neither begins, renews nor ends a session', async (_, headers) => {
    const { ada, cookie } = await signedIn();
    for (const answer of [await keep(ada, headers()), await renew(cookie, headers()), await end(cookie, headers())]) {
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([403, 'origin_refused']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await renew(cookie)).status).toBe(200);
  });
});
