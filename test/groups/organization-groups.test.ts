import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { memberOf, outcome, signIn } from '../members/member.ts';
import { profileIn } from '../profiles/second-profile.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const made = async (person: Person, name: string, permissions: string[] = []): Promise<string> =>
  (await api.as(person).createGroup({ body: { name, permissions } })).body.id;

const join = (person: Person, group_id: string, profile_id: string) =>
  api.as(person).addGroupMember({ path: { group_id }, body: { profile_id } });

const permissionsIn = (token: string) => (claimsOf(token).permissions as unknown as string[]).sort();

describe('groups', () => {
  test('are created, listed by name, changed, read with their members, and deleted', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    const second = await made(owner, 'Writers');
    const { body } = await api.as(owner).createGroup({
      body: { name: 'Auditors', permissions: ['envelope:org:view', 'envelope:org:view'] },
    });
    expect(body).toEqual({
      id: expect.any(String),
      organization_id: owner.organization_id,
      name: 'Auditors',
      permissions: ['envelope:org:view'],
      profiles: [],
    });
    const listed = await api.as(member).getGroups();
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['Auditors', 'Writers']);
    const joined = await join(owner, body.id, member.profile_id);
    expect(joined.body.profiles).toEqual([
      expect.objectContaining({
        group_id: body.id,
        profile_id: member.profile_id,
        profile: expect.objectContaining({ email: member.email }),
      }),
    ]);
    const changed = await api
      .as(owner)
      .updateGroup({ path: { group_id: body.id }, body: { name: 'Inspectors', permissions: [] } });
    expect(changed.body).toMatchObject({ name: 'Inspectors', permissions: [], profiles: [{}] });
    const left = await api.as(owner).deleteGroupMember({ path: { group_id: body.id, profile_id: member.profile_id } });
    expect(left.body.profiles).toEqual([]);
    expect((await api.as(owner).deleteGroup({ path: { group_id: second } })).body).toBe('OK');
    expect(outcome(await api.as(owner).deleteGroup({ path: { group_id: second } }))).toBe('404 not_found');
    const rest = await api.as(member).getGroups();
    expect(rest.body.map(({ name }: { name: string }) => name)).toEqual(['Inspectors']);
  });

  test('have names of their own: none twice, and nobody is everyone', async () => {
    const owner = await api.signUp();
    const id = await made(owner, 'Sales');
    expect(outcome(await api.as(owner).createGroup({ body: { name: 'SALES' } }))).toBe('400 group_name_taken');
    for (const name of ['everyone', ' Everyone ', '']) {
      expect(outcome(await api.as(owner).createGroup({ body: { name, permissions: [] } }))).toBe('406 invalid');
      expect(outcome(await api.as(owner).updateGroup({ path: { group_id: id }, body: { name } }))).toBe('406 invalid');
    }
    expect(outcome(await api.as(owner).updateGroup({ path: { group_id: id }, body: { name: 'sales' } }))).toBe('200');
  });

  test('are managed by owners and administrators, who can’t give more permissions than they have', async () => {
    const owner = await api.signUp();
    const [admin, member] = [await memberOf(api, owner, 'admin'), await memberOf(api, owner, 'member')];
    const powerful = await made(owner, 'Powerful', ['org:delete']);
    expect(outcome(await api.as(member).createGroup({ body: { name: 'Mine' } }))).toBe('401 forbidden');
    expect(outcome(await api.as(admin).createGroup({ body: { name: 'A', permissions: ['org:delete'] } }))).toBe(
      '401 forbidden',
    );
    expect(outcome(await join(admin, powerful, admin.profile_id))).toBe('401 forbidden');
    const own = await made(admin, 'Own', ['org:view']);
    const more = { path: { group_id: own }, body: { permissions: ['org:view', 'owner:add'] } };
    expect(outcome(await api.as(admin).updateGroup(more))).toBe('401 forbidden');
    const renamed = { path: { group_id: powerful }, body: { name: 'Renamed', permissions: ['org:delete'] } };
    expect(outcome(await api.as(admin).updateGroup(renamed))).toBe('200');
  });

  test('accept only members of the organization, and are hidden from other tenants', async () => {
    const stranger = await api.signUp();
    const [group_id, theirs] = [await made(ada, 'Ours'), await made(stranger, 'Theirs')];
    expect(outcome(await join(ada, group_id, stranger.profile_id))).toBe('404 not_found');
    const path = { group_id, profile_id: stranger.profile_id };
    expect(outcome(await api.as(ada).deleteGroupMember({ path }))).toBe('404 not_found');
    for (const id of [theirs, randomUUID()]) {
      expect(outcome(await join(ada, id, ada.profile_id))).toBe('404 not_found');
      expect(outcome(await api.as(ada).getGroup({ path: { group_id: id } }))).toBe('404 not_found');
      expect(outcome(await api.as(ada).updateGroup({ path: { group_id: id }, body: { name: 'X' } }))).toBe(
        '404 not_found',
      );
    }
  });
});

describe("a group's permissions", () => {
  test('are added to its members’ roles with the next token, however it is obtained', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'basic_user');
    await join(owner, await made(owner, 'A', ['envelope:create', 'org:view']), member.profile_id);
    const second = await made(owner, 'B', ['envelope:org:view']);
    await join(owner, second, member.profile_id);
    const all = ['envelope:create', 'envelope:org:view', 'org:view'];

    const bySignIn = await signIn(api, member);
    expect(permissionsIn(bySignIn.token)).toEqual(all);
    const byRefresh = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: bySignIn.body.refresh_token },
    });
    expect(permissionsIn(byRefresh.body.access_token)).toEqual(all);
    const bySwitch = await api.as(bySignIn).switchProfile({ path: { profile_id: member.profile_id } });
    expect(permissionsIn(bySwitch.body.access_token)).toEqual(all);

    await api.as(owner).updateGroup({ path: { group_id: second }, body: { permissions: [] } });
    expect(permissionsIn((await signIn(api, member)).token)).toEqual(['envelope:create', 'org:view']);
    await api.as(owner).deleteGroup({ path: { group_id: second } });
    expect(permissionsIn((await signIn(api, member)).token)).toEqual(['envelope:create', 'org:view']);
  });

  test('are kept in the remaining organizations when one is left', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    const place = await profileIn(owner.organization_id, person, ['member']);
    await memberOf(api, person, 'owner');
    await join(owner, await made(owner, 'A', ['org:update']), place.id);
    const { body } = await api.as(person).deleteProfile({ path: { profile_id: person.profile_id } });
    expect(permissionsIn(body.access_token)).toEqual(['org:update']);
  });

  test('count like own permissions where API keys and members are managed', async () => {
    const owner = await api.signUp();
    const [admin, member] = [await memberOf(api, owner, 'admin'), await memberOf(api, owner, 'member')];
    const key = await api.as(admin).createApiKey({ body: { name: 'Early', profile_id: member.profile_id } });
    expect(key.status).toBe(200);
    const path = { client_id: key.body.client_id };
    await join(owner, await made(owner, 'A', ['org:delete']), member.profile_id);
    const acting = { name: 'Late', profile_id: member.profile_id };
    expect(outcome(await api.as(admin).createApiKey({ body: acting }))).toBe('401 forbidden');
    expect(outcome(await api.as(admin).updateApiKey({ path, body: acting }))).toBe('401 forbidden');
    expect(outcome(await api.as(admin).rotateApiKey({ path }))).toBe('401 forbidden');
    const lock = { path: { profile_id: member.profile_id }, body: { action: 'lock' } };
    expect(outcome(await api.as(admin).actOnOrganizationMember(lock))).toBe('401 forbidden');
    expect(outcome(await api.as(admin).deleteOrganizationMember({ path: { profile_id: member.profile_id } }))).toBe(
      '401 forbidden',
    );
    const token = await api.anyone.authenticate({
      body: { grant_type: 'client_credentials', client_id: path.client_id, client_secret: key.body.client_secret },
    });
    expect(permissionsIn(token.body.access_token)).toEqual(['org:delete']);
  });
});
