import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRecord } from '../../lib/storage/engine/client.ts';
import { profileKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { profileIn, secondProfile } from '../profiles/second-profile.ts';
import { claimsOf } from './claims.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const grant = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  api.anyone.authenticate({ body, headers });
const signIn = (username: string, password: string) => grant({ grant_type: 'password', username, password });
const refresh = (refresh_token: string) => grant({ grant_type: 'refresh_token', refresh_token });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const TOKENS = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: expect.any(String),
  token_type: 'Bearer',
  expires_in: 3600,
  access_token_exp: expect.any(Number),
  refresh_token_exp: expect.any(Number),
};

describe('signing in by password', () => {
  test('answers tokens, and ignores the case of the address', async () => {
    const { status, body, headers } = await signIn(ada.email.toUpperCase(), ada.password);
    expect(status).toBe(200);
    expect(body).toEqual(TOKENS);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: ada.user_id,
      profile_id: ada.profile_id,
      organization_id: ada.organization_id,
      session_type: 'user',
      email_verified: true,
    });
  });

  test('works with a form body, with an empty scope, and with a client_id, which is said to be ignored', async () => {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: ada.email,
      password: ada.password,
      client_id: 'web',
      scope: '',
    });
    const { status, headers } = await api.anyone.authenticate({ body: String(body), headers: form });
    expect([status, headers.get('countersign-ignored')]).toEqual([200, 'client_id']);
  });

  test('gives the same answer for a wrong password and for an unknown address', async () => {
    const someone = await api.signUp();
    const wrong = await signIn(someone.email, 'wrong password');
    const unknown = await signIn('nobody@example.com', 'wrong password');
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { status: 'ERROR', error: 'The e-mail address or the password is wrong.' },
    ]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test.each(['has an account', 'has none'])('locks an address that %s after ten wrong passwords', async (which) => {
    await using _clock = await api.freezeClock();
    const someone = await api.signUp();
    const email = which === 'has none' ? `unknown-${someone.email}` : someone.email;
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(email, 'wrong password')).status).toBe(401);
      await api.advance('PT20S');
    }
    const locked = await signIn(email, someone.password);
    expect([locked.status, locked.body.status]).toEqual([429, 'ERROR']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    await api.settle();
    const [mail] = await api.messages(email);
    if (which === 'has none') expect(mail).toBeUndefined();
    else expect(mail?.subject).toBe('Your account has been locked');
    await api.advance('PT16M');
    expect((await signIn(email, someone.password)).status).toBe(which === 'has none' ? 401 : 200);
  });

  test('counts wrong passwords that arrive at the same moment', async () => {
    await using _clock = await api.freezeClock();
    const someone = await api.signUp();
    const tries = await Promise.all(Array.from({ length: 20 }, () => signIn(someone.email, 'wrong password')));
    expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(tries.some(({ status }) => status === 429)).toBe(true);
  });

  test('begins in another organization when the last one is gone, and is refused when all are gone', async () => {
    const someone = await api.signUp();
    const second = await secondProfile(someone);
    await removeRecord(profileKey(someone.organization_id, someone.profile_id));
    const { body } = await signIn(someone.email, someone.password);
    expect(claimsOf(body.access_token).profile_id).toBe(second.id);
    await removeRecord(second);
    const refused = await signIn(someone.email, someone.password);
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'no_active_profile']);
  });
});

describe('refreshing', () => {
  test('answers new tokens of the same session, with what has changed since', async () => {
    const someone = await api.signUp();
    await api.as(someone).updateProfile({ path: { profile_id: someone.profile_id }, body: { first_name: 'Augusta' } });
    const { status, body } = await refresh(someone.refresh_token);
    expect(status).toBe(200);
    expect(body).toEqual(TOKENS);
    expect(body.refresh_token).not.toBe(someone.refresh_token);
    expect(claimsOf(body.access_token)).toMatchObject({ sid: claimsOf(someone.token).sid, first_name: 'Augusta' });
  });

  test('ends the whole session when a used token is used again', async () => {
    const someone = await api.signUp();
    const first = await refresh(someone.refresh_token);
    const second = await refresh(first.body.refresh_token);
    expect(second.status).toBe(200);
    expect((await refresh(first.body.refresh_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(401);
    expect((await api.as({ token: second.body.access_token }).getMyUser()).status).toBe(401);
  });

  test('gives no grace to two uses at the same moment: at most one succeeds, and the session ends', async () => {
    const someone = await api.signUp();
    const uses = await Promise.all(Array.from({ length: 5 }, () => refresh(someone.refresh_token)));
    const succeeded = uses.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeLessThanOrEqual(1);
    for (const { body } of succeeded) expect((await refresh(body.refresh_token)).status).toBe(401);
  });

  test('does not end a session because of a forged token', async () => {
    const someone = await api.signUp();
    const [owner, session, family = '', secret = ''] = someone.refresh_token.split('.');
    const forged = [owner, session, family.split('').reverse().join(''), secret].join('.');
    expect((await refresh(forged)).status).toBe(401);
    expect((await refresh(someone.refresh_token)).status).toBe(200);
  });

  test.each(['', 'x', 'a.b.c.d', 'e30.e30.e30'])('refuses %j', async (text) => {
    const { status, body } = await refresh(text);
    expect([status, body.status]).toEqual([401, 'ERROR']);
  });

  test('stops working when the membership ends', async () => {
    const someone = await api.signUp();
    await removeRecord(profileKey(someone.organization_id, someone.profile_id));
    expect((await refresh(someone.refresh_token)).status).toBe(401);
  });
});

describe('signing in with an API key', () => {
  const newKey = async (person: Person) => (await api.as(person).createApiKey({ body: { name: 'Key' } })).body;

  test('answers tokens that act as its profile, and notes the use', async () => {
    const key = await newKey(ada);
    const { status, body } = await grant({ grant_type: 'client_credentials', ...key });
    expect(status).toBe(200);
    expect(body).toEqual(TOKENS);
    expect(claimsOf(body.access_token)).toMatchObject({ profile_id: ada.profile_id, sid: key.client_id });
    const { body: keys } = await api.as({ token: body.access_token }).getApiKeys();
    const used = keys.find((one: { client_id: string }) => one.client_id === key.client_id);
    expect(used.last_used_at).not.toBeNull();
  });

  test('works by HTTP Basic and by form, as RFC 6749 requires', async () => {
    const { client_id, client_secret } = await newKey(ada);
    const authorization = `Basic ${Buffer.from(`${client_id}:${encodeURIComponent(client_secret)}`).toString('base64')}`;
    const { status } = await api.anyone.authenticate({
      body: 'grant_type=client_credentials',
      headers: { ...form, authorization },
    });
    expect(status).toBe(200);
  });

  test('gives the same answer for a wrong secret, an unknown key and no credentials', async () => {
    const { client_id, client_secret } = await newKey(ada);
    const answers = [
      await grant({ grant_type: 'client_credentials', client_id, client_secret: `${client_secret}x` }),
      await grant({ grant_type: 'client_credentials', client_id: ada.user_id, client_secret }),
      await grant({ grant_type: 'client_credentials' }),
      await grant({ grant_type: 'client_credentials' }, { authorization: 'Basic broken' }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body]);
  });

  test('opens no session in the list of logins, and can be refreshed until the key is deleted', async () => {
    const someone = await api.signUp();
    const key = await newKey(someone);
    const { body } = await grant({ grant_type: 'client_credentials', ...key });
    const { body: sessions } = await api.as(someone).getSessions();
    expect(sessions.map(({ source }: { source: string }) => source)).not.toContain('api_key');
    const refreshed = await refresh(body.refresh_token);
    expect(refreshed.status).toBe(200);
    await api.as(someone).deleteApiKey({ path: { client_id: key.client_id } });
    expect((await refresh(refreshed.body.refresh_token)).status).toBe(401);
    expect((await api.as({ token: refreshed.body.access_token }).getMyUser()).status).toBe(401);
    expect((await grant({ grant_type: 'client_credentials', ...key })).status).toBe(401);
  });

  test('acts as the profile that the key has now, also after a refresh', async () => {
    const [someone, colleague] = [await api.signUp(), await api.signUp()];
    const other = await profileIn(someone.organization_id, colleague, ['member']);
    const key = await newKey(someone);
    const { body } = await grant({ grant_type: 'client_credentials', ...key });
    const path = { client_id: key.client_id };
    expect((await api.as(someone).updateApiKey({ path, body: { profile_id: other.id } })).status).toBe(200);
    const refreshed = await refresh(body.refresh_token);
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({ profile_id: other.id, sub: colleague.user_id });
  });
});

describe('any other grant', () => {
  test.each([[{}], [{ grant_type: 'implicit' }], [{ grant_type: 'password' }], [{ grant_type: 'refresh_token' }]])(
    '%j is refused and what is missing is named',
    async (body) => {
      const { status, body: answer } = await grant(body);
      expect([status, answer.status]).toEqual([406, 'ERROR']);
      expect(answer.error).toMatch(/^(grant_type|username|refresh_token): /);
    },
  );
});

describe('an identity token', () => {
  test('is no access token', async () => {
    const { body } = await signIn(ada.email, ada.password);
    expect(claimsOf(body.id_token)).toMatchObject({ sub: ada.user_id, email: ada.email });
    expect((await api.as({ token: body.id_token }).getMyUser()).status).toBe(401);
  });
});

describe('revoking', () => {
  test.each(['refresh_token', 'access_token'] as const)('the %s ends the session', async (kind) => {
    const { body } = await signIn(ada.email, ada.password);
    const revoked = await api.anyone.revokeToken({ body: { token: body[kind] } });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expect((await refresh(body.refresh_token)).status).toBe(401);
    expect((await api.as({ token: body.access_token }).getMyUser()).status).toBe(401);
  });

  test('an unknown token answers the same', async () => {
    for (const token of ['', 'unknown', ada.refresh_token.replace(/.$/, '!'), `${ada.token}x`]) {
      const { status, body } = await api.anyone.revokeToken({ body: { token } });
      expect([status, body]).toEqual([200, {}]);
    }
    expect((await api.as(ada).getMyUser()).status).toBe(200);
  });
});

describe('the metadata for standard clients', () => {
  test('is served, with the keys that verify tokens and without identity providers', async () => {
    const { body: metadata } = await api.anyone.getAuthorizationServerMetadata();
    expect(metadata).toMatchObject({
      issuer: api.url,
      token_endpoint: `${api.url}/v2/oauth2/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    const { body: jwks } = await api.anyone.getJwks();
    const [header = '', payload = '', signature = ''] = ada.token.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const jwk = jwks.keys.find((one) => one.kid === kid);
    expect(jwk).not.toHaveProperty('d');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
    const signed = Buffer.from(`${header}.${payload}`);
    const bytes = Buffer.from(signature, 'base64url');
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, signed)).toBe(true);
    expect((await api.anyone.getSocialProviders()).body).toEqual({ google: false, microsoft: false });
  });
});
