import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { type Api, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { secondProfile } from './second-profile.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const refresh = (refresh_token: string) =>
  api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });

describe('switching the profile', () => {
  test('answers tokens of the other organization, for the same session', async () => {
    const ada = await api.signUp();
    const second = await secondProfile(ada);
    const { status, body } = await api.as(ada).switchProfile({ path: { profile_id: second.id } });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({
      sid: claimsOf(ada.token).sid,
      profile_id: second.id,
      organization_id: second.organization_id,
      roles: ['member'],
    });
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    const current = profiles.body.filter((one: { current: boolean }) => one.current);
    expect(current).toEqual([expect.objectContaining({ id: second.id })]);
    const refreshed = await refresh(body.refresh_token);
    expect(claimsOf(refreshed.body.access_token)).toMatchObject({ profile_id: second.id });
  });

  test('ends the earlier refresh token', async () => {
    const ada = await api.signUp();
    const second = await secondProfile(ada);
    await api.as(ada).switchProfile({ path: { profile_id: second.id } });
    expect((await refresh(ada.refresh_token)).status).toBe(401);
  });

  test('makes the next sign-in begin there', async () => {
    const ada = await api.signUp();
    const second = await secondProfile(ada);
    await api.as(ada).switchProfile({ path: { profile_id: second.id } });
    const { body } = await api.anyone.authenticate({
      body: { grant_type: 'password', username: ada.email, password: ada.password },
    });
    expect(claimsOf(body.access_token).profile_id).toBe(second.id);
  });

  test("is refused for another's profile, and for a locked one", async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    const foreign = await api.as(ada).switchProfile({ path: { profile_id: stranger.profile_id } });
    expect(foreign.status).toBe(404);
    const second = await secondProfile(ada);
    await putRecord({ ...second, locked: true });
    expect((await api.as(ada).switchProfile({ path: { profile_id: second.id } })).status).toBe(401);
  });

  test('is refused for API keys, which act as one profile', async () => {
    const ada = await api.signUp();
    const second = await secondProfile(ada);
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const { body } = await api.anyone.authenticate({ body: { grant_type: 'client_credentials', ...key } });
    const answer = await api.as({ token: body.access_token }).switchProfile({ path: { profile_id: second.id } });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([401, 'wrong_session']);
  });
});
