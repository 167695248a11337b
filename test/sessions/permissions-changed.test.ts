import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import { createApiKey, deleteApiKey, rotateApiKey, updateApiKey } from '../../lib/people/api-keys/api-key-store.ts';
import {
  addGroupMember,
  createGroup,
  deleteGroup,
  deleteGroupMember,
  updateGroup,
} from '../../lib/people/groups/group-store.ts';
import { createInvitation, deleteInvitation, updateInvitation } from '../../lib/people/invitations/invitation-store.ts';
import { actOnMember } from '../../lib/people/members/act-on-member.ts';
import { createMember, updateMember } from '../../lib/people/members/member-store.ts';
import { removeMember } from '../../lib/people/members/removal.ts';
import { createOauthApp, deleteOauthApp, rotateOauthApp, updateOauthApp } from '../../lib/people/oauth/apps.ts';
import { readCaller } from '../../lib/people/sessions/live.ts';
import type { UserClaims } from '../../lib/people/sessions/tokens.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { memberOf } from '../members/member.ts';

let api: Api;
let owner: Person;
let member: Person;
let ids: { key: string; app: string; group: string; invited: string };

let people = 0;
const someone = () => `someone-${process.pid}-${++people}@example.com`;
const invitation = () => ({ email: someone(), first_name: 'A', last_name: 'B', role: 'member' as const });

beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  member = await memberOf(api, owner, 'member');
  const as = api.as(owner);
  const invited = invitation();
  await as.createOrganizationInvitation({ body: invited });
  ids = {
    key: (await as.createApiKey({ body: { name: 'Key', profile_id: member.profile_id } })).body.client_id,
    app: (await as.createOauthApp({ body: { name: 'App', redirect_uris: ['https://a.example.com/'] } })).body.client_id,
    group: (await as.createGroup({ body: { name: 'Group' } })).body.id,
    invited: invited.email,
  };
});
afterAll(() => api.stop());

/** Acts whose effects outlast the caller's membership. */
const CHANGES: Record<string, (caller: UserCaller) => Promise<unknown>> = {
  'makes a key': (caller) => createApiKey(caller, { name: 'New' }),
  'gives a key to another': (caller) => updateApiKey(caller, ids.key, { profile_id: member.profile_id, name: 'Mine' }),
  'rotates a key': (caller) => rotateApiKey(caller, ids.key),
  'deletes a key': (caller) => deleteApiKey(caller, ids.key),
  'registers an application': (caller) =>
    createOauthApp(caller, { name: 'New', redirect_uris: ['https://b.example.com/'] } as never),
  'changes an application': (caller) => updateOauthApp(caller, ids.app, { name: 'Changed' }),
  'rotates an application': (caller) => rotateOauthApp(caller, ids.app),
  'deletes an application': (caller) => deleteOauthApp(caller, ids.app),
  'makes a group': (caller) => createGroup(caller, { name: 'New', permissions: ['org:update'] }),
  'changes a group': (caller) => updateGroup(caller, ids.group, { permissions: ['org:update'] }),
  'adds to a group': (caller) => addGroupMember(caller, ids.group, caller.profile_id),
  'takes out of a group': (caller) => deleteGroupMember(caller, ids.group, caller.profile_id),
  'deletes a group': (caller) => deleteGroup(caller, ids.group),
  'invites an administrator': (caller) => createInvitation(caller, { ...invitation(), role: 'admin' }),
  'makes an invited one an administrator': (caller) => updateInvitation(caller, ids.invited, { role: 'admin' }),
  'deletes an invitation': (caller) => deleteInvitation(caller, ids.invited),
  'makes an administrator': (caller) =>
    createMember(caller, { email: someone(), first_name: 'A', last_name: 'B', roles: ['admin'] } as never),
  'promotes a member': (caller) => updateMember(caller, member.profile_id, { roles: ['admin'] }),
  'makes himself what he was': (caller) => updateMember(caller, caller.profile_id, { roles: ['admin'] }),
  'locks a member': (caller) => actOnMember(caller, member.profile_id, { action: 'lock' }),
  'takes a second factor off': (caller) => actOnMember(caller, member.profile_id, { action: 'reset_mfa' }),
  'removes a member': (caller) => removeMember(caller, member.profile_id),
};

/** An administrator whose request has begun: the caller as the pipeline has read it. */
const begun = async (): Promise<{ admin: Person; caller: UserCaller }> => {
  const admin = await memberOf(api, owner, 'admin');
  return { admin, caller: await readCaller(claimsOf(admin.token) as unknown as UserClaims, '127.0.0.1') };
};

const ENDS: Record<string, (admin: Person) => Promise<{ status: number }>> = {
  demoted: ({ profile_id }) =>
    api.as(owner).updateOrganizationMember({ path: { profile_id }, body: { roles: ['basic_user'] } }),
  removed: ({ profile_id }) => api.as(owner).deleteOrganizationMember({ path: { profile_id } }),
  locked: ({ profile_id }) => api.as(owner).actOnOrganizationMember({ path: { profile_id }, body: { action: 'lock' } }),
  'signed out': ({ refresh_token }) => api.anyone.revokeToken({ body: { token: refresh_token } }),
};

/** The roles of each member in the organization. */
const roles = async (): Promise<unknown> =>
  (await api.as(owner).getOrganizationMembers()).body.map((one: { id: string; roles: string[] }) => [
    one.id,
    one.roles,
  ]);

describe.each(Object.keys(ENDS))('an administrator who is %s while the request runs', (end) => {
  test('can’t complete an act that would outlast the change', async () => {
    const { admin, caller } = await begun();
    expect((await ENDS[end]?.(admin))?.status).toBe(200);
    const before = await roles();
    const through: string[] = [];
    for (const [name, change] of Object.entries(CHANGES)) {
      const code = await change(caller).then(
        () => 'done',
        (error) => error.code as string,
      );
      if (!['permissions_changed', 'not_found'].includes(code)) through.push(`${name}: ${code}`);
    }
    expect(through).toEqual([]);
    expect(await roles()).toEqual(before);
  });
});

test('an administrator without such a change can complete each of these acts', async () => {
  const { caller, admin } = await begun();
  const outcomes: Record<string, string> = {};
  for (const [name, change] of Object.entries(CHANGES)) {
    // The administrator's own groups are part of the permissions: each change begins anew.
    const now =
      name === 'makes a key' ? caller : await readCaller(claimsOf(admin.token) as unknown as UserClaims, '127.0.0.1');
    outcomes[name] = await change(now).then(
      () => 'done',
      (error) => String(error.code),
    );
  }
  const refused = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'done');
  // Each change was made: deleted records are gone, and a member who became an administrator can be removed.
  expect(refused).toEqual([]);
});

test("a group's permissions that are taken away at the same moment no longer give anything", async () => {
  const chief = await api.signUp();
  const basic = await memberOf(api, chief, 'basic_user');
  const { body: group } = await api.as(chief).createGroup({ body: { name: 'Keys', permissions: ['org:update'] } });
  const path = { group_id: group.id };
  await api.as(chief).addGroupMember({ path, body: { profile_id: basic.profile_id } });
  const caller = await readCaller(claimsOf(basic.token) as unknown as UserClaims, '127.0.0.1');
  expect(caller.permissions.has('org:update')).toBe(true);
  await api.as(chief).updateGroup({ path, body: { permissions: [] } });
  await expect(createApiKey(caller, { name: 'Late' })).rejects.toMatchObject({ code: 'permissions_changed' });
});
