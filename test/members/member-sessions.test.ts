import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../lib/base/clock.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { addPasskey, atName } from '../passkeys/authenticator.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { allow } from '../stories/consent.ts';
import { memberOf, outcome, signIn } from './member.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const idOf = (token: string): string => String(claimsOf(token).sid);
const works = async (token: string): Promise<boolean> => (await api.as({ token }).getProfiles()).status === 200;
const refreshed = (refresh_token: string) =>
  api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });
const sessionsOf = async (viewer: Pick<Person, 'token'>, { profile_id }: Pick<Person, 'profile_id'>) =>
  (await api.as(viewer).getOrganizationMemberSessions({ path: { profile_id } })).body as { id: string }[];

describe('sessions of a member', () => {
  test('are listed for an administrator with device and time, the newest first', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    const { token } = await signIn(api, grace);
    const { status, body } = await api
      .as(await memberOf(api, owner, 'admin'))
      .getOrganizationMemberSessions({ path: { profile_id: grace.profile_id } });
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([idOf(token), idOf(grace.token)]);
    expect(body[0]).toMatchObject({ current: false, source: 'password', ip_address: '127.0.0.1', application: null });
  });

  test('end one by one: at the next request and for good, and the others go on', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    const other = await signIn(api, grace);
    const path = { profile_id: grace.profile_id, session_id: idOf(other.token) };
    expect(outcome(await api.as(owner).revokeOrganizationMemberSession({ path }))).toBe('200');
    expect([await works(other.token), await works(grace.token)]).toEqual([false, true]);
    expect((await refreshed(other.body.refresh_token)).status).toBe(401);
    expect(outcome(await api.as(owner).revokeOrganizationMemberSession({ path }))).toBe('404 not_found');
  });

  test('of somebody in a group are seen and ended by whoever has the permissions of the group, as is what the person owns', async () => {
    const owner = await api.signUp();
    const admin = await memberOf(api, owner, 'admin');
    const grace = await memberOf(api, owner, 'member');
    const { id: group_id } = (await api.as(owner).createGroup({ body: { name: 'Sales', permissions: ['org:view'] } }))
      .body;
    await api.as(owner).addGroupMember({ path: { group_id }, body: { profile_id: grace.profile_id } });
    const { token: application } = await allow(api, grace, ['envelopes:read'], owner);
    const path = { profile_id: grace.profile_id };
    expect((await sessionsOf(admin, grace)).map(({ id }) => id)).toContain(idOf(application));
    expect(outcome(await api.as(admin).getOrganizationMemberHoldings({ path }))).toBe('200');
    const one = { ...path, session_id: idOf(application) };
    expect(outcome(await api.as(admin).revokeOrganizationMemberSession({ path: one }))).toBe('200');
    expect((await api.as(admin).revokeOrganizationMemberSessions({ path })).body).toEqual({ revoked: 1 });
  });

  test('end all together, those of applications too, and the member can sign in again', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    const app = await allow(api, grace, ['envelopes:read'], owner);
    const other = await signIn(api, grace);
    const path = { profile_id: grace.profile_id };
    const { body } = await api.as(owner).revokeOrganizationMemberSessions({ path });
    expect(body).toEqual({ revoked: 3 });
    expect(await Promise.all([grace.token, other.token, app.token].map(works))).toEqual([false, false, false]);
    expect(await sessionsOf(owner, grace)).toEqual([]);
    expect((await signIn(api, grace)).status).toBe(200);
  });

  test('in another organization are neither shown nor ended, whichever way they came there', async () => {
    const [owner, elsewhere] = [await api.signUp(), await api.signUp()];
    const grace = await memberOf(api, owner, 'member');
    const second = await profileIn(elsewhere.organization_id, grace, ['member']);
    const moved = await signIn(api, grace);
    const there = await api.as({ token: moved.token }).switchProfile({ path: { profile_id: second.id } });
    expect(there.status).toBe(200);
    expect((await sessionsOf(owner, grace)).map(({ id }) => id)).toEqual([idOf(grace.token)]);
    expect((await sessionsOf(elsewhere, { profile_id: second.id })).map(({ id }) => id)).toEqual([idOf(moved.token)]);
    const path = { profile_id: grace.profile_id, session_id: idOf(moved.token) };
    expect(outcome(await api.as(owner).revokeOrganizationMemberSession({ path }))).toBe('404 not_found');
    const all = await api.as(owner).revokeOrganizationMemberSessions({ path: { profile_id: grace.profile_id } });
    expect(all.body).toEqual({ revoked: 1 });
    expect([await works(grace.token), await works(there.body.access_token)]).toEqual([false, true]);
  });

  test('end for what an earlier token still may here, where the session has gone on in a new organization', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    const made = await api.as(grace).createOrganization({ body: { name: 'Of her own' } });
    expect([await works(grace.token), await works(made.body.access_token)]).toEqual([true, true]);
    expect(await sessionsOf(owner, grace)).toEqual([]);
    const path = { profile_id: grace.profile_id };
    expect((await api.as(owner).revokeOrganizationMemberSessions({ path })).body).toEqual({ revoked: 0 });
    expect([await works(grace.token), await works(made.body.access_token)]).toEqual([false, true]);
  });

  test('of who may do more are nobody’s to see or end: an owner’s are for owners alone', async () => {
    const owner = await api.signUp();
    const [admin, member, second] = [
      await memberOf(api, owner, 'admin'),
      await memberOf(api, owner, 'member'),
      await memberOf(api, owner, 'owner'),
    ];
    const tries = async (as: Person, of: Person) => {
      const path = { profile_id: of.profile_id };
      const session_id = idOf(of.token);
      return [
        outcome(await api.as(as).getOrganizationMemberSessions({ path })),
        outcome(await api.as(as).revokeOrganizationMemberSession({ path: { ...path, session_id } })),
        outcome(await api.as(as).revokeOrganizationMemberSessions({ path })),
      ];
    };
    expect(await tries(admin, second)).toEqual(Array(3).fill('401 forbidden'));
    expect(await tries(member, admin)).toEqual(Array(3).fill('401 forbidden'));
    expect(await tries(await api.signUp(), member)).toEqual(Array(3).fill('404 not_found'));
    expect(await tries(owner, second)).toEqual(['200', '200', '200']);
  });

  test('of one’s own are ended elsewhere', async () => {
    const owner = await api.signUp();
    const path = { profile_id: owner.profile_id };
    expect((await sessionsOf(owner, owner))[0]).toMatchObject({ current: true });
    expect(outcome(await api.as(owner).revokeOrganizationMemberSessions({ path }))).toBe('400 own_profile');
  });

  test('that an administrator ends are an event, which names the member and their number', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    await signIn(api, grace);
    await api.as(owner).revokeOrganizationMemberSessions({ path: { profile_id: grace.profile_id } });
    await api.settle();
    const path = { organization_id: owner.organization_id };
    const { body } = await api.as(owner).getOrganizationEvents({ path, query: { kind: 'member:sessions_ended' } });
    expect(body.events).toHaveLength(1);
    expect(body.events[0]).toMatchObject({
      operation: 'revokeOrganizationMemberSessions',
      actor: { profile_id: owner.profile_id },
      object: { type: 'member', id: grace.profile_id },
      changes: [{ member: 'ended_sessions', to: 2 }],
    });
  });
});

describe('the list of members', () => {
  const listed = async (viewer: Pick<Person, 'token'>, { profile_id }: Pick<Person, 'profile_id'>) =>
    (await api.as(viewer).getOrganizationMembers()).body.find(({ id }: { id: string }) => id === profile_id);

  test('says for those who may remove members who has a second factor, and for nobody else', async () => {
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    expect(await listed(owner, grace)).toMatchObject({ second_factor: { code: false, passkeys: 0 } });
    await atName(api, () => addPasskey(api, grace));
    expect(await listed(owner, grace)).toMatchObject({ second_factor: { code: false, passkeys: 1 } });
    await enrolled(api, grace);
    expect(await listed(owner, grace)).toMatchObject({ second_factor: { code: true, passkeys: 1 } });
    const seenByMember = await listed(grace, owner);
    expect(seenByMember).not.toHaveProperty('second_factor');
    expect(seenByMember).not.toHaveProperty('last_seen_on');
  });

  test('says nothing of the account of somebody who was invited', async () => {
    const [owner, known] = [await api.signUp(), await api.signUp()];
    const body = { email: known.email, first_name: 'Grace', last_name: 'Hopper' };
    const { body: made } = await api.as(owner).createOrganizationMember({ body });
    expect(await listed(owner, { profile_id: made.id })).toMatchObject({ second_factor: null, last_seen_on: null });
  });

  test('says on which day each was seen last: at a sign-in, and when a session goes on', async () => {
    await using _clock = await api.freezeClock();
    const owner = await api.signUp();
    const grace = await memberOf(api, owner, 'member');
    const today = () => now().toISOString().slice(0, 10);
    await api.settle();
    const first = today();
    expect((await listed(owner, grace)).last_seen_on).toBe(first);
    await api.advance('P2D');
    const { body } = await refreshed(grace.refresh_token);
    await api.settle();
    expect((await listed({ token: body.access_token }, grace)) ?? {}).not.toHaveProperty('last_seen_on');
    const { token } = await signIn(api, owner);
    expect((await listed({ token }, grace)).last_seen_on).toBe(today());
    expect(today()).not.toBe(first);
  });
});
