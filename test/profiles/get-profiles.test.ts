import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRecord } from '../../lib/storage/engine/client.ts';
import { profileKey } from '../../lib/storage/engine/keys.ts';
import { type Api, startApi } from '../api.ts';
import { secondProfile } from './second-profile.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe("the caller's profiles", () => {
  test('are one for each organization, which is included; exactly one is current', async () => {
    const ada = await api.signUp({ org_name: 'First Company' });
    const second = await secondProfile(ada);
    const { status, body } = await api.as(ada).getProfiles();
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({
        id: ada.profile_id,
        current: true,
        organization: expect.objectContaining({ id: ada.organization_id, name: 'First Company' }),
      }),
      expect.objectContaining({
        id: second.id,
        current: false,
        organization: expect.objectContaining({ id: second.organization_id, name: 'Second Company' }),
      }),
    ]);
  });

  test('show no attributes of the table', async () => {
    const { body } = await api.as(await api.signUp()).getProfiles();
    expect(JSON.stringify(body)).not.toMatch(/"(pk|sk|gsi\dpk|gsi\dsk|password_hash|version)"/);
  });

  test('can’t be read by a former member', async () => {
    const ada = await api.signUp();
    await removeRecord(profileKey(ada.organization_id, ada.profile_id));
    expect((await api.as(ada).getProfiles()).status).toBe(401);
  });

  test('can’t be read with a token whose session was revoked', async () => {
    const ada = await api.signUp();
    await api.anyone.revokeToken({ body: { token: ada.refresh_token } });
    expect((await api.as(ada).getProfiles()).status).toBe(401);
    expect((await api.as(ada).getMyUser()).status).toBe(401);
  });

  test('show the profile of an API key as current', async () => {
    const ada = await api.signUp();
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const { body } = await api.anyone.authenticate({ body: { grant_type: 'client_credentials', ...key } });
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    expect(profiles.body).toEqual([expect.objectContaining({ id: ada.profile_id, current: true })]);
  });
});
