import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSession } from '../../lib/people/sessions/session-store.ts';
import { writeItems } from '../../lib/storage/engine/client.ts';
import { type Api, type Person, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const sessionOf = ({ user_id, organization_id, profile_id }: Person) =>
  ({ user: { id: user_id }, profile: { id: profile_id, organization_id }, source: 'password' }) as const;

const signIn = (username: string, password: string) =>
  api.anyone.authenticate({ body: { grant_type: 'password', username, password } });

describe('changing the password', () => {
  test('ends the other sessions, but not the caller’s', async () => {
    const ada = await api.signUp();
    const other = await signIn(ada.email, ada.password);
    const { status, body } = await api
      .as(ada)
      .changePassword({ body: { old_password: ada.password, new_password: 'a new password' } });
    expect([status, body]).toEqual([200, { status: 'OK', message: expect.any(String) }]);
    const refresh = (refresh_token: string) =>
      api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });
    expect((await refresh(other.body.refresh_token)).status).toBe(401);
    expect((await refresh(ada.refresh_token)).status).toBe(200);
    expect((await signIn(ada.email, ada.password)).status).toBe(401);
    expect((await signIn(ada.email, 'a new password')).status).toBe(200);
  });

  test('can end more sessions than one transaction takes', async () => {
    const ada = await api.signUp();
    const others = Array.from({ length: 150 }, () => newSession(sessionOf(ada), { ip: '', userAgent: '' }).item);
    await writeItems(others);
    const body = { old_password: ada.password, new_password: 'a new password' };
    expect((await api.as(ada).changePassword({ body })).status).toBe(200);
    expect((await api.as(ada).getSessions()).body).toEqual([expect.objectContaining({ current: true })]);
  });

  test('needs the old password, and counts wrong ones separately from sign-ins', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const change = (old_password: string) =>
      api.as(ada).changePassword({ body: { old_password, new_password: 'a new password' } });
    for (let guess = 0; guess < 10; guess++) {
      expect((await change('wrong')).status).toBe(400);
      await api.advance('PT20S');
    }
    expect((await change(ada.password)).status).toBe(429);
    expect((await signIn(ada.email, ada.password)).status).toBe(200);
  });

  test('refuses a new password that is too short', async () => {
    const ada = await api.signUp();
    const body = { old_password: ada.password, new_password: 'short' };
    const answer = await api.as(ada).changePassword({ body });
    expect([answer.status, answer.body.error]).toEqual([406, 'new_password: must have at least 8 characters']);
  });
});
