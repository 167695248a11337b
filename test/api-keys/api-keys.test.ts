import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { colleagueOf } from '../organizations/colleague.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const make = async (person = owner, body: object = {}) =>
  (await api.as(person).createApiKey({ body: { name: 'Billing', ...body } })).body;

const token = (client_id: string, client_secret: string) =>
  api.request<Read<'authenticate'>>(
    'POST',
    '/v2/oauth2/token',
    {},
    { body: { grant_type: 'client_credentials', client_id, client_secret } },
  );

describe('createApiKey', () => {
  test('answers the secret, with which the key gets a token of its profile', async () => {
    const key = await make();
    expect(key).toMatchObject({
      name: 'Billing',
      organization_id: owner.organization_id,
      profile_id: owner.profile_id,
      global_admin: false,
      last_used_at: null,
      previous_secret_expires_at: null,
    });
    const { status, body } = await token(key.client_id, key.client_secret);
    expect(status).toBe(200);
    const read = await api.as({ token: body.access_token }).getOrganization({
      path: { organization_id: owner.organization_id },
    });
    expect(read.status).toBe(200);
    expect((await token(key.client_id, 'wrong')).status).toBe(401);
  });

  test('shows the secret once: not in the list, not in a change, not for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() };
    const key = (await api.as(owner).createApiKey({ body: { name: 'Once' }, headers })).body;
    const repeated = await api.as(owner).createApiKey({ body: { name: 'Once' }, headers });
    expect([repeated.status, repeated.headers.get('x-error-code')]).toEqual([400, 'idempotency_answer_not_kept']);
    const listed = (await api.as(owner).getApiKeys()).body;
    expect(listed.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toMatch(/secret"|hash|gsi1/);
    const changed = await api.as(owner).updateApiKey({ path: key, body: { name: 'Twice' } });
    expect(changed.body).not.toHaveProperty('client_secret');
  });

  test('refuses a key for a profile of another organization, or with more permissions than its profile', async () => {
    const stranger = await api.signUp();
    const foreign = await api.as(owner).createApiKey({ body: { name: 'x', profile_id: stranger.profile_id } });
    expect(foreign.status).toBe(406);
    expect(foreign.body.error).toMatch(/^profile_id: /);
    for (const refused of [
      await api.as(owner).createApiKey({ body: { name: 'x', global_admin: true } }),
      await api
        .as(owner)
        .updateApiKey({ path: await make(owner, { global_admin: false }), body: { global_admin: true } }),
    ]) {
      expect([refused.status, refused.body.error]).toEqual([
        406,
        expect.stringMatching(/^global_admin: must be false/),
      ]);
    }
  });
});

describe('an administrator', () => {
  test('does nothing to a key that acts as an owner, who may do more', async () => {
    const person = await api.signUp();
    const key = await make(person);
    const admin = await colleagueOf(person, 'admin');
    const { profile_id } = person;
    for (const refused of [
      await api.as(admin).createApiKey({ body: { name: 'Mine', profile_id } }),
      await api.as(admin).rotateApiKey({ path: key }),
      await api.as(admin).updateApiKey({ path: key, body: { profile_id } }),
      await api.as(admin).updateApiKey({ path: key, body: { profile_id: admin.profile_id } }),
      await api.as(admin).updateApiKey({ path: key, body: { name: 'Mine' } }),
      await api.as(admin).deleteApiKey({ path: key }),
    ]) {
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'forbidden']);
    }
    expect((await api.as(person).getApiKeys()).body).toMatchObject([{ name: 'Billing', profile_id }]);
    expect((await api.as(admin).createApiKey({ body: { name: 'Mine' } })).body).toMatchObject({
      profile_id: admin.profile_id,
    });
  });
});

describe('rotateApiKey', () => {
  test('lets the old secret live on for 24 hours, and not longer', async () => {
    const person = await api.signUp();
    const key = await make(person);
    const rotated = (await api.as(person).rotateApiKey({ path: key })).body;
    expect(rotated.client_secret).not.toBe(key.client_secret);
    expect(rotated.previous_secret_expires_at).not.toBeNull();
    const accepts = async (secret: string) => (await token(key.client_id, secret)).status;
    expect([await accepts(key.client_secret), await accepts(rotated.client_secret)]).toEqual([200, 200]);
    await api.advance('PT23H');
    expect([await accepts(key.client_secret), await accepts(rotated.client_secret)]).toEqual([200, 200]);
    await api.advance('PT2H');
    expect([await accepts(key.client_secret), await accepts(rotated.client_secret)]).toEqual([401, 200]);
  });

  test('ends an older secret at once when a key is rotated twice', async () => {
    const person = await api.signUp();
    const key = await make(person);
    const rotate = async () => (await api.as(person).rotateApiKey({ path: key })).body.client_secret;
    const [second, third] = [await rotate(), await rotate()];
    expect((await token(key.client_id, key.client_secret)).status).toBe(401);
    expect((await token(key.client_id, second)).status).toBe(200);
    expect((await token(key.client_id, third)).status).toBe(200);
  });
});

describe('an API key', () => {
  test('makes and changes nothing that would outlive it: no other key, no application', async () => {
    const person = await api.signUp();
    const [key, other] = [await make(person), await make(person)];
    const redirects = { name: 'App', redirect_uris: ['https://app.example.com/done'] };
    const app = (await api.as(person).createOauthApp({ body: redirects })).body;
    expect(app).toHaveProperty('client_id');
    const acting = api.as({ token: (await token(key.client_id, key.client_secret)).body.access_token });
    for (const refused of [
      await acting.createApiKey({ body: { name: 'Child' } }),
      await acting.rotateApiKey({ path: other }),
      await acting.updateApiKey({ path: other, body: { name: 'Mine' } }),
      await acting.createOauthApp({ body: redirects }),
      await acting.updateOauthApp({ path: app, body: { name: 'Mine' } }),
      await acting.rotateOauthApp({ path: app }),
    ]) {
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'wrong_session']);
    }
    expect((await api.as(person).getApiKeys()).body).toHaveLength(2);
    expect((await acting.updateApiKey({ path: key, body: { name: 'Renamed' } })).status).toBe(200);
    expect((await acting.rotateApiKey({ path: key })).status).toBe(200);
  });

  test('gets no token once it is deleted', async () => {
    const person = await api.signUp();
    const key = await make(person);
    expect((await api.as(person).deleteApiKey({ path: key })).status).toBe(200);
    expect((await token(key.client_id, key.client_secret)).status).toBe(401);
    expect((await api.as(person).getApiKeys()).body).toEqual([]);
    expect((await api.as(person).deleteApiKey({ path: key })).status).toBe(404);
  });

  test("can't be changed, rotated, deleted or seen by others", async () => {
    const person = await api.signUp();
    const stranger = await api.signUp();
    const key = await make(person);
    const unknown = await api.as(stranger).rotateApiKey({ path: { client_id: newId() } });
    for (const answer of [
      await api.as(stranger).updateApiKey({ path: key, body: { name: 'Mine' } }),
      await api.as(stranger).updateApiKey({ path: key, body: {} }),
      await api.as(stranger).rotateApiKey({ path: key }),
      await api.as(stranger).deleteApiKey({ path: key }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    }
    expect((await api.as(stranger).getApiKeys()).body).toEqual([]);
    expect((await api.as(person).getApiKeys()).body).toMatchObject([{ name: 'Billing' }]);
  });
});

test('the key of a member is deleted by whoever has all of the member’s permissions, those of groups included', async () => {
  const boss = await api.signUp();
  const admin = await memberOf(api, boss, 'admin');
  const member = await memberOf(api, boss, 'member');
  const group = (
    await api.as(boss).createGroup({ body: { name: 'Those who hand over', permissions: ['org:transfer'] } })
  ).body;
  await api.as(boss).addGroupMember({ path: { group_id: group.id }, body: { profile_id: member.profile_id } });
  const key = await make(boss, { profile_id: member.profile_id });
  const path = { client_id: key.client_id };
  const refused = await api.as(admin).deleteApiKey({ path });
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([401, 'forbidden']);
  expect((await api.as(boss).deleteApiKey({ path })).status).toBe(200);
});
