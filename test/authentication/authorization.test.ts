import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from './claims.ts';

let api: Api;
let ada: Person;
let confidential: App;
let mobile: App;

interface App {
  client_id: string;
  client_secret: string | null;
}

const REDIRECT = 'https://crm.example.com/callback?tenant=1';

beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  const redirect_uris = [REDIRECT, 'https://crm.example.com/other'];
  const register = async (name: string, isConfidential: boolean) =>
    (await api.as(ada).createOauthApp({ body: { name, redirect_uris, confidential: isConfidential } })).body as App;
  confidential = await register('Example <CRM>', true);
  mobile = await register('Example Mobile', false);
});
afterAll(() => api.stop());

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const pkce = (verifier: string) => ({ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' });

type Request = Record<string, string>;
const requestOf = ({ client_id }: App, more: Request = {}): Request => ({
  client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  state: 'a state & more',
  ...more,
});

const answered = (url: string | null) => Object.fromEntries(new URL(url ?? '').searchParams);

/** The code that the user's consent makes. */
const consent = async (app: App, more: Request = {}): Promise<string> => {
  const { body } = await api.as(ada).answerAuthorization({ body: requestOf(app, more) });
  return answered(body.redirect_to).code ?? '';
};

const exchange = (app: App, body: Record<string, unknown>) =>
  api.anyone.authenticate({
    body: {
      grant_type: 'authorization_code',
      client_id: app.client_id,
      client_secret: app.client_secret,
      redirect_uri: REDIRECT,
      ...body,
    },
  });

describe('starting an authorization', () => {
  test('redirects to the sign-in page with the request kept, and answers an empty object', async () => {
    const query = requestOf(mobile, pkce(newVerifier()));
    const { status, body, headers } = await api.anyone.startAuthorization({ query });
    expect([status, body]).toEqual([302, {}]);
    const location = new URL(headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(`${api.url}/authorize`);
    expect(Object.fromEntries(location.searchParams)).toEqual(query);
  });

  test.each([
    ['an address that is not registered', 'https://evil.example.com/callback'],
    ['a registered one with more behind it', `${REDIRECT}&more=1`],
    ['a registered one with a longer path', 'https://crm.example.com/callback/../evil?tenant=1'],
    ['a registered one in another case', REDIRECT.replace('callback', 'Callback')],
    ['another port', REDIRECT.replace('example.com', 'example.com:444')],
  ])('never redirects to %s', async (_, redirect_uri) => {
    for (const operation of ['startAuthorization', 'getSignInPage'] as const) {
      const answer = await api.anyone[operation]?.({ query: requestOf(mobile, { redirect_uri, response_type: 'x' }) });
      expect([answer?.status, answer?.body.status, answer?.headers.get('location')]).toEqual([400, 'ERROR', null]);
    }
    const posted = await api.as(ada).answerAuthorization({ body: requestOf(mobile, { redirect_uri }) });
    expect([posted.status, posted.body.redirect_to]).toEqual([400, undefined]);
  });

  test.each<Record<string, string>>([
    { redirect_uri: '' },
    { redirect_uri: 'not an address' },
    { response_type: '' },
    { client_id: 'not a uuid' },
  ])('answers 406 to what is no request at all: %j', async (more) => {
    for (const operation of ['startAuthorization', 'getSignInPage'] as const) {
      const answer = await api.anyone[operation]?.({ query: requestOf(mobile, more) });
      expect([answer?.status, answer?.headers.get('location')]).toEqual([406, null]);
      expect(answer?.body.error).toContain(Object.keys(more)[0]);
    }
  });

  test.each([newId(), 'not a uuid'])('never redirects for the unknown application %s', async (client_id) => {
    const { status, headers } = await api.anyone.startAuthorization({ query: requestOf({ ...mobile, client_id }) });
    expect([status, headers.get('location')]).toEqual([client_id === 'not a uuid' ? 406 : 404, null]);
  });

  test.each([
    ['another response type', { response_type: 'token', ...pkce('x') }, 'unsupported_response_type'],
    ['no challenge of a public application', {}, 'invalid_request'],
    ['a plain challenge', { code_challenge: newVerifier(), code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without method', { code_challenge: newVerifier() }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
  ])('reports %s to the application', async (_, more, error) => {
    for (const operation of ['startAuthorization', 'getSignInPage'] as const) {
      const answer = await api.anyone[operation]?.({ query: requestOf(mobile, more as Request) });
      expect(answer?.status).toBe(302);
      const location = answer?.headers.get('location') ?? '';
      expect(location.startsWith(`${REDIRECT}&`)).toBe(true);
      expect(answered(location)).toEqual({ tenant: '1', error, state: 'a state & more', iss: api.url });
    }
  });
});

describe('the sign-in page', () => {
  test('names the application, runs only its own script, and can’t be framed', async () => {
    const { status, body, headers } = await api.anyone.getSignInPage({ query: requestOf(confidential) });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('&quot;application&quot;:&quot;Example &lt;CRM&gt;&quot;');
    expect(body).not.toContain('<CRM>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src ${api.url}/assets/;`);
    const [, nonce] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const again = await api.anyone.getSignInPage({ query: requestOf(confidential) });
    expect(again.body).not.toContain(nonce);
  });
});

describe('the consent', () => {
  test('answers code, state and issuer at the registered address', async () => {
    const { status, body } = await api.as(ada).answerAuthorization({ body: requestOf(confidential) });
    expect(status).toBe(200);
    expect(body.redirect_to.startsWith(`${REDIRECT}&`)).toBe(true);
    expect(answered(body.redirect_to)).toEqual({
      tenant: '1',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'a state & more',
      iss: api.url,
    });
  });

  test('answers an error where the user refuses', async () => {
    const { body } = await api.as(ada).answerAuthorization({ body: { ...requestOf(confidential), approve: false } });
    expect(answered(body.redirect_to)).toMatchObject({ error: 'access_denied', state: 'a state & more' });
  });

  test('is not for API keys, for applications, or for a session that has ended', async () => {
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const byKey = await api.anyone.authenticate({ body: { grant_type: 'client_credentials', ...key } });
    const byApp = await exchange(confidential, { code: await consent(confidential) });
    const ended = await api.signUp();
    await api.anyone.revokeToken({ body: { token: ended.refresh_token } });
    for (const token of [byKey.body.access_token, byApp.body.access_token, ended.token]) {
      const { status } = await api.as({ token }).answerAuthorization({ body: requestOf(confidential) });
      expect(status).toBe(401);
    }
  });
});

describe('exchanging the code', () => {
  test('answers tokens that act as the user', async () => {
    const { status, body } = await exchange(confidential, { code: await consent(confidential) });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada.user_id, profile_id: ada.profile_id });
    expect(claimsOf(body.id_token)).toMatchObject({ aud: confidential.client_id });
    const { body: sessions } = await api.as(ada).getSessions();
    expect(sessions[0]).toMatchObject({ source: 'oauth', application: 'Example <CRM>', current: false });
  });

  test('requires the verifier of the challenge', async () => {
    const verifier = newVerifier();
    const code = await consent(mobile, pkce(verifier));
    for (const code_verifier of [newVerifier(), challengeOf(verifier), '', undefined]) {
      const { status, headers } = await exchange(mobile, { code, code_verifier });
      expect([status, headers.get('x-error-code')]).toEqual([400, 'invalid_grant']);
    }
    expect((await exchange(mobile, { code, code_verifier: verifier })).status).toBe(200);
  });

  test('requires the challenge of a confidential application too, and refuses a verifier without a challenge', async () => {
    const verifier = newVerifier();
    const code = await consent(confidential, pkce(verifier));
    expect((await exchange(confidential, { code })).status).toBe(400);
    expect((await exchange(confidential, { code, code_verifier: verifier })).status).toBe(200);
    const plain = await consent(confidential);
    expect((await exchange(confidential, { code: plain, code_verifier: verifier })).status).toBe(400);
  });

  test('works once: a second use ends the session that the first one opened', async () => {
    const code = await consent(confidential);
    const first = await exchange(confidential, { code });
    expect(first.status).toBe(200);
    const second = await exchange(confidential, { code });
    expect([second.status, second.headers.get('x-error-code')]).toEqual([400, 'invalid_grant']);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: first.body.refresh_token, ...confidential },
    });
    expect(refreshed.status).toBe(401);
  });

  test('works at most once when it is tried several times at the same moment', async () => {
    const code = await consent(confidential);
    const tries = await Promise.all(Array.from({ length: 5 }, () => exchange(confidential, { code })));
    expect(tries.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('shows at the application once a day when it got tokens, by codes and by refresh tokens', async () => {
    await using _clock = await api.freezeClock();
    const { email, password } = ada;
    const signIn = async () => {
      const { body } = await api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } });
      ada = { ...ada, token: body.access_token };
    };
    const made = await api.as(ada).createOauthApp({ body: { name: 'Used', redirect_uris: [REDIRECT] } });
    const app = made.body as App;
    const now = new Date(made.body.created_at);
    const tomorrow = new Date(now).setUTCHours(24, 0, 0, 0);
    await api.advance(`PT${Math.ceil((tomorrow - now.getTime()) / 1000)}S`);
    await signIn();
    const used = async () =>
      (await api.as(ada).getOauthApps()).body.find(({ client_id }) => client_id === app.client_id)?.last_used_at;
    expect(made.body.last_used_at).toBeNull();
    await exchange(app, { code: 'unknown' });
    expect(await used(), 'after a wrong code').toBeNull();
    const { body } = await exchange(app, { code: await consent(app) });
    const first = await used();
    expect(new Date(first ?? '').getTime() - tomorrow).toBeLessThan(2000);
    await api.advance('PT5M');
    await exchange(app, { code: await consent(app) });
    expect(await used(), 'later on the same day').toBe(first);
    await api.advance('P1D');
    const { refresh_token } = body;
    const next = await api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token, ...app } });
    expect(next.status).toBe(200);
    await signIn();
    expect(Date.parse((await used()) ?? '') - Date.parse(first ?? '')).toBe((24 * 60 + 5) * 60_000);
    const path = { client_id: app.client_id };
    const changed = await api.as(ada).updateOauthApp({ path, body: { name: 'Renamed' } });
    expect(changed.body.last_used_at).toBe(await used());
  });

  test('works for a minute', async () => {
    const code = await consent(confidential);
    await api.advance('PT61S');
    expect((await exchange(confidential, { code })).status).toBe(400);
  });

  test('is bound to the redirect and to the application', async () => {
    const code = await consent(confidential);
    expect((await exchange(confidential, { code, redirect_uri: 'https://crm.example.com/other' })).status).toBe(400);
    expect((await exchange(confidential, { code, redirect_uri: undefined })).status).toBe(400);
    expect((await exchange(mobile, { code })).status).toBe(400);
    expect((await exchange(confidential, { code })).status).toBe(200);
  });

  test('needs the secret of a confidential application', async () => {
    const code = await consent(confidential);
    for (const client_secret of ['wrong', '', undefined]) {
      const { status, headers } = await exchange(confidential, { code, client_secret });
      expect([status, headers.get('x-error-code')]).toEqual([401, 'invalid_client']);
    }
    expect((await exchange(confidential, { code: 'unknown' })).status).toBe(400);
  });
});

describe("an application's session", () => {
  const open = async (app: App, more: Request = {}, verifier?: string) =>
    (await exchange(app, { code: await consent(app, more), code_verifier: verifier })).body;

  test('is refreshed and ended by that application alone', async () => {
    const { refresh_token } = await open(confidential);
    const refresh = (body: Record<string, unknown>) =>
      api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token, ...body } });
    expect((await refresh({})).status).toBe(401);
    expect((await refresh({ ...confidential, client_secret: 'wrong' })).status).toBe(401);
    expect((await refresh({ client_id: mobile.client_id })).status).toBe(401);
    expect((await api.anyone.revokeToken({ body: { token: refresh_token } })).status).toBe(401);
    const refreshed = await refresh({ ...confidential });
    expect(refreshed.status).toBe(200);
    const token = refreshed.body.refresh_token;
    expect((await api.anyone.revokeToken({ body: { token, ...confidential } })).status).toBe(200);
    const ended = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: token, ...confidential },
    });
    expect(ended.status).toBe(401);
  });

  test('of a public application needs no secret', async () => {
    const verifier = newVerifier();
    const { refresh_token } = await open(mobile, pkce(verifier), verifier);
    const { client_id } = mobile;
    const { status } = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token, client_id },
    });
    expect(status).toBe(200);
  });

  test('ends when the user revokes it, and can not switch to another organization', async () => {
    const { access_token, refresh_token } = await open(confidential);
    const path = { profile_id: ada.profile_id };
    expect((await api.as({ token: access_token }).switchProfile({ path })).status).toBe(401);
    await api.as(ada).revokeSession({ path: { session_id: claimsOf(access_token).sid ?? '' } });
    const { status } = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token, ...confidential },
    });
    expect(status).toBe(401);
  });
});
