import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviterChecks } from '../../lib/people/invitations/inviter.ts';
import { ConditionFailed, transact } from '../../lib/storage/engine/client.ts';
import { readAt } from '../../lib/storage/engine/read.ts';
import { invitationAt } from '../../lib/storage/invitations.ts';
import { findProfile, profilesOf } from '../../lib/storage/memberships.ts';
import type { InvitationItem } from '../../lib/storage/records/invitation.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf, outcome, signIn } from '../members/member.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { profileIn } from '../profiles/second-profile.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const password = 'correct horse battery staple';
const names = { first_name: 'Grace', last_name: 'Hopper' };
const someone = () => `invited-${randomUUID()}@example.com`;

const invite = (person: Pick<Person, 'token'>, email: string, role = 'member') =>
  api.as(person).createOrganizationInvitation({ body: { email, ...names, role } });

/** The token of the latest mail to the address. */
const tokenFor = async (email: string): Promise<string> => {
  await api.settle();
  return (await api.messages(email))[0]?.code ?? '';
};

const accept = (email: string, token: string, details: Record<string, unknown> = {}) =>
  api.anyone.acceptOrganizationInvitation({ body: { email, token, ...names, password, ...details } });

describe('an invitation', () => {
  test('is answered and listed without a token, which the mail alone carries', async () => {
    const owner = await api.signUp({ org_name: 'Analytical Engines' });
    const email = someone();
    const { body } = await invite(owner, email, 'admin');
    expect(body).toEqual({
      organization_id: owner.organization_id,
      email,
      ...names,
      role: 'admin',
      status: 'pending',
      generated_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const days = (Date.parse(body.expires_at) - Date.parse(body.generated_at)) / (24 * 60 * 60 * 1000);
    expect(days).toBeCloseTo(14, 3);
    expect((await api.as(owner).getOrganizationInvitations()).body).toEqual([body]);
    const token = await tokenFor(email);
    const [mail] = await api.messages(email);
    expect(mail?.subject).toContain('Analytical Engines');
    expect(mail?.links.some((link) => link.includes('/invitations#') && link.includes(encodeURIComponent(token)))).toBe(
      true,
    );
  });

  test('shows the invited person what it is about, and how the organization presents itself', async () => {
    const owner = await api.signUp({ org_name: 'Analytical Engines' });
    await api.as(owner).updateOrganization({
      path: { organization_id: owner.organization_id },
      body: { primary_color: '#1A2B3C', address: '12 Secret Lane', data: { internal: true } },
    });
    const email = someone();
    await invite(owner, email);
    const path = { email: email.toUpperCase(), token: await tokenFor(email) };
    const { body } = await api.anyone.getOrganizationInvitation({ path });
    expect(body).toMatchObject({
      email,
      role: 'member',
      organization: { name: 'Analytical Engines', primary_color: '#1A2B3C', address: null, data: null },
    });
    const page = await api.anyone.getInvitationPage();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).toContain('/assets/account-');
  });

  test('is created by those who may appoint such members, once for each address, and not for members', async () => {
    const owner = await api.signUp();
    const [admin, member] = [await memberOf(api, owner, 'admin'), await memberOf(api, owner, 'member')];
    const email = someone();
    expect(outcome(await invite(member, email))).toBe('401 forbidden');
    expect(outcome(await api.as(member).getOrganizationInvitations())).toBe('401 forbidden');
    expect(outcome(await invite(admin, email, 'owner'))).toBe('401 forbidden');
    expect(outcome(await invite(admin, email, 'contact'))).toBe('406 invalid');
    const made = await Promise.all([invite(admin, email), invite(owner, email.toUpperCase())]);
    expect(made.map(outcome).sort()).toEqual(['200', '400 invitation_exists']);
    expect(outcome(await invite(owner, member.email.toUpperCase()))).toBe('400 already_member');
    const path = { email };
    const raised = await api.as(admin).updateOrganizationInvitation({ path, body: { role: 'owner' } });
    expect(outcome(raised)).toBe('401 forbidden');
    const changed = await api
      .as(owner)
      .updateOrganizationInvitation({ path, body: { role: 'owner', last_name: 'H.' } });
    expect(changed.body).toMatchObject({ role: 'owner', first_name: 'Grace', last_name: 'H.' });
    expect(outcome(await api.as(admin).updateOrganizationInvitation({ path, body: { role: 'member' } }))).toBe(
      '401 forbidden',
    );
    expect(outcome(await api.as(admin).resendOrganizationInvitation({ body: path }))).toBe('401 forbidden');
  });

  test("is unknown to another organization, byte for byte like one that isn't there", async () => {
    const stranger = await api.signUp();
    const email = someone();
    await invite(ada, email);
    const tries = (address: string) => [
      api.as(stranger).updateOrganizationInvitation({ path: { email: address }, body: names }),
      api.as(stranger).deleteOrganizationInvitation({ path: { email: address } }),
      api.as(stranger).resendOrganizationInvitation({ body: { email: address } }),
    ];
    const [theirs, nobodys] = [await Promise.all(tries(email)), await Promise.all(tries(someone()))];
    expect(theirs.map(outcome)).toEqual(Array(3).fill('404 invitation_not_found'));
    expect(theirs.map(({ bytes }) => bytes)).toEqual(nobodys.map(({ bytes }) => bytes));
    expect((await api.as(ada).getOrganizationInvitations()).body.map((one: { email: string }) => one.email)).toContain(
      email,
    );
  });

  test('can be withdrawn: its link no longer works then', async () => {
    const email = someone();
    await invite(ada, email);
    const token = await tokenFor(email);
    expect((await api.as(ada).deleteOrganizationInvitation({ path: { email } })).body).toBe('OK');
    expect(outcome(await api.anyone.getOrganizationInvitation({ path: { email, token } }))).toBe(
      '404 invitation_not_found',
    );
    expect(outcome(await accept(email, token))).toBe('404 invitation_not_found');
    expect(outcome(await invite(ada, email))).toBe('200');
    expect(outcome(await accept(email, token))).toBe('404 invitation_not_found');
  });

  test('can be declined, and must be deleted before the address is invited again', async () => {
    const email = someone();
    await invite(ada, email);
    const body = { email, token: await tokenFor(email) };
    expect((await api.anyone.declineOrganizationInvitation({ body })).body).toEqual({ status: 'OK' });
    expect(outcome(await api.anyone.declineOrganizationInvitation({ body }))).toBe('404 invitation_not_found');
    expect(outcome(await accept(email, body.token))).toBe('404 invitation_not_found');
    const listed = await api.as(ada).getOrganizationInvitations();
    expect(listed.body.find((one: { email: string }) => one.email === email).status).toBe('declined');
    expect(outcome(await invite(ada, email))).toBe('400 invitation_declined');
    expect(outcome(await api.as(ada).resendOrganizationInvitation({ body: { email } }))).toBe(
      '400 invitation_declined',
    );
    await api.as(ada).deleteOrganizationInvitation({ path: { email } });
    expect(outcome(await invite(ada, email))).toBe('200');
  });

  test('is sent again with another token; the earlier mail still works', async () => {
    const email = someone();
    await invite(ada, email);
    const first = await tokenFor(email);
    expect(outcome(await api.as(ada).resendOrganizationInvitation({ body: { email } }))).toBe('200');
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    for (const token of [first, second]) {
      expect((await api.anyone.getOrganizationInvitation({ path: { email, token } })).status).toBe(200);
    }
  });

  test('is mailed to one address a few times an hour at most', async () => {
    await using _clock = await api.freezeClock();
    const email = someone();
    await invite(ada, email);
    const sent = [];
    for (let tries = 0; tries < 12; tries++) {
      sent.push(await api.as(ada).resendOrganizationInvitation({ body: { email } }));
    }
    expect(outcome(sent.at(-1) ?? { status: 0, headers: new Headers() })).toBe('429 too_many_requests');
    await api.as(ada).deleteOrganizationInvitation({ path: { email } });
    expect(outcome(await invite(ada, email))).toBe('429 too_many_requests');
    await api.settle();
    expect((await api.messages(email)).length).toBeLessThanOrEqual(10);
  });
});

describe('accepting', () => {
  test.each(['a new account', 'an account that there is'])('stores nothing of the token with %s', async (kind) => {
    const email = kind === 'a new account' ? someone() : (await api.signUp({ password })).email;
    await invite(ada, email);
    const token = await tokenFor(email);
    const { profile_id = '' } = claimsOf((await accept(email, token)).body.access_token);
    const profile = await findProfile(ada.organization_id, profile_id);
    expect(profile).toMatchObject({ ...names, email });
    expect(JSON.stringify(profile)).not.toContain(token);
  });

  test('creates an account with a verified address, and a member with the role of the invitation', async () => {
    const owner = await api.signUp();
    const email = someone();
    await invite(owner, email, 'admin');
    const { status, body } = await accept(email, await tokenFor(email), { first_name: 'Amazing' });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({
      email,
      email_verified: true,
      organization_id: owner.organization_id,
      roles: ['admin'],
    });
    const as = api.as({ token: body.access_token });
    expect((await as.getOrganizationMembers()).body).toHaveLength(2);
    expect((await as.getProfiles()).body).toMatchObject([{ first_name: 'Amazing', current: true }]);
    expect((await api.as(owner).getOrganizationInvitations()).body).toEqual([]);
    expect((await signIn(api, { email, password })).status).toBe(200);
    const [session] = (await as.getSessions()).body.filter((one: { current: boolean }) => one.current);
    expect(session.source).toBe('invitation');
  });

  test('lets an existing account join with its password', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    await invite(owner, person.email.toUpperCase());
    const token = await tokenFor(person.email.toUpperCase());
    expect(outcome(await accept(person.email, token, { password: 'another password' }))).toBe('401 wrong_password');
    const { body } = await accept(person.email, token);
    const claims = claimsOf(body.access_token);
    expect([claims.sub, claims.organization_id]).toEqual([person.user_id, owner.organization_id]);
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    expect(profiles.body).toHaveLength(2);
    expect(outcome(await accept(person.email, token))).toBe('404 invitation_not_found');
  });

  test('limits guesses at the password of an existing account', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    await invite(owner, person.email);
    const token = await tokenFor(person.email);
    // Ten are let through, from the sixth on after ever longer pauses.
    const guesses = Array.from({ length: 11 }, (_, guess) => ({ password: `another password ${guess}` }));
    const answers = await Promise.all(guesses.map(async (guess) => outcome(await accept(person.email, token, guess))));
    expect([...new Set(answers)].sort()).toEqual(['401 wrong_password', '429 too_many_requests']);
  });

  test('requires the second factor of an existing account', async () => {
    const [owner, person] = [await api.signUp(), await enrolled(api)];
    await invite(owner, person.email);
    const answer = await accept(person.email, await tokenFor(person.email));
    expect([answer.status, answer.body.error]).toEqual([403, 'mfa_required']);
    expect(answer.body.access_token).toBeUndefined();
    expect((await api.as(owner).getOrganizationMembers()).body).toHaveLength(2);
  });

  test('verifies the address of an account that had not verified it', async () => {
    const email = someone();
    await api.anyone.createProfile({ body: { email, password, ...names, org_name: 'New', phone: '' } });
    await invite(ada, email);
    await api.settle();
    const mails = await api.messages(email);
    const token = mails.map(({ code }) => code ?? '').find((code) => code.includes('.')) ?? '';
    const { body } = await accept(email, token);
    expect(claimsOf(body.access_token).email_verified).toBe(true);
  });

  test('succeeds only once, even if many try at the same moment', async () => {
    const owner = await api.signUp();
    const email = someone();
    await invite(owner, email);
    const token = await tokenFor(email);
    const accepted = await Promise.all([1, 2, 3, 4].map(() => accept(email, token)));
    expect(accepted.map(outcome).sort()).toEqual(['200', ...Array(3).fill('404 invitation_not_found')]);
    expect((await api.as(owner).getOrganizationMembers()).body).toHaveLength(2);
  });

  test('is refused for somebody who became a member meanwhile', async () => {
    const [owner, person] = [await api.signUp(), await api.signUp()];
    await invite(owner, person.email);
    const token = await tokenFor(person.email);
    await profileIn(owner.organization_id, person, ['basic_user']);
    expect(outcome(await accept(person.email, token))).toBe('400 already_member');
  });

  test('takes the token of this invitation alone', async () => {
    const [email, other] = [someone(), someone()];
    await invite(ada, email);
    await invite(ada, other);
    const token = await tokenFor(email);
    const [organization, secret = ''] = token.split('.');
    for (const wrong of [
      'nonsense',
      secret,
      `${organization}.${'A'.repeat(43)}`,
      `${randomUUID()}.${secret}`,
      `${token}x`,
    ]) {
      expect(outcome(await accept(email, wrong))).toBe('404 invitation_not_found');
    }
    expect(outcome(await accept(other, token))).toBe('404 invitation_not_found');
    expect(outcome(await api.anyone.declineOrganizationInvitation({ body: { email: other, token } }))).toBe(
      '404 invitation_not_found',
    );
  });

  test('needs every field of the specification', async () => {
    const body = { email: someone(), token: 'x', ...names, password };
    for (const field of Object.keys(body)) {
      const answer = await api.anyone.acceptOrganizationInvitation({ body: { ...body, [field]: undefined } });
      expect([answer.status, answer.body.error]).toEqual([406, expect.stringContaining(field)]);
    }
  });

  test('needs few calls', async () => {
    const email = someone();
    await invite(ada, email);
    expect(
      callsOf('createOrganizationInvitation')
        .map(({ command }) => command)
        .sort(),
    ).toEqual(['BatchGet', 'Query', 'Query', 'TransactWrite', 'Update']);
    await accept(email, await tokenFor(email));
    expect(callsOf('acceptOrganizationInvitation').map(({ command }) => command)).toEqual([
      'BatchGet',
      'Query',
      'TransactWrite',
      'Sign',
      'Sign',
    ]);
  });
});

describe('who has invited', () => {
  /** Somebody who may invite by a group's permission alone, and takes it away from them. */
  const byGroup = async () => {
    const inviter = await memberOf(api, ada, 'basic_user');
    const { id: group_id } = (await api.as(ada).createGroup({ body: { name: someone(), permissions: ['member:add'] } }))
      .body;
    const path = { group_id };
    await api.as(ada).addGroupMember({ path, body: { profile_id: inviter.profile_id } });
    const end = () => api.as(ada).updateGroup({ path, body: { permissions: [] } });
    return { inviter, role: 'basic_user' as const, end };
  };
  const admin = (end: (path: { profile_id: string }) => Promise<{ status: number }>) => async () => {
    const inviter = await memberOf(api, ada, 'admin');
    return { inviter, role: 'admin' as const, end: () => end({ profile_id: inviter.profile_id }) };
  };
  const ENDS = {
    'was removed': admin((path) => api.as(ada).deleteOrganizationMember({ path })),
    'was locked': admin((path) => api.as(ada).actOnOrganizationMember({ path, body: { action: 'lock' } })),
    'was demoted': admin((path) => api.as(ada).updateOrganizationMember({ path, body: { roles: ['member'] } })),
    'has lost the permission of a group': byGroup,
  };

  test.each(Object.entries(ENDS))('lets nobody in who %s, until another sends it again', async (_, prepare) => {
    const { inviter, role, end } = await prepare();
    const [email, prepared] = [someone(), someone()];
    expect(outcome(await invite(inviter, email, role))).toBe('200');
    const body = { email: prepared, ...names, roles: [role] };
    expect(outcome(await api.as(inviter).createOrganizationMember({ body }))).toBe('200');
    const path = { email, token: await tokenFor(email) };
    expect(outcome(await api.anyone.getOrganizationInvitation({ path }))).toBe('200');
    const invitation = (await readAt(invitationAt(ada.organization_id, email))) as InvitationItem;
    const checks = await inviterChecks(invitation, await profilesOf(ada.organization_id));
    await transact(checks ?? []);
    expect((await end()).status).toBe(200);
    // Whoever accepts at the same moment has read the inviter before that.
    await expect(transact(checks ?? [])).rejects.toThrow(ConditionFailed);
    expect(outcome(await api.anyone.getOrganizationInvitation({ path }))).toBe('404 invitation_not_found');
    expect(outcome(await accept(email, path.token))).toBe('404 invitation_not_found');
    expect(outcome(await accept(prepared, await tokenFor(prepared)))).toBe('404 invitation_not_found');
    for (const one of [email, prepared]) {
      expect(outcome(await api.as(ada).resendOrganizationInvitation({ body: { email: one } }))).toBe('200');
      expect(outcome(await accept(one, await tokenFor(one)))).toBe('200');
    }
  });

  test('must be able to give the role that the place has now: whoever raises it sends it again', async () => {
    const [inviter, email] = [await memberOf(api, ada, 'admin'), someone()];
    const { id: profile_id } = (
      await api.as(inviter).createOrganizationMember({ body: { email, ...names, roles: ['member'] } })
    ).body;
    await api.as(ada).updateOrganizationMember({ path: { profile_id }, body: { roles: ['owner'] } });
    expect(outcome(await accept(email, await tokenFor(email)))).toBe('404 invitation_not_found');
    expect(outcome(await api.as(inviter).resendOrganizationInvitation({ body: { email } }))).toBe('401 forbidden');
    expect(outcome(await api.as(ada).resendOrganizationInvitation({ body: { email } }))).toBe('200');
    expect(outcome(await accept(email, await tokenFor(email)))).toBe('200');
  });
});

describe('after fourteen days', () => {
  test('an invitation can’t be answered until it is sent again', async () => {
    const owner = await api.signUp();
    const email = someone();
    await invite(owner, email);
    const token = await tokenFor(email);
    await api.advance('P14DT1M');
    const again = await signIn(api, owner);
    expect(outcome(await api.anyone.getOrganizationInvitation({ path: { email, token } }))).toBe(
      '404 invitation_not_found',
    );
    expect(outcome(await accept(email, token))).toBe('404 invitation_not_found');
    expect(outcome(await invite(again, email))).toBe('400 invitation_exists');
    await api.as(again).resendOrganizationInvitation({ body: { email } });
    expect(outcome(await accept(email, token))).toBe('404 invitation_not_found');
    expect(outcome(await accept(email, await tokenFor(email)))).toBe('200');
  });
});
