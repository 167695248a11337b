import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CHILDREN } from '../../lib/people/organizations/children.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { organizationCountsKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf, outcome } from '../members/member.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const byKey = async ({ client_id, client_secret }: { client_id: string; client_secret: string }) => {
  const { body } = await api.anyone.authenticate({
    body: { grant_type: 'client_credentials', client_id, client_secret },
  });
  return { token: body.access_token as string };
};

const child = async (person: Pick<Person, 'token' | 'organization_id'>, name: string) =>
  api.as(person).createOrganization({ body: { name, parent_id: person.organization_id } });

describe('creating an organization', () => {
  test('makes the caller its owner, and continues the session and the next sign-in there', async () => {
    const ada = await api.signUp();
    const { status, body } = await api.as(ada).createOrganization({
      body: {
        name: 'Second Company',
        url: 'https://second.example.com',
        primary_color: '#112233',
        data: { plan: 'own' },
        parent_id: null,
        contact_email: '',
        id: randomUUID(),
      },
    });
    expect(status).toBe(200);
    expect(body.organization).toMatchObject({
      name: 'Second Company',
      url: 'https://second.example.com',
      primary_color: '#112233',
      data: { plan: 'own' },
      parent_id: null,
      contact_email: ada.email,
      deletion_protected: true,
    });
    expect(body.organization.api_key).toBeUndefined();
    expect(body.profile).toMatchObject({
      organization_id: body.organization.id,
      user_id: ada.user_id,
      email: ada.email,
      roles: ['owner'],
      current: true,
    });
    expect(claimsOf(body.access_token)).toMatchObject({
      organization_id: body.organization.id,
      profile_id: body.profile.id,
      roles: ['owner'],
    });
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    expect(profiles.body.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: body.refresh_token },
    });
    expect(claimsOf(refreshed.body.access_token).organization_id).toBe(body.organization.id);
    const signedIn = await api.anyone.authenticate({
      body: { grant_type: 'password', username: ada.email, password: ada.password },
    });
    expect(claimsOf(signedIn.body.access_token).organization_id).toBe(body.organization.id);
  });

  test("can create a child of the caller's, with an API key that acts in it", async () => {
    const ada = await api.signUp();
    const { body } = await child(ada, 'Child');
    const { api_key, ...organization } = body.organization;
    expect(organization.parent_id).toBe(ada.organization_id);
    expect(api_key).toEqual({ client_id: expect.any(String), client_secret: expect.any(String), name: 'Default' });
    const key = await byKey(api_key);
    expect(claimsOf(key.token)).toMatchObject({ organization_id: organization.id, roles: ['owner'] });
    const children = await api.as(ada).getOrganizationChildren({ path: { organization_id: ada.organization_id } });
    expect(children.body).toEqual([organization]);
    const seen = await api.as(ada).getOrganization({ path: { organization_id: organization.id } });
    expect(seen.body).toEqual(organization);
  });

  test('is possible with an API key for children alone, and answers tokens of the new key', async () => {
    const ada = await api.signUp();
    const key = await byKey((await api.as(ada).createApiKey({ body: { name: 'Platform' } })).body);
    expect(outcome(await api.as(key).createOrganization({ body: { name: 'Top' } }))).toBe('401 wrong_session');
    const { status, body } = await child({ ...key, organization_id: ada.organization_id }, 'Tenant');
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({
      organization_id: body.organization.id,
      sid: body.organization.api_key.client_id,
    });
    const made = await api.as({ token: body.access_token }).createOrganizationContact({
      body: { first_name: 'A', last_name: 'B', email: 'a@example.com' },
    });
    expect(made.status).toBe(200);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: body.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    expect((await api.as(ada).getProfiles()).body[0]).toMatchObject({ id: ada.profile_id, current: true });
  });

  test('gives a child that a key makes a key that ends with its maker, and so do the keys that it makes in turn', async () => {
    const ada = await api.signUp();
    const maker = (await api.as(ada).createApiKey({ body: { name: 'Platform' } })).body;
    const key = await byKey(maker);
    const { body } = await child({ ...key, organization_id: ada.organization_id }, 'Tenant');
    const { api_key, id } = body.organization;
    const tenant = await byKey(api_key);
    const grandchild = (await child({ ...tenant, organization_id: id }, 'Part')).body;
    const uses = async (token: string) => outcome(await api.as({ token }).getOrganizationContacts());
    expect(await uses(body.access_token)).toBe('200');
    expect(await uses(grandchild.access_token)).toBe('200');
    await api.as(ada).deleteApiKey({ path: { client_id: maker.client_id } });
    for (const token of [body.access_token, tenant.token, grandchild.access_token]) {
      expect(await uses(token)).toBe('401 unauthorized');
    }
    const { client_id, client_secret } = api_key;
    const again = { grant_type: 'client_credentials', client_id, client_secret };
    expect(outcome(await api.anyone.authenticate({ body: again }))).toBe('401 invalid_client');
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect(outcome(await api.anyone.authenticate({ body: refresh }))).toBe('401 refresh_token_invalid');
  });

  test("requires an administrator's permission for a child, in the caller’s own organization", async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    const [member, basic] = [await memberOf(api, ada, 'member'), await memberOf(api, ada, 'basic_user')];
    expect(outcome(await child(member, 'Child'))).toBe('401 forbidden');
    expect(outcome(await api.as(basic).createOrganization({ body: { name: 'Top' } }))).toBe('401 forbidden');
    const theirs = await child({ ...ada, organization_id: stranger.organization_id }, 'Child');
    const nobodys = await child({ ...ada, organization_id: randomUUID() }, 'Child');
    expect([outcome(theirs), theirs.bytes]).toEqual(['404 not_found', nobodys.bytes]);
    expect(outcome(await api.as(member).createOrganization({ body: { name: 'Top' } }))).toBe('200');
  });

  test(`creates at most ${MAX_CHILDREN} children`, async () => {
    const ada = await api.signUp();
    await putRecord({ ...organizationCountsKey(ada.organization_id), children: MAX_CHILDREN });
    expect(outcome(await child(ada, 'One more'))).toBe('400 organization_full');
    expect((await api.as(ada).getProfiles()).body).toHaveLength(1);
  });

  test('is one read and one transaction, beside the signatures of the tokens', async () => {
    await child(await api.signUp(), 'Child');
    const commands = callsOf('createOrganization').map(({ command }) => command);
    expect(commands).toEqual(['Get', 'TransactWrite', 'Sign', 'Sign']);
  });
});

describe('children', () => {
  test("are those of the caller's own organization", async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    const made = await child(ada, 'Child');
    for (const organization_id of [stranger.organization_id, made.body.organization.id, randomUUID()]) {
      expect(outcome(await api.as(ada).getOrganizationChildren({ path: { organization_id } }))).toBe('404 not_found');
    }
    const none = await api
      .as({ token: made.body.access_token })
      .getOrganizationChildren({ path: { organization_id: made.body.organization.id } });
    expect(none.body).toEqual([]);
  });
});
