import * as sdk from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const endpointOf = (token?: string): sdk.VerdocsEndpoint => {
  const endpoint = new sdk.VerdocsEndpoint({ baseURL: api.url, persist: false });
  return token ? endpoint.setToken(token) : endpoint;
};

const grace = () => ({ email: `grace-${Math.random()}@example.com`, first_name: 'Grace', last_name: 'Hopper' });
const password = 'correct horse battery staple';

const tokenOf = async (email: string): Promise<string> => {
  await api.settle();
  return (await api.messages(email))[0]?.code ?? '';
};

let owner: Person;
let endpoint: sdk.VerdocsEndpoint;
beforeAll(async () => {
  owner = await api.signUp();
  endpoint = endpointOf(owner.token);
});

test('existing clients manage members', async () => {
  const made = await sdk.createOrganizationMember(endpoint, { ...grace(), roles: ['member'] });
  expect((await sdk.getOrganizationMembers(endpoint)).map(({ id }) => id)).toContain(made.id);
  const updated = await sdk.updateOrganizationMember(endpoint, made.id, { ...made, roles: ['admin'] });
  expect(updated.roles).toEqual(['admin']);
  expect((await sdk.lockOrganizationMember(endpoint, made.id, 'On leave')).user?.locked).toBe(true);
  expect((await sdk.unlockOrganizationMember(endpoint, made.id)).user?.locked).toBe(false);
  expect((await sdk.resetOrganizationMemberMFA(endpoint, made.id)).user?.mfa.enabled).toBe(false);
  expect(await sdk.deleteOrganizationMember(endpoint, made.id)).toBe('OK');
});

test('existing clients invite, and accept and decline invitations', async () => {
  const [first, second] = [grace(), grace()];
  for (const person of [first, second]) {
    await sdk.createOrganizationInvitation(endpoint, { ...person, role: 'member' });
  }
  const { email } = first;
  expect((await sdk.updateOrganizationInvitation(endpoint, email, { ...first, role: 'admin' })).role).toBe('admin');
  expect((await sdk.resendOrganizationInvitation(endpoint, email)).status).toBe('pending');
  expect(await sdk.getOrganizationInvitations(endpoint)).toHaveLength(2);
  const invited = endpointOf();
  const token = await tokenOf(email);
  const shown = await sdk.getOrganizationInvitation(invited, email, token);
  expect(shown.organization?.id).toBe(owner.organization_id);
  const session = await sdk.acceptOrganizationInvitation(invited, { ...first, token, password });
  const [profile] = await sdk.getProfiles(endpointOf(session.access_token));
  expect(profile).toMatchObject({ current: true, organization_id: owner.organization_id, roles: ['admin'] });
  const declined = await sdk.declineOrganizationInvitation(invited, second.email, await tokenOf(second.email));
  expect(declined).toEqual({ status: 'OK' });
  expect(await sdk.deleteOrganizationInvitation(endpoint, second.email)).toBe('OK');
});

test('existing clients keep contacts', async () => {
  const made = await sdk.createOrganizationContact(endpoint, { ...grace(), phone: null });
  await sdk.updateOrganizationContact(endpoint, made.id, { ...made, first_name: 'Amazing' });
  expect((await sdk.getOrganizationContacts(endpoint)).map(({ first_name }) => first_name)).toEqual(['Amazing']);
  expect(await sdk.deleteOrganizationContact(endpoint, made.id)).toBe('OK');
});

test('existing clients manage groups', async () => {
  const made = await sdk.createGroup(endpoint, { name: 'Auditors', permissions: ['envelope:org:view'] });
  const renamed = await sdk.updateGroup(endpoint, made.id, { name: 'Inspectors', permissions: made.permissions });
  expect((await sdk.getGroups(endpoint)).map(({ name }) => name)).toEqual([renamed.name]);
  await sdk.addGroupMember(endpoint, made.id, owner.profile_id);
  expect((await sdk.getGroup(endpoint, made.id)).profiles?.[0]?.profile?.email).toBe(owner.email);
  expect((await sdk.deleteGroupMember(endpoint, made.id, owner.profile_id)).profiles).toEqual([]);
  expect(await sdk.deleteGroup(endpoint, made.id)).toBe('OK');
});

test('existing clients make, look into and delete organizations', async () => {
  const made = await sdk.createOrganization(endpoint, { name: 'Child', parent_id: owner.organization_id });
  expect(made.organization.api_key).toMatchObject({ name: 'Default' });
  const { id } = made.organization;
  expect(await sdk.getOrganizationChildren(endpoint, owner.organization_id)).toMatchObject([{ id }]);
  const used = await sdk.getOrganizationUsage(endpoint, owner.organization_id, { start_date: '2026-01-01' });
  expect(used[id]?.envelope).toBe(0);
  expect(Object.keys(await sdk.getActiveEntitlements(endpoint))).toHaveLength(5);
  const inChild = endpointOf(made.access_token);
  await sdk.updateOrganization(inChild, id, { ...made.organization, deletion_protected: false });
  const next = await sdk.deleteOrganization(inChild, id);
  const back = endpointOf(next?.access_token);
  expect((await sdk.getCurrentProfile(back))?.organization_id).toBe(owner.organization_id);
  const last = await sdk.createOrganization(back, { name: 'Another', deletion_protected: false });
  expect(last.profile.roles).toEqual(['owner']);
});
