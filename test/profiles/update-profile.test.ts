import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { plainPicture } from '../pictures.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const own = () => ({ profile_id: ada.profile_id });

const form = (bytes: Uint8Array): FormData => {
  const data = new FormData();
  data.append('picture', new File([Buffer.from(bytes)], 'me.png', { type: 'image/png' }));
  return data;
};

describe('changing the own profile', () => {
  test('changes what is given, clears what is empty, and updates the user record', async () => {
    const first = await api.as(ada).updateProfile({
      path: own(),
      body: { first_name: 'Augusta', phone: '+44 20 7946 0000', timezone: 'Europe/London', locale: 'en-GB' },
    });
    expect(first.body).toMatchObject({ first_name: 'Augusta', phone: '+44 20 7946 0000', current: true });
    const second = await api.as(ada).updateProfile({ path: own(), body: { phone: '', timezone: null } });
    expect(second.body).toMatchObject({ first_name: 'Augusta', phone: null, timezone: null, locale: 'en-GB' });
    const { body } = await api.as(ada).getMyUser();
    expect(body).toMatchObject({ first_name: 'Augusta', phone: null, timezone: null, locale: 'en-GB' });
  });

  test('never changes the server’s own keys, even if a whole record is echoed back', async () => {
    const [before] = (await api.as(ada).getProfiles()).body;
    const echoed = {
      ...before,
      id: newId(),
      organization_id: newId(),
      email: 'other@example.com',
    };
    const { status } = await api.as(ada).updateProfile({ path: own(), body: echoed });
    expect(status).toBe(200);
    const [after] = (await api.as(ada).getProfiles()).body;
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
  });

  test.each([
    ['roles', ['owner', 'admin']],
    ['roles', []],
    ['permissions', ['envelope:org:view']],
  ])('refuses other %s than the profile has (%j), and says who changes them', async (field, value) => {
    const { status, body } = await api.as(ada).updateProfile({ path: own(), body: { [field]: value, last_name: 'X' } });
    expect([status, body.error]).toEqual([406, expect.stringMatching(`^${field}: .*/v2/organization-members/`)]);
    const [after] = (await api.as(ada).getProfiles()).body;
    expect([after.roles, after.permissions, after.last_name === 'X']).toEqual([['owner'], [], false]);
  });

  test('takes a photo, encodes it again, and answers an address that anybody can load', async () => {
    const { status, body } = await api.as(ada).updateProfile({ path: own(), form: form(plainPicture(800, 600, 200)) });
    expect(status).toBe(200);
    const picture = await fetch(body.picture);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const stored = PNG.sync.read(Buffer.from(await picture.arrayBuffer()));
    expect([stored.width, stored.height]).toEqual([400, 300]);
  });

  test('deletes the photo that another one replaces, and the one that is removed', async () => {
    const first = (await api.as(ada).updateProfile({ path: own(), form: form(plainPicture(40, 40, 10)) })).body.picture;
    const second = (await api.as(ada).updateProfile({ path: own(), form: form(plainPicture(40, 40, 90)) })).body
      .picture;
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
    const echoed = await api.as(ada).updateProfile({ path: own(), body: { picture: second } });
    expect([echoed.body.picture, (await fetch(second)).status]).toEqual([second, 200]);
    const removed = await api.as(ada).updateProfile({ path: own(), body: { picture: null } });
    expect([removed.body.picture, (await fetch(second)).status]).toEqual([null, 404]);
  });

  test('refuses a photo that is not an image', async () => {
    const { status, body } = await api.as(ada).updateProfile({ path: own(), form: form(Buffer.from('<svg/>')) });
    expect([status, body.error]).toEqual([406, 'picture: must be a PNG or JPEG image']);
  });

  test("gives the same answer for another's profile as for an unknown one", async () => {
    const stranger = await api.signUp();
    const path = { profile_id: stranger.profile_id };
    const foreign = await api.as(ada).updateProfile({ path, body: { first_name: 'Eve' } });
    const unknown = await api.as(ada).updateProfile({ path: { profile_id: newId() }, body: { first_name: 'Eve' } });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await api.as(stranger).getProfiles()).body[0].first_name).toBe('Ada');
  });

  test('answers 404 for a photo that was never stored', async () => {
    const path = { profile_id: newId(), organization_id: newId(), picture_id: newId() };
    expect((await api.anyone.getProfilePicture({ path })).status).toBe(404);
  });
});
