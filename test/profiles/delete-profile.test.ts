import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { profileIn, secondProfile } from './second-profile.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const signIn = (person: { email: string; password: string }) =>
  api.anyone.authenticate({ body: { grant_type: 'password', username: person.email, password: person.password } });

describe('leaving an organization', () => {
  test('is refused to its last owner', async () => {
    const ada = await api.signUp();
    const { status, headers } = await api.as(ada).deleteProfile({ path: { profile_id: ada.profile_id } });
    expect([status, headers.get('x-error-code')]).toEqual([400, 'last_owner']);
  });

  test('continues the session as the next profile', async () => {
    const [ada, other] = [await api.signUp(), await api.signUp()];
    await profileIn(ada.organization_id, other, ['owner']);
    const second = await secondProfile(ada);
    const { status, body } = await api.as(ada).deleteProfile({ path: { profile_id: ada.profile_id } });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token).profile_id).toBe(second.id);
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    expect(profiles.body).toEqual([expect.objectContaining({ id: second.id, current: true })]);
  });

  test('keeps the current profile when another one is left', async () => {
    const ada = await api.signUp();
    const second = await secondProfile(ada);
    const { body } = await api.as(ada).deleteProfile({ path: { profile_id: second.id } });
    expect(claimsOf(body.access_token).profile_id).toBe(ada.profile_id);
  });

  test('deletes the user with the last profile, with sessions and password, and frees the address', async () => {
    const [ada, other] = [await api.signUp(), await api.signUp()];
    await profileIn(ada.organization_id, other, ['owner']);
    const { status, body } = await api.as(ada).deleteProfile({ path: { profile_id: ada.profile_id } });
    expect([status, body]).toEqual([
      200,
      { status: 'OK', message: 'Your last profile has been deleted. You are now logged out.' },
    ]);
    expect((await api.as(ada).getMyUser()).status).toBe(401);
    expect((await signIn(ada)).status).toBe(401);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: ada.refresh_token },
    });
    expect(refreshed.status).toBe(401);
    await api.signUp({ email: ada.email });
  });

  test('succeeds for one of two owners who leave at once', async () => {
    const [ada, other] = [await api.signUp(), await api.signUp()];
    await secondProfile(ada);
    const shared = await profileIn(ada.organization_id, other, ['owner']);
    const left = await Promise.all([
      api.as(ada).deleteProfile({ path: { profile_id: ada.profile_id } }),
      api.as(other).deleteProfile({ path: { profile_id: shared.id } }),
    ]);
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("can’t delete another's profile", async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    expect((await api.as(ada).deleteProfile({ path: { profile_id: stranger.profile_id } })).status).toBe(404);
    expect((await api.as(stranger).getProfiles()).status).toBe(200);
  });
});
