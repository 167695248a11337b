import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { splitRoute } from '../../lib/http/route.ts';
import type { Role } from '../../lib/people/access/permissions.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf, sessionReadsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const NOBODY = '0196f7a1-0000-7000-8000-00000000dead';
const forUsers = operations.filter(({ contract }) => ['user', 'both'].includes(contract.session));

/** Operations that a token is tried at. The pipeline refuses it before it knows which one is called. */
const SHARE = 12;
let tried = 0;

/**
 * The next operations in turn refuse the token, with any other input: together the tests try all that take a user's
 * session.
 */
const expectOut = async (token: string): Promise<void> => {
  const let_in: string[] = [];
  for (let count = 0; count < SHARE; count++) {
    const { contract } = forUsers[tried++ % forUsers.length] as (typeof forUsers)[number];
    const { method, path } = splitRoute(contract.route);
    const filled = path.replace(/\{\w+\}/g, NOBODY);
    const answer = await api.request(method, filled, { token }, method === 'GET' ? {} : { body: {} });
    const expected = answer.status === 401 && answer.headers.get('x-error-code') === 'unauthorized';
    if (!expected) let_in.push(`${contract.id} ${answer.status} ${answer.body.error}`);
  }
  expect(let_in).toEqual([]);
};

const signIn = async (username: string, password: string) => {
  const { status, body } = await api.anyone.authenticate({ body: { grant_type: 'password', username, password } });
  if (status !== 200) throw new Error(body.error);
  return body as { access_token: string; refresh_token: string };
};

const byKey = async (key: { client_id: string; client_secret: string }): Promise<string> => {
  const { client_id, client_secret } = key;
  const body = { grant_type: 'client_credentials', client_id, client_secret };
  return (await api.anyone.authenticate({ body })).body.access_token;
};

const works = async (token: string): Promise<boolean> => (await api.as({ token }).getProfiles()).status === 200;

const sessionId = (token: string): string => JSON.parse(atob(token.split('.')[1] ?? '')).sid;

/** An organization with an owner and somebody whose place in it is about to change. */
const pair = async (role: Role = 'admin'): Promise<{ owner: Person; other: Person }> => {
  const owner = await api.signUp();
  return { owner, other: await memberOf(api, owner, role) };
};

describe('from the next request on, everything is refused to', () => {
  test('a session that was revoked', async () => {
    const ada = await api.signUp();
    const { access_token } = await signIn(ada.email, ada.password);
    expect(await works(access_token)).toBe(true);
    await api.as(ada).revokeSession({ path: { session_id: sessionId(access_token) } });
    await expectOut(access_token);
    expect(await works(ada.token)).toBe(true);
  });

  test('the other sessions, once all others were revoked', async () => {
    const ada = await api.signUp();
    const { access_token } = await signIn(ada.email, ada.password);
    await api.as(ada).revokeOtherSessions();
    await expectOut(access_token);
    expect(await works(ada.token)).toBe(true);
  });

  test('a session that signed out', async () => {
    const ada = await api.signUp();
    await api.anyone.revokeToken({ body: { token: ada.refresh_token } });
    await expectOut(ada.token);
  });

  test('a session that signed out by its access token', async () => {
    const ada = await api.signUp();
    await api.anyone.revokeToken({ body: { token: ada.token } });
    await expectOut(ada.token);
  });

  test('a session whose refresh token was used twice', async () => {
    const ada = await api.signUp();
    const again = () =>
      api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token: ada.refresh_token } });
    const first = await again();
    expect(first.status).toBe(200);
    expect((await again()).status).toBe(401);
    await expectOut(first.body.access_token);
    await expectOut(ada.token);
  });

  test('a member who was removed', async () => {
    const { owner, other } = await pair();
    await api.as(owner).deleteOrganizationMember({ path: { profile_id: other.profile_id } });
    await expectOut(other.token);
    expect(
      (await api.anyone.resendVerification({ headers: { authorization: `Bearer ${other.token}` }, body: {} })).status,
    ).toBe(401);
  });

  test('a member who was locked', async () => {
    const { owner, other } = await pair();
    await api.as(owner).actOnOrganizationMember({ path: { profile_id: other.profile_id }, body: { action: 'lock' } });
    await expectOut(other.token);
  });

  test('a member who lost the second factor to an administrator', async () => {
    const { owner, other } = await pair('member');
    await api
      .as(owner)
      .actOnOrganizationMember({ path: { profile_id: other.profile_id }, body: { action: 'reset_mfa' } });
    await expectOut(other.token);
  });

  test('other sessions after a change of the password, and all of them after a reset', async () => {
    const ada = await api.signUp();
    const other = await signIn(ada.email, ada.password);
    const body = { old_password: ada.password, new_password: 'another long password' };
    expect((await api.as(ada).changePassword({ body })).status).toBe(200);
    await expectOut(other.access_token);
    expect(await works(ada.token)).toBe(true);

    await api.anyone.resetPassword({ body: { email: ada.email } });
    await api.settle();
    const mails = await api.messages(ada.email);
    const code = mails.find(({ code: one }) => /^\d{8}$/.test(one ?? ''))?.code;
    const reset = await api.anyone.resetPassword({
      body: { email: ada.email, code, new_password: 'yet another password' },
    });
    expect(reset.status).toBe(200);
    await expectOut(ada.token);
  });

  test('an API key that was deleted, with what it opened', async () => {
    const ada = await api.signUp();
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const token = await byKey(key);
    expect(await works(token)).toBe(true);
    await api.as(ada).deleteApiKey({ path: { client_id: key.client_id } });
    await expectOut(token);
  });

  test("an API key's secret that two rotations have put out", async () => {
    const ada = await api.signUp();
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const [old, path] = [await byKey(key), { client_id: key.client_id }];
    await api.as(ada).rotateApiKey({ path });
    expect(await works(old)).toBe(true);
    const { body: latest } = await api.as(ada).rotateApiKey({ path });
    await expectOut(old);
    expect(await works(await byKey(latest))).toBe(true);
  });

  test('an API key of a member who was removed, and one that was given to another', async () => {
    const { owner, other } = await pair();
    const { body: key } = await api.as(other).createApiKey({ body: { name: 'Key' } });
    const token = await byKey(key);
    const { body: given } = await api.as(other).createApiKey({ body: { name: 'Given' } });
    const before = await byKey(given);
    const path = { client_id: given.client_id };
    expect((await api.as(owner).updateApiKey({ path, body: { profile_id: owner.profile_id } })).status).toBe(200);
    await expectOut(before);
    expect(await works(await byKey(given))).toBe(true);
    await api.as(owner).deleteOrganizationMember({ path: { profile_id: other.profile_id } });
    await expectOut(token);
  });

  test("a session's old tokens after it has gone to another organization", async () => {
    const ada = await api.signUp();
    const made = await api.as(ada).createOrganization({ body: { name: 'Second' } });
    expect(made.status).toBe(200);
    // Existing clients go on with the token that they made the organization with.
    expect([await works(ada.token), await works(made.body.access_token)]).toEqual([true, true]);
    const back = await api
      .as({ token: made.body.access_token })
      .switchProfile({ path: { profile_id: ada.profile_id } });
    expect(back.status).toBe(200);
    await expectOut(made.body.access_token);
    expect(await works(back.body.access_token)).toBe(true);
  });

  test('a deleted profile', async () => {
    const { other } = await pair();
    await api.as(other).deleteProfile({ path: { profile_id: other.profile_id } });
    await expectOut(other.token);
  });

  test("a deleted organization's members, before anything else of it is gone", async () => {
    const { owner, other } = await pair();
    const { body: key } = await api.as(other).createApiKey({ body: { name: 'Key' } });
    const token = await byKey(key);
    const path = { organization_id: owner.organization_id };
    await api.as(owner).updateOrganization({ path, body: { deletion_protected: false } });
    expect((await api.as(owner).deleteOrganization({ path })).status).toBe(200);
    for (const out of [owner.token, other.token, token]) await expectOut(out);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: other.refresh_token },
    });
    expect(refreshed.status).toBe(401);
  });

  test('a revoked session, by every operation that the tests above have left out', async () => {
    const ada = await api.signUp();
    await api.anyone.revokeToken({ body: { token: ada.token } });
    do await expectOut(ada.token);
    while (tried < forUsers.length);
  });
});

describe('what a member may do', () => {
  test('is what the member may do now, not what the token says', async () => {
    const { owner, other } = await pair();
    const path = { profile_id: other.profile_id };
    expect((await api.as(other).getApiKeys()).status).toBe(200);
    await api.as(owner).updateOrganizationMember({ path, body: { roles: ['basic_user'] } });
    const promotes = () => api.as(other).updateOrganizationMember({ path, body: { roles: ['admin'] } });
    expect([(await promotes()).status, (await api.as(other).getApiKeys()).status]).toEqual([401, 401]);
    await api.as(owner).updateOrganizationMember({ path, body: { roles: ['admin'] } });
    expect((await api.as(other).getApiKeys()).status).toBe(200);
  });

  test('comes and goes with groups in the same moment', async () => {
    const { owner, other } = await pair('basic_user');
    const { body: group } = await api.as(owner).createGroup({ body: { name: 'Keys', permissions: ['org:update'] } });
    const path = { group_id: group.id };
    const may = async () => (await api.as(other).getApiKeys()).status === 200;
    expect(await may()).toBe(false);
    await api.as(owner).addGroupMember({ path, body: { profile_id: other.profile_id } });
    expect(await may()).toBe(true);
    await api.as(owner).updateGroup({ path, body: { permissions: [] } });
    expect(await may()).toBe(false);
    await api.as(owner).updateGroup({ path, body: { permissions: ['org:update'] } });
    expect(await may()).toBe(true);
    await api.as(owner).deleteGroupMember({ path: { ...path, profile_id: other.profile_id } });
    expect(await may()).toBe(false);
    await api.as(owner).addGroupMember({ path, body: { profile_id: other.profile_id } });
    await api.as(owner).deleteGroup({ path });
    expect(await may()).toBe(false);
  });

  test('is found in one read, also for a member of groups who signed in as one', async () => {
    const { owner, other } = await pair('basic_user');
    const { body: group } = await api.as(owner).createGroup({ body: { name: 'Some', permissions: ['org:update'] } });
    await api.as(owner).addGroupMember({ path: { group_id: group.id }, body: { profile_id: other.profile_id } });
    const { access_token } = await signIn(other.email, other.password);
    for (const token of [owner.token, access_token]) {
      expect((await api.as({ token }).getEntitlements()).status).toBe(200);
      expect([sessionReadsOf('getEntitlements'), callsOf('getEntitlements')]).toEqual([1, []]);
    }
  });
});
