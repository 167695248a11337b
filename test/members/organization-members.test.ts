import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { authenticator, enrolled } from '../mfa/second-factor.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { memberOf, outcome, signIn } from './member.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const grace = (details: Record<string, unknown> = {}) => ({
  email: `grace-${Math.random()}@example.com`,
  first_name: 'Grace',
  last_name: 'Hopper',
  ...details,
});

describe('making a member', () => {
  const joinBy = async (email: string, password: string) => {
    await api.settle();
    const [mail] = await api.messages(email);
    const body = { email, token: mail?.code, first_name: 'Grace', last_name: 'Hopper', password };
    return api.anyone.acceptOrganizationInvitation({ body });
  };

  test('mails a link by which the person sets a password and becomes a member, not before', async () => {
    const owner = await api.signUp();
    const body = grace({ roles: ['admin'] });
    const made = await api.as(owner).createOrganizationMember({ body });
    expect(made.body).toMatchObject({
      email: body.email,
      roles: ['admin'],
      permissions: [],
      organization_id: owner.organization_id,
      locked: false,
    });
    expect(JSON.stringify(made.body)).not.toMatch(/password/);
    const key = await api.as(owner).createApiKey({ body: { name: 'As her', profile_id: made.body.id } });
    expect(outcome(key)).toBe('406 invalid');
    const joined = await joinBy(body.email, 'a password of hers');
    expect(joined.status).toBe(200);
    const members = await api.as({ token: joined.body.access_token }).getOrganizationMembers();
    expect(members.body.map(({ email }: { email: string }) => email)).toEqual([owner.email, body.email]);
    expect(members.body[1]).toMatchObject({ id: made.body.id, user_id: made.body.user_id, roles: ['admin'] });
    expect((await signIn(api, { email: body.email, password: 'a password of hers' })).status).toBe(200);
    expect((await joinBy(body.email, 'another password')).status).toBe(404);
  });

  test('refuses a password, because only the member may know it', async () => {
    const answer = await api.as(ada).createOrganizationMember({ body: grace({ password: 'chosen by the admin' }) });
    expect([outcome(answer), answer.body.error]).toEqual(['406 invalid', expect.stringMatching(/^password: .*link/)]);
    expect((await api.as(ada).createOrganizationMember({ body: grace({ password: null }) })).body.roles).toEqual([
      'member',
    ]);
  });

  test('answers the same for an address that has an account, whose owner joins with the own password', async () => {
    const owner = await api.signUp();
    const [stranger, body] = [await api.signUp(), grace()];
    const known = await api.as(owner).createOrganizationMember({ body: { ...body, email: stranger.email } });
    const calls = callsOf('createOrganizationMember').map(({ command }) => command);
    const unknown = await api.as(owner).createOrganizationMember({ body });
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    expect(callsOf('createOrganizationMember').map(({ command }) => command)).toEqual(calls);
    expect((await joinBy(stranger.email, 'not the password')).status).toBe(401);
    const joined = await joinBy(stranger.email, stranger.password);
    expect(joined.status).toBe(200);
    const { body: members } = await api.as(owner).getOrganizationMembers();
    expect(members.find(({ id }: { id: string }) => id === known.body.id)).toMatchObject({
      user_id: stranger.user_id,
      email: stranger.email,
    });
    expect((await api.as({ token: joined.body.access_token }).getProfiles()).body).toHaveLength(2);
  });

  test('creates one member for an address, and removes the invitation with the member', async () => {
    const owner = await api.signUp();
    const body = grace();
    const made = await Promise.all([1, 2, 3].map(() => api.as(owner).createOrganizationMember({ body })));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(outcome(await api.as(owner).createOrganizationMember({ body }))).toBe('400 already_member');
    const path = { email: body.email };
    expect((await api.as(owner).getOrganizationInvitations()).body).toEqual([]);
    expect(outcome(await api.as(owner).deleteOrganizationInvitation({ path }))).toBe('404 invitation_not_found');
    expect(outcome(await api.as(owner).resendOrganizationInvitation({ body: path }))).toBe('200');
    const { id } = made.find(({ status }) => status === 200)?.body ?? {};
    expect(outcome(await api.as(owner).deleteOrganizationMember({ path: { profile_id: id } }))).toBe('200');
    expect((await joinBy(body.email, 'a password of hers')).status).toBe(404);
    expect(outcome(await api.as(owner).createOrganizationMember({ body }))).toBe('200');
  });

  test('can lock a person who hasn’t joined yet, until unlocked', async () => {
    const owner = await api.signUp();
    const body = grace();
    const { profile_id } = { profile_id: (await api.as(owner).createOrganizationMember({ body })).body.id };
    const act = (action: string) => api.as(owner).actOnOrganizationMember({ path: { profile_id }, body: { action } });
    expect(outcome(await act('lock'))).toBe('200');
    expect(outcome(await joinBy(body.email, 'a password of hers'))).toBe('401 no_active_profile');
    expect(outcome(await act('unlock'))).toBe('200');
    expect(outcome(await joinBy(body.email, 'a password of hers'))).toBe('200');
  });

  test('gives only roles that the caller may give, and never that of a contact', async () => {
    const [admin, member] = [await memberOf(api, ada, 'admin'), await memberOf(api, ada, 'member')];
    const make = (person: Person, ...roles: string[]) =>
      api.as(person).createOrganizationMember({ body: grace({ roles }) });
    expect(outcome(await make(admin, 'owner'))).toBe('401 forbidden');
    expect(outcome(await make(admin, 'member', 'owner'))).toBe('401 forbidden');
    expect(outcome(await make(admin, 'admin'))).toBe('200');
    expect(outcome(await make(member, 'basic_user'))).toBe('401 forbidden');
    expect(outcome(await make(ada, 'contact'))).toBe('406 invalid');
    expect(outcome(await make(ada))).toBe('406 invalid');
  });

  test('writes to one address a few times an hour at most', async () => {
    await using _clock = await api.freezeClock();
    const [owner, body] = [await api.signUp(), grace()];
    const made = [];
    for (let tries = 0; tries < 8; tries++) {
      const answer = await api.as(owner).createOrganizationMember({ body });
      made.push(outcome(answer));
      await api.as(owner).deleteOrganizationMember({ path: { profile_id: answer.body.id ?? owner.profile_id } });
    }
    expect([made[0], made.at(-1)]).toEqual(['200', '429 too_many_requests']);
  });

  test('takes few calls', async () => {
    await api.as(ada).createOrganizationMember({ body: grace() });
    const calls = callsOf('createOrganizationMember').map(({ command }) => command);
    expect(calls).toEqual(['Query', 'Query', 'BatchGet', 'Update', 'TransactWrite']);
  });
});

describe('changing a member', () => {
  const change = (person: Pick<Person, 'token'>, profile_id: string, body: object) =>
    api.as(person).updateOrganizationMember({ path: { profile_id }, body });

  test('changes name, roles and permissions, which count from the next call on', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'basic_user');
    const { body } = await change(owner, member.profile_id, {
      first_name: 'Rear Admiral',
      roles: ['basic_user', 'basic_user'],
      permissions: ['envelope:create', 'envelope:org:view'],
      // Clients echo the whole record.
      user_id: owner.user_id,
      organization_id: owner.organization_id,
      locked: true,
    });
    expect(body).toMatchObject({
      id: member.profile_id,
      user_id: member.user_id,
      first_name: 'Rear Admiral',
      last_name: expect.stringContaining('Number'),
      roles: ['basic_user'],
      permissions: ['envelope:create', 'envelope:org:view'],
      locked: false,
    });
    const contact = { first_name: 'A', last_name: 'B', email: 'a@example.com' };
    expect(outcome(await api.as(member).createOrganizationContact({ body: contact }))).toBe('200');
    await change(owner, member.profile_id, { permissions: [] });
    expect(outcome(await api.as(member).createOrganizationContact({ body: contact }))).toBe('401 forbidden');
  });

  test('neither gives nor takes more than the caller has', async () => {
    const owner = await api.signUp();
    const [admin, other, member] = [
      await memberOf(api, owner, 'admin'),
      await memberOf(api, owner, 'admin'),
      await memberOf(api, owner, 'member'),
    ];
    expect(outcome(await change(admin, member.profile_id, { roles: ['owner'] }))).toBe('401 forbidden');
    expect(outcome(await change(admin, admin.profile_id, { roles: ['owner'] }))).toBe('401 forbidden');
    expect(outcome(await change(admin, owner.profile_id, { roles: ['member'] }))).toBe('401 forbidden');
    expect(outcome(await change(admin, owner.profile_id, { first_name: 'Eve' }))).toBe('401 forbidden');
    expect(outcome(await change(admin, member.profile_id, { permissions: ['org:delete'] }))).toBe('401 forbidden');
    expect(outcome(await change(admin, admin.profile_id, { permissions: ['envelope:org:view'] }))).toBe(
      '401 forbidden',
    );
    expect(outcome(await change(member, member.profile_id, { roles: ['admin'] }))).toBe('401 forbidden');
    expect(outcome(await change(admin, other.profile_id, { roles: ['member'] }))).toBe('200');
    expect(outcome(await change(admin, member.profile_id, { roles: ['admin'] }))).toBe('200');
  });

  test('keeps an owner in every organization, even if all step back at the same moment', async () => {
    const owner = await api.signUp();
    expect(outcome(await change(owner, owner.profile_id, { roles: ['member'] }))).toBe('400 last_owner');
    const second = await memberOf(api, owner, 'owner');
    const stepped = await Promise.all([
      change(owner, owner.profile_id, { roles: ['member'] }),
      change(second, second.profile_id, { roles: ['member'] }),
    ]);
    expect(stepped.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await api.as(owner).getOrganizationMembers();
    expect(body.filter(({ roles }: { roles: string[] }) => roles.includes('owner'))).toHaveLength(1);
  });

  test('can’t reach a stranger or a contact', async () => {
    const stranger = await api.signUp();
    const contact = await api
      .as(ada)
      .createOrganizationContact({ body: { first_name: 'A', last_name: 'B', email: 'a@example.com' } });
    for (const id of [stranger.profile_id, contact.body.id]) {
      expect(outcome(await change(ada, id, { first_name: 'Eve' }))).toBe('404 not_found');
    }
  });
});

describe('locking a member', () => {
  const act = (person: Pick<Person, 'token'>, profile_id: string, body: object) =>
    api.as(person).actOnOrganizationMember({ path: { profile_id }, body });

  test('ends the sessions and keeps the member out of this organization, until unlocked', async () => {
    const member = await memberOf(api, ada, 'member');
    const locked = await act(ada, member.profile_id, { action: 'lock', reason: 'Departed employee' });
    expect(locked.body).toMatchObject({
      locked: true,
      lock_reason: 'Departed employee',
      user: { id: member.user_id, email: member.email, locked: true, lock_reason: 'Departed employee' },
    });
    expect(JSON.stringify(locked.body)).not.toMatch(/argon2|hash/);
    expect((await signIn(api, member)).status).toBe(401);
    expect((await api.as(member).getProfiles()).status).toBe(401);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: member.refresh_token },
    });
    expect(refreshed.status).toBe(401);
    const unlocked = await act(ada, member.profile_id, { action: 'unlock' });
    expect(unlocked.body).toMatchObject({ locked: false, lock_reason: null, user: { locked: false } });
    expect((await signIn(api, member)).status).toBe(200);
  });

  test("doesn’t change the person's membership in other organizations", async () => {
    const stranger = await api.signUp();
    const place = await profileIn(ada.organization_id, stranger, ['member']);
    expect(outcome(await act(ada, place.id, { action: 'lock' }))).toBe('200');
    expect(outcome(await api.as(stranger).getProfiles())).toBe('200');
    expect((await signIn(api, stranger)).status).toBe(200);
  });

  test('is for those who could remove the member, and can’t be used on oneself', async () => {
    const owner = await api.signUp();
    const admin = await memberOf(api, owner, 'admin');
    expect(outcome(await act(owner, owner.profile_id, { action: 'lock' }))).toBe('400 own_profile');
    expect(outcome(await act(admin, owner.profile_id, { action: 'lock' }))).toBe('401 forbidden');
    expect(outcome(await act(admin, owner.profile_id, { action: 'reset_mfa' }))).toBe('401 forbidden');
    const second = await memberOf(api, owner, 'owner');
    expect(outcome(await act(owner, second.profile_id, { action: 'lock' }))).toBe('200');
    expect(outcome(await act(owner, owner.profile_id, { action: 'unlock' }))).toBe('400 own_profile');
    expect(outcome(await api.as(owner).deleteProfile({ path: { profile_id: owner.profile_id } }))).toBe(
      '400 last_owner',
    );
  });

  test('is lifted together with a lock after too many wrong passwords, if the account is only in this organization', async () => {
    await using _clock = await api.freezeClock();
    const [member, stranger] = [await memberOf(api, ada, 'member'), await api.signUp()];
    const place = await profileIn(ada.organization_id, stranger, ['member']);
    for (const [person, profile_id, after] of [
      [member, member.profile_id, 200],
      [stranger, place.id, 429],
    ] as const) {
      for (let tries = 0; tries < 12; tries++) {
        await signIn(api, { ...person, password: 'not the password' });
        await api.advance('PT20S');
      }
      expect((await signIn(api, person)).status).toBe(429);
      expect(outcome(await act(ada, profile_id, { action: 'unlock' }))).toBe('200');
      expect((await signIn(api, person)).status).toBe(after);
    }
  });
});

describe('removing the second factor', () => {
  const reset = (profile_id: string) =>
    api.as(ada).actOnOrganizationMember({ path: { profile_id }, body: { action: 'reset_mfa' } });

  test('lets a member who has lost it sign in by password alone', async () => {
    const member = await memberOf(api, ada, 'member');
    const { body } = await api.as(member).enrollMfa();
    await api.as(member).verifyMfaEnrollment({ body: { code: authenticator(body.otpauth_url).code() } });
    expect((await signIn(api, member)).body.error).toBe('mfa_required');
    const answer = await reset(member.profile_id);
    expect(answer.body.user).toMatchObject({ mfa_enabled: false, mfa: { enabled: false } });
    expect((await signIn(api, member)).status).toBe(200);
  });

  test('is refused for the account of a person with another organization', async () => {
    const stranger = await enrolled(api);
    const place = await profileIn(ada.organization_id, stranger, ['member']);
    expect(outcome(await reset(place.id))).toBe('400 account_shared');
    expect((await signIn(api, stranger)).body.error).toBe('mfa_required');
  });
});
