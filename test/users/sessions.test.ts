import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const signIn = (person: Person) =>
  api.anyone.authenticate({
    body: { grant_type: 'password', username: person.email, password: person.password },
    headers: { 'user-agent': FIREFOX },
  });
const refresh = (refresh_token: string) =>
  api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });
const idOf = (token: string) => claimsOf(token).sid as string;

describe('login sessions', () => {
  test('are listed newest first, with the device, and the own one is marked', async () => {
    const ada = await api.signUp();
    const { body: tokens } = await signIn(ada);
    const { body } = await api.as({ token: tokens.access_token }).getSessions();
    expect(body[0]).toEqual({
      id: idOf(tokens.access_token),
      current: true,
      source: 'password',
      application: null,
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      browser: 'Firefox',
      platform: 'Linux',
      mobile: false,
      location: null,
      country: null,
      ip_address: '127.0.0.1',
    });
    expect(body.map(({ source }: { source: string }) => source)).toEqual(['password', 'verify', 'signup']);
    expect(body.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  });

  test('can be revoked one by one: a revoked one is not listed, not refreshed, and reads nothing', async () => {
    const ada = await api.signUp();
    const { body: tokens } = await signIn(ada);
    const revoked = await api.as(ada).revokeSession({ path: { session_id: idOf(tokens.access_token) } });
    expect([revoked.status, typeof revoked.body]).toEqual([200, 'string']);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect((await api.as({ token: tokens.access_token }).getMyUser()).status).toBe(401);
    const { body } = await api.as(ada).getSessions();
    expect(body.map(({ id }: { id: string }) => id)).not.toContain(idOf(tokens.access_token));
  });

  test('can not revoke themselves', async () => {
    const ada = await api.signUp();
    const own = await api.as(ada).revokeSession({ path: { session_id: idOf(ada.token) } });
    expect([own.status, own.body.status]).toEqual([400, 'ERROR']);
    expect((await refresh(ada.refresh_token)).status).toBe(200);
  });

  test('of others answer as unknown ones do, and go on', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const foreign = await api.as(eve).revokeSession({ path: { session_id: idOf(ada.token) } });
    const unknown = await api.as(eve).revokeSession({ path: { session_id: newId() } });
    const malformed = await api.as(eve).revokeSession({ path: { session_id: 'no such thing' } });
    expect(foreign.status).toBe(404);
    expect([unknown.body, malformed.body]).toEqual([foreign.body, foreign.body]);
    expect((await refresh(ada.refresh_token)).status).toBe(200);
  });

  test('can be revoked all at once, except the own one', async () => {
    const ada = await api.signUp();
    const { body: tokens } = await signIn(ada);
    const { status, body } = await api.as(ada).revokeOtherSessions();
    expect([status, body]).toEqual([200, { revoked: 2 }]);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect((await refresh(ada.refresh_token)).status).toBe(200);
    expect((await api.as(ada).getSessions()).body).toHaveLength(1);
  });

  test('end when they are not used for 30 days', async () => {
    const ada = await api.signUp();
    await api.advance('P29D');
    const refreshed = await refresh(ada.refresh_token);
    expect(refreshed.status).toBe(200);
    await api.advance('P29D');
    const again = await refresh(refreshed.body.refresh_token);
    expect(again.status).toBe(200);
    await api.advance('P31D');
    expect((await refresh(again.body.refresh_token)).status).toBe(401);
  });
});

describe('the own user record', () => {
  test('has the keys that clients know, and never a hash', async () => {
    const ada = await api.signUp();
    const { status, body } = await api.as(ada).getMyUser();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: ada.user_id,
      email: ada.email,
      email_verified: true,
      has_password: true,
      sign_in_providers: [],
      mfa: { enabled: false, enrolled_at: null, backup_codes_remaining: 0 },
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
    expect(body).not.toHaveProperty('pk');
  });
});
