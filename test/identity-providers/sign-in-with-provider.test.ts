import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import type { Answered, Api } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { memberOf } from '../members/member.ts';
import { authenticator } from '../mfa/second-factor.ts';
import { addPasskey, atName } from '../passkeys/authenticator.ts';
import { allow } from '../stories/consent.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { begin, type Company, companyAt, end, newCompany, proveDomain, settings, signInAt, visit } from './company.ts';
import { CLIENT_ID, type HostileProvider, type Mischief, seconds, startProvider } from './hostile-provider.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let provider: HostileProvider;
let other: HostileProvider;
let company: Company;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  provider = await startProvider();
  other = await startProvider();
  company = await companyAt(api, dns, provider.issuer);
});
afterEach(() => provider.misbehave({}));
afterAll(async () => {
  await stop();
  await provider.stop();
  await other.stop();
});

let people = 0;
/** Somebody new at the provider, with an address of the company. */
const somebody = (at: Company = company, more: object = {}) => {
  people += 1;
  const someone = {
    sub: `subject-${people}`,
    email: `person-${people}@${at.domain}`,
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
    ...more,
  };
  provider.signIn(someone);
  return someone;
};
const membersOf = async ({ owner }: Company) => ok(await api.as(owner).getOrganizationMembers());
const eventsOf = async ({ owner, path }: Company) =>
  ok(await api.as(owner).getOrganizationEvents({ path, query: { rows: 100 } })).events;

const REFUSED = [401, 'provider_refused'];
const OVER = [401, 'provider_sign_in_over'];

describe('a person who comes for the first time', () => {
  test('becomes a member with the default role and is signed in, as by password', async () => {
    const { email } = somebody();
    const { access_token, refresh_token } = ok(await signInAt(api, company));
    expect(claimsOf(access_token)).toMatchObject({
      email,
      email_verified: true,
      organization_id: company.path.organization_id,
      roles: ['member'],
      first_name: 'Grace',
      last_name: 'Hopper',
    });
    expect((await api.as({ token: access_token }).getTemplates()).status).toBe(200);
    expect((await api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } })).status).toBe(200);
    const [session] = ok(await api.as({ token: access_token }).getSessions());
    expect(session?.source).toBe('provider');
  });

  test('is in the log of administration, with issuer, subject and address, and so is the next sign-in', async () => {
    const { email, sub } = somebody();
    ok(await signInAt(api, company));
    ok(await signInAt(api, company));
    const [second, first] = (await eventsOf(company)).filter(({ actor }) => actor.email === email);
    expect(first).toMatchObject({
      kind: 'member:created',
      operation: 'signInWithProvider',
      object: { name: 'Grace Hopper' },
    });
    expect(first?.changes).toEqual([
      { member: 'issuer', to: provider.issuer },
      { member: 'subject', to: sub },
      { member: 'email', to: email },
    ]);
    expect(second).toMatchObject({ kind: 'session:started', outcome: 'success' });
  });

  test('waits for an administrator where the organization says so, as a locked member; those who may let in get one mail', async () => {
    const cautious = await companyAt(api, dns, provider.issuer, { new_members: 'wait' });
    const admin = await memberOf(api, cautious.owner, 'admin');
    const quiet = await memberOf(api, cautious.owner, 'admin');
    const member = await memberOf(api, cautious.owner, 'member');
    ok(await api.as(quiet).updateNotificationPreferences({ body: { email: { 'member:waiting': false } } }));
    const { email } = somebody(cautious);
    expect(refusalOf(await signInAt(api, cautious))).toEqual([401, 'sign_in_waits']);
    expect(refusalOf(await signInAt(api, cautious))).toEqual([401, 'sign_in_waits']);
    await api.settle();
    const told = async (one: { email: string }) =>
      (await api.messages(one.email)).filter(({ subject, text }) => subject?.includes('waits') && text.includes(email));
    expect((await Promise.all([cautious.owner, admin, quiet, member].map(told))).map((mails) => mails.length)).toEqual([
      1, 1, 0, 0,
    ]);
    expect((await told(admin))[0]?.links).toContain(`${api.url}/organization/members`);
    const waiting = (await membersOf(cautious)).find((member) => member.email === email);
    const path = { profile_id: waiting?.id ?? '' };
    ok(await api.as(cautious.owner).actOnOrganizationMember({ path, body: { action: 'unlock' } }));
    expect((await signInAt(api, cautious)).status).toBe(200);
  });

  test('has the role of the invitation that waits for them, and uses it up', async () => {
    const { email } = somebody();
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'admin' };
    ok(await api.as(company.owner).createOrganizationInvitation({ body }));
    expect(claimsOf(ok(await signInAt(api, company)).access_token).roles).toEqual(['admin']);
    const invited = ok(await api.as(company.owner).getOrganizationInvitations());
    expect(invited.filter((one) => one.email === email)).toEqual([]);
  });

  test.each(['declined', 'of somebody who may no longer invite'])('has nothing of an invitation %s', async (kind) => {
    const cautious = await companyAt(api, dns, provider.issuer, { new_members: 'wait' });
    const { email } = somebody(cautious);
    const inviter = await memberOf(api, cautious.owner, 'admin');
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'admin' };
    ok(await api.as(inviter).createOrganizationInvitation({ body }));
    await api.settle();
    const token = (await api.messages(email))[0]?.code ?? '';
    if (kind === 'declined') ok(await api.anyone.declineOrganizationInvitation({ body: { email, token } }));
    else ok(await api.as(cautious.owner).deleteOrganizationMember({ path: inviter }));
    expect(refusalOf(await signInAt(api, cautious))).toEqual([401, 'sign_in_waits']);
    const waiting = (await membersOf(cautious)).find((member) => member.email === email);
    expect(waiting).toMatchObject({ roles: ['member'], locked: true });
  });

  test('takes the place that an administrator has prepared', async () => {
    const { email } = somebody();
    const body = { email, first_name: 'G.', last_name: 'H.', roles: ['basic_user'] };
    const { id } = ok(await api.as(company.owner).createOrganizationMember({ body }));
    expect(claimsOf(ok(await signInAt(api, company)).access_token)).toMatchObject({
      profile_id: id,
      roles: ['basic_user'],
    });
  });

  test('takes the prepared place with the account that the address has already', async () => {
    const { email } = somebody();
    const known = await api.signUp({ email });
    const body = { email, first_name: 'G.', last_name: 'H.', roles: ['basic_user'] };
    const { id } = ok(await api.as(company.owner).createOrganizationMember({ body }));
    const claims = claimsOf(ok(await signInAt(api, company)).access_token);
    expect(claims).toMatchObject({ sub: known.user_id, profile_id: id });
  });

  test('has the permissions of the groups in which an administrator has put the place', async () => {
    const { email } = somebody();
    const body = { email, first_name: 'G.', last_name: 'H.', roles: ['basic_user'] };
    const { id: profile_id } = ok(await api.as(company.owner).createOrganizationMember({ body }));
    const { id: group_id } = ok(
      await api.as(company.owner).createGroup({ body: { name: 'Sales', permissions: ['org:view'] } }),
    );
    ok(await api.as(company.owner).addGroupMember({ path: { group_id }, body: { profile_id } }));
    const { access_token } = ok(await signInAt(api, company));
    expect(claimsOf(access_token)).toMatchObject({ profile_id, groups: [group_id] });
    expect(ok(await signInAt(api, company)).access_token).not.toBe(access_token);
  });

  test('is named by what the provider tells when it is asked, if its token names no address', async () => {
    provider.misbehave({ thin: true });
    const { email } = somebody();
    expect(claimsOf(ok(await signInAt(api, company)).access_token).email).toBe(email);
  });

  test('is one member, however often the sign-in ends at the same moment', async () => {
    const { email } = somebody();
    const begun = [await begin(api, company), await begin(api, company), await begin(api, company)];
    const answers = await Promise.all(begun.map(async (one) => end(api, one, await visit(one))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await membersOf(company)).filter((member) => member.email === email)).toHaveLength(1);
  });
});

describe('a member', () => {
  test('is known by issuer and subject, whatever address is stated later', async () => {
    const someone = somebody();
    const first = claimsOf(ok(await signInAt(api, company)).access_token);
    provider.signIn({ ...someone, email: company.owner.email });
    const second = claimsOf(ok(await signInAt(api, company)).access_token);
    expect([second.sub, second.email]).toEqual([first.sub, first.email]);
  });

  test('with an account before keeps it, with name, role and password', async () => {
    const email = `veteran@${company.domain}`;
    const veteran = await api.signUp({ email });
    const body = { email, first_name: 'Ada', last_name: 'Veteran', role: 'admin' };
    ok(await api.as(company.owner).createOrganizationInvitation({ body }));
    somebody(company, { email });
    const claims = claimsOf(ok(await signInAt(api, company)).access_token);
    expect(claims).toMatchObject({ sub: veteran.user_id, organization_id: company.path.organization_id });
    const byPassword = { grant_type: 'password', username: email, password: veteran.password };
    const { access_token } = ok(await api.anyone.authenticate({ body: byPassword }));
    expect(claimsOf(access_token).organization_id).toBe(veteran.organization_id);
  });

  test("reaches no other organization of theirs, and nothing that protects the account, by one provider's word", async () => {
    const email = `elsewhere@${company.domain}`;
    const elsewhere = await api.signUp({ email });
    somebody(company, { email });
    const { access_token: token } = ok(await signInAt(api, company));
    const as = api.as({ token });
    expect(ok(await as.getProfiles()).map(({ organization_id }) => organization_id)).toEqual([
      company.path.organization_id,
    ]);
    expect(ok(await as.getSessions())).toHaveLength(1);
    const SESSION = [401, 'provider_session'];
    expect(refusalOf(await as.switchProfile({ path: { profile_id: elsewhere.profile_id } }))).toEqual(SESSION);
    expect(refusalOf(await as.createOrganization({ body: { name: 'Mine' } }))).toEqual(SESSION);
    expect(refusalOf(await as.enrollMfa())).toEqual(SESSION);
    expect((await api.as(elsewhere).getTemplates()).status).toBe(200);
  });

  test('leaves passkeys, password, other sessions and other memberships of the account as they are', async () => {
    const email = `untouched@${company.domain}`;
    const untouched = await api.signUp({ email });
    const { passkey_id } = await atName(api, () => addPasskey(api, untouched));
    const [{ id: session_id = '' } = {}] = ok(await api.as(untouched).getSessions());
    somebody(company, { email });
    const as = api.as({ token: ok(await signInAt(api, company)).access_token });
    const SESSION = [401, 'provider_session'];
    const passkey = { path: { passkey_id } };
    const passwords = { old_password: untouched.password, new_password: 'Another-Long-Passw0rd' };
    expect(refusalOf(await as.deletePasskey(passkey))).toEqual(SESSION);
    expect(refusalOf(await as.updatePasskey({ ...passkey, body: { name: 'Theirs' } }))).toEqual(SESSION);
    expect(refusalOf(await as.startPasskey({ body: { password: untouched.password } }))).toEqual(SESSION);
    expect(refusalOf(await as.changePassword({ body: passwords }))).toEqual(SESSION);
    expect(refusalOf(await as.disableMfa({ body: { code: '123456' } }))).toEqual(SESSION);
    expect(refusalOf(await as.regenerateBackupCodes({ body: { code: '123456' } }))).toEqual(SESSION);
    expect(refusalOf(await as.deleteProfile({ path: { profile_id: untouched.profile_id } }))).toEqual(SESSION);
    expect(refusalOf(await as.revokeSession({ path: { session_id } }))).toEqual([404, 'not_found']);
    const other = ok(await signInAt(api, company)).access_token;
    expect(ok(await as.revokeOtherSessions())).toEqual({ revoked: 1 });
    expect((await api.as({ token: other }).getTemplates()).status).toBe(401);
    expect((await api.as(untouched).getTemplates()).status).toBe(200);
    expect(ok(await api.as(untouched).getPasskeys())).toMatchObject([{ id: passkey_id, name: 'Laptop' }]);
  });

  test('changes the profile here, and nothing of the account while others know it, too', async () => {
    const email = `named@${company.domain}`;
    const named = await api.signUp({ email });
    somebody(company, { email });
    const changed = { first_name: 'Renamed', phone: '+44 20 7946 0000', locale: 'de', timezone: 'Europe/Berlin' };
    const muted = { app: { 'recipient:opened': false }, email: { 'envelope:completed': false } };
    const account = ok(await api.as(named).getMyUser());
    const signedIn = ok(await signInAt(api, company));
    const path = { profile_id: String(claimsOf(signedIn.access_token).profile_id) };
    const { token: byApp } = await allow(api, { token: signedIn.access_token }, ['profile:write'], company.owner);
    for (const token of [signedIn.access_token, byApp]) {
      expect(ok(await api.as({ token }).updateProfile({ path, body: changed }))).toMatchObject(changed);
    }
    const as = api.as({ token: signedIn.access_token });
    expect(ok(await as.getProfiles())).toMatchObject([changed]);
    expect(refusalOf(await as.updateNotificationPreferences({ body: muted }))).toEqual([401, 'provider_session']);
    expect(ok(await api.as(named).getMyUser())).toEqual(account);
    expect(ok(await api.as(named).getNotificationPreferences()).app['recipient:opened']).toBe(true);

    somebody();
    const { access_token: token } = ok(await signInAt(api, company));
    const own = { profile_id: String(claimsOf(token).profile_id) };
    ok(await api.as({ token }).updateProfile({ path: own, body: changed }));
    expect(ok(await api.as({ token }).getMyUser())).toMatchObject(changed);
    expect(ok(await api.as({ token }).updateNotificationPreferences({ body: muted })).email).toMatchObject(muted.email);
  });

  test('gives an application no more than the session has that allows it', async () => {
    const email = `allows@${company.domain}`;
    await api.signUp({ email });
    somebody(company, { email });
    const signedIn = ok(await signInAt(api, company));
    const { token } = await allow(api, { token: signedIn.access_token }, ['profile:read'], company.owner);
    expect(ok(await api.as({ token }).getProfiles()).map(({ organization_id }) => organization_id)).toEqual([
      company.path.organization_id,
    ]);
  });

  test('who is locked or was removed stays out, until an administrator changes that', async () => {
    const { email } = somebody();
    const { profile_id } = claimsOf(ok(await signInAt(api, company)).access_token);
    const path = { profile_id: String(profile_id) };
    const as = api.as(company.owner);
    ok(await as.actOnOrganizationMember({ path, body: { action: 'lock' } }));
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'no_active_profile']);
    ok(await as.actOnOrganizationMember({ path, body: { action: 'unlock' } }));
    expect((await signInAt(api, company)).status).toBe(200);
    ok(await as.deleteOrganizationMember({ path }));
    await api.settle();
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'no_active_profile']);
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'basic_user' };
    ok(await as.createOrganizationInvitation({ body }));
    const again = claimsOf(ok(await signInAt(api, company)).access_token);
    expect(again).toMatchObject({ email, roles: ['basic_user'] });
    expect(again.profile_id).not.toBe(profile_id);
  });

  test('who was removed comes back by an invitation to the account that other organizations know, too', async () => {
    const email = `returns@${company.domain}`;
    await api.signUp({ email });
    somebody(company, { email });
    const { profile_id, sub } = claimsOf(ok(await signInAt(api, company)).access_token);
    const as = api.as(company.owner);
    ok(await as.deleteOrganizationMember({ path: { profile_id: String(profile_id) } }));
    await api.settle();
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'no_active_profile']);
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'admin' };
    ok(await as.createOrganizationInvitation({ body }));
    const again = claimsOf(ok(await signInAt(api, company)).access_token);
    expect(again).toMatchObject({ sub, roles: ['admin'] });
    expect(claimsOf(ok(await signInAt(api, company)).access_token).profile_id).toBe(again.profile_id);
  });

  test('has a session as long as the policy of the organization says, from the first tokens on', async () => {
    await using _clock = await api.freezeClock();
    const strict = await companyAt(api, dns, provider.issuer);
    const body = { session_hours: 1, idle_minutes: 20 };
    ok(await api.as(strict.owner).updateOrganizationPolicy({ path: strict.path, body }));
    somebody(strict);
    const [first, again] = [ok(await signInAt(api, strict)), ok(await signInAt(api, strict))];
    for (const { access_token, refresh_token_exp } of [first, again])
      expect(refresh_token_exp - Number(claimsOf(access_token).iat)).toBe(20 * 60);
    await api.advance('PT21M');
    expect((await api.as({ token: again.access_token }).getTemplates()).status).toBe(401);
  });

  test('gives the second factor of the account, unless the organization trusts the one of its provider', async () => {
    const email = `careful@${company.domain}`;
    const careful = await api.signUp({ email });
    const { otpauth_url } = ok(await api.as(careful).enrollMfa());
    const device = authenticator(otpauth_url);
    ok(await api.as(careful).verifyMfaEnrollment({ body: { code: device.code() } }));
    somebody(company, { email });
    const asked = await signInAt(api, company);
    expect(refusalOf(asked)).toEqual([403, 'mfa_required']);
    const { mfa_token } = asked.body as unknown as { mfa_token: string };
    const body = { grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp', mfa_token, otp: device.code(1) };
    const { access_token } = ok(await api.anyone.authenticate({ body }));
    expect(claimsOf(access_token).organization_id).toBe(company.path.organization_id);
    expect(
      refusalOf(await api.as({ token: access_token }).switchProfile({ path: { profile_id: careful.profile_id } })),
    ).toEqual([401, 'provider_session']);
    const trusting = await companyAt(api, dns, provider.issuer, { trusts_second_factor: true });
    await proveDomainOf(trusting, `careful-${people}.example`);
    const bold = await api.signUp({ email: `bold@${trusting.domain}` });
    ok(await api.as(bold).enrollMfa());
    somebody(trusting, { email: bold.email });
    expect((await signInAt(api, trusting)).status).toBe(200);
  });

  const proveDomainOf = (at: Company, domain: string) => proveDomain(api, dns, at, domain);

  test('signs in with a key that the provider has had for a moment only', async () => {
    somebody();
    ok(await signInAt(api, company));
    await provider.rotate();
    const before = provider.calls.filter((path) => path === '/jwks').length;
    expect((await signInAt(api, company)).status).toBe(200);
    expect(provider.calls.filter((path) => path === '/jwks').length).toBe(before + 1);
  });

  test('needs no more records read and written, and no more units of the table, than by password', async () => {
    const person = await memberOf(api, company.owner, 'member');
    const { email: username, password } = person;
    somebody();
    ok(await signInAt(api, company));
    const byPassword = await tableUse(() =>
      api.anyone.authenticate({ body: { grant_type: 'password', username, password } }),
    );
    const byProvider = await tableUse(() => signInAt(api, company));
    expect(byProvider.read).toBeLessThanOrEqual(byPassword.read);
    expect(byProvider.written).toBeLessThanOrEqual(byPassword.written);
    expect(byProvider.units).toBeLessThanOrEqual(byPassword.units);
  });
});

/** Records that a sign-in's operations read and write, and units that the table says they took. */
const tableUse = async (signIn: () => Promise<Answered>) => {
  const runs: Run[] = [];
  onRun((run) => operations.some(({ contract }) => contract.id === run.name) && runs.push(run));
  const answer = await signIn();
  onRun(undefined);
  expect(answer.status).toBe(200);
  const calls = runs.flatMap((run) => run.calls).filter(({ service }) => service === 'DynamoDB');
  const reads = calls.flatMap((call) => call.reads);
  return {
    read: reads.length,
    written: calls.flatMap(({ touched }) => touched).length,
    units: calls.reduce((sum, { units }) => sum + units, 0),
  };
};

describe('refuses', () => {
  const claims = (change: Record<string, unknown>): Mischief => ({ claims: (right) => ({ ...right, ...change }) });
  const without = (name: string): Mischief => ({
    claims: (right) => Object.fromEntries(Object.entries(right).filter(([one]) => one !== name)),
  });

  test.each<[string, () => Mischief]>([
    ['a token of the algorithm none', () => ({ token: (right) => provider.unsigned(right) })],
    [
      'a token whose shared secret is the public key (HS256)',
      () => ({ token: (right) => provider.signedByPublicKey(right) }),
    ],
    [
      "a token by a stranger's key under the provider's key id",
      () => ({ token: (right) => provider.signedByStranger(right) }),
    ],
    ['a token by the key in its own header', () => ({ token: (right) => provider.signedByEmbedded(right) })],
    ['a token of another issuer', () => claims({ iss: other.issuer })],
    ['a token whose issuer has a slash more', () => claims({ iss: `${provider.issuer}/` })],
    ['a token for another client', () => claims({ aud: 'another-client' })],
    [
      'a token for several clients that says nothing of who asked for it',
      () => claims({ aud: [CLIENT_ID, 'another-client'] }),
    ],
    [
      'a token that another client asked for',
      () => claims({ aud: [CLIENT_ID, 'another-client'], azp: 'another-client' }),
    ],
    ['a token for this client that another one asked for', () => claims({ azp: 'another-client' })],
    ['a token with the nonce of another sign-in', () => claims({ nonce: 'another' })],
    ['a token without a nonce', () => without('nonce')],
    ['a token that has expired', () => claims({ exp: seconds() - 120, iat: seconds() - 300 })],
    ['a token without an end', () => without('exp')],
    ['a token from the future', () => claims({ iat: seconds() + 600, exp: seconds() + 900 })],
    ['a token that is not valid yet', () => claims({ nbf: seconds() + 600 })],
    ['a token that was made long ago', () => claims({ iat: seconds() - 3600 })],
    ['a token without the time at which it was made', () => without('iat')],
    ['a token without a subject', () => without('sub')],
    ['a token with a subject that is no text', () => claims({ sub: 17 })],
    ['a token with a subject beyond 255 letters', () => claims({ sub: 'x'.repeat(256) })],
    ['an address that the provider says is not verified', () => claims({ email_verified: false })],
    ['an address that is not verified, said as a text', () => claims({ email_verified: 'false' })],
    ['an address at a domain that the organization has not proven', () => claims({ email: 'ceo@unproven.example' })],
    ['an address at a subdomain of the proven domain', () => claims({ email: `ceo@mail.${company.domain}` })],
    ['an address that only ends like the proven domain', () => claims({ email: `ceo@not-${company.domain}` })],
    ['an address with two at signs', () => claims({ email: `ceo@evil.example@${company.domain}` })],
    [
      'an answer without a token of identity',
      () => ({
        tokens: (response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"access_token":"a","token_type":"Bearer"}'),
      }),
    ],
    [
      'an answer of the token endpoint that is no JSON',
      () => ({ tokens: (response) => void response.writeHead(200).end('<html>') }),
    ],
    [
      'an answer that names another issuer (mix-up)',
      () => ({ leadsBack: (right) => ({ ...right, iss: other.issuer }) }),
    ],
    [
      'an answer that names no issuer, of a provider that always does',
      () => ({ leadsBack: ({ code = '', state = '' }) => ({ code, state }) }),
    ],
    [
      'an answer with a code that the provider has not given',
      () => ({ leadsBack: (right) => ({ ...right, code: 'invented' }) }),
    ],
    [
      'an answer of the provider that says no',
      () => ({ leadsBack: ({ state = '' }) => ({ state, error: 'access_denied' }) }),
    ],
  ])('%s', async (_what, mischief) => {
    const { email } = somebody();
    provider.misbehave(mischief());
    expect(refusalOf(await signInAt(api, company))).toEqual(REFUSED);
    provider.misbehave({});
    expect((await membersOf(company)).filter((member) => member.email === email)).toEqual([]);
  });

  test('an answer with another state, and keeps no sign-in for it', async () => {
    somebody();
    const begun = await begin(api, company);
    const query = await visit(begun);
    expect(refusalOf(await end(api, begun, { ...query, state: 'x'.repeat(43) }))).toEqual(OVER);
  });

  test('an answer that comes again, right or wrong', async () => {
    somebody();
    const begun = await begin(api, company);
    const query = await visit(begun);
    expect((await end(api, begun, query)).status).toBe(200);
    expect(refusalOf(await end(api, begun, query))).toEqual(OVER);
    const second = await begin(api, company);
    const right = await visit(second);
    expect(refusalOf(await end(api, second, { ...right, code: 'wrong' }))).toEqual(REFUSED);
    expect(refusalOf(await end(api, second, right))).toEqual(OVER);
  });

  test('a code that was used, in a sign-in of its own', async () => {
    somebody();
    const [first, second] = [await begin(api, company), await begin(api, company)];
    const query = await visit(first);
    ok(await end(api, first, query));
    const later = await visit(second);
    expect(refusalOf(await end(api, second, { ...later, code: query.code ?? '' }))).toEqual(REFUSED);
  });

  test('a code of one sign-in in another, by PKCE', async () => {
    somebody();
    const [first, second] = [await begin(api, company), await begin(api, company)];
    const [one, another] = [await visit(first), await visit(second)];
    expect(refusalOf(await end(api, second, { ...another, code: one.code ?? '' }))).toEqual(REFUSED);
  });

  test('an answer in another browser than the one that began (a stranger leads somebody into their account)', async () => {
    somebody();
    const begun = await begin(api, company);
    const query = await visit(begun);
    const { cookie } = await begin(api, company);
    expect(refusalOf(await end(api, { ...begun, cookie }, query))).toEqual(OVER);
    const again = await begin(api, company);
    expect(refusalOf(await end(api, { ...again, cookie: '' }, await visit(again)))).toEqual(OVER);
  });

  test('an answer after ten minutes', async () => {
    somebody();
    const begun = await begin(api, company);
    const query = await visit(begun);
    await api.advance('PT10M1S');
    expect(refusalOf(await end(api, begun, query))).toEqual(OVER);
  });

  test("an answer that is handed to another organization's sign-in (mix-up)", async () => {
    const rival = await companyAt(api, dns, other.issuer);
    somebody();
    const begun = await begin(api, company);
    const query = await visit(begun);
    expect(refusalOf(await end(api, { ...begun, provider: rival.path.organization_id }, query))).toEqual(OVER);
  });

  test('an answer that was begun before the organization named another issuer', async () => {
    const mover = await companyAt(api, dns, provider.issuer);
    somebody(mover);
    const begun = await begin(api, mover);
    const query = await visit(begun);
    ok(await api.as(mover.owner).setIdentityProvider({ path: mover.path, body: settings(other.issuer) }));
    expect(refusalOf(await end(api, begun, query))).toEqual(OVER);
  });

  test("another tenant's subject: the same issuer and subject is somebody else in another organization", async () => {
    const rival = await companyAt(api, dns, provider.issuer);
    const someone = somebody();
    const mine = claimsOf(ok(await signInAt(api, company)).access_token);
    expect(refusalOf(await signInAt(api, rival))).toEqual(REFUSED);
    provider.signIn({ ...someone, email: `same@${rival.domain}` });
    const theirs = claimsOf(ok(await signInAt(api, rival)).access_token);
    expect(theirs.sub).not.toBe(mine.sub);
    expect(theirs.organization_id).toBe(rival.path.organization_id);
  });

  test('an address that the provider has given to another person, until an administrator agrees', async () => {
    const { email, sub } = somebody();
    const { profile_id } = claimsOf(ok(await signInAt(api, company)).access_token);
    somebody(company, { email });
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'identity_taken']);
    const failures = (await eventsOf(company)).filter(({ reason }) => reason === 'identity_taken');
    expect(failures[0]).toMatchObject({ kind: 'session:started', outcome: 'failure', actor: { email } });
    const path = { profile_id: String(profile_id) };
    ok(await api.as(company.owner).deleteMemberIdentity({ path }));
    expect(claimsOf(ok(await signInAt(api, company)).access_token).profile_id).toBe(profile_id);
    provider.signIn({ sub, email, email_verified: true });
    expect(refusalOf(await signInAt(api, company))).toEqual([401, 'identity_taken']);
  });

  test('the members of a former provider at a new one, unless the organization has said that they are the same', async () => {
    const mover = await companyAt(api, dns, other.issuer);
    const email = `mover@${mover.domain}`;
    other.signIn({ sub: 'before', email, email_verified: true });
    const before = claimsOf(ok(await signInAt(api, mover)).access_token);
    const change = (more: object) =>
      api.as(mover.owner).setIdentityProvider({ path: mover.path, body: settings(provider.issuer, more) });
    ok(await change({}));
    somebody(mover, { email });
    expect(refusalOf(await signInAt(api, mover))).toEqual([401, 'identity_taken']);
    ok(await api.as(mover.owner).setIdentityProvider({ path: mover.path, body: settings(other.issuer) }));
    ok(await change({ relink: true }));
    expect(claimsOf(ok(await signInAt(api, mover)).access_token).profile_id).toBe(before.profile_id);
    somebody(mover, { email });
    expect(refusalOf(await signInAt(api, mover))).toEqual([401, 'identity_taken']);
  });

  test('a sign-in at a provider that is not active, or that an organization does not have', async () => {
    const idle = await companyAt(api, dns, provider.issuer, { active: false });
    const none = await newCompany(api);
    for (const { path } of [idle, none]) {
      const body = { provider: path.organization_id };
      expect(refusalOf(await api.anyone.startProviderSignIn({ body }))).toEqual([404, 'provider_not_found']);
    }
  });
});

describe('a provider that cannot be used', () => {
  /** A fresh organization: nothing of the provider is known yet. */
  const start = async (mischief: Mischief) => {
    const fresh = await companyAt(api, dns, provider.issuer);
    provider.misbehave(mischief);
    return { fresh, answer: await api.anyone.startProviderSignIn({ body: { provider: fresh.path.organization_id } }) };
  };
  const UNREACHABLE = [400, 'provider_unreachable'];
  const huge: Mischief['discovery'] = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(300_000));

  test.each<[string, Mischief, unknown[]]>([
    [
      'leads its description to a private network',
      { discovery: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end() },
      REFUSED,
    ],
    [
      'leads its description to another place of its own',
      { discovery: (response) => void response.writeHead(302, { location: '/elsewhere' }).end() },
      REFUSED,
    ],
    ['has a huge description', { discovery: huge }, UNREACHABLE],
    ['closes the connection', { discovery: (response) => void response.destroy() }, UNREACHABLE],
    [
      'describes another issuer',
      { describes: (right) => ({ ...right, issuer: 'https://login.example.com' }) },
      REFUSED,
    ],
    [
      'describes an issuer for all tenants',
      { describes: (right) => ({ ...right, issuer: `${right.issuer}/{tenantid}/v2.0` }) },
      REFUSED,
    ],
    [
      'has its page at a private address',
      { describes: (right) => ({ ...right, authorization_endpoint: 'https://10.0.0.1/authorize' }) },
      UNREACHABLE,
    ],
    [
      'has a page that is a script',
      { describes: (right) => ({ ...right, authorization_endpoint: 'javascript:alert(1)' }) },
      UNREACHABLE,
    ],
    [
      'takes codes without https',
      { describes: (right) => ({ ...right, token_endpoint: 'http://login.example.com/token' }) },
      UNREACHABLE,
    ],
    ['has no keys', { describes: ({ jwks_uri: _, ...right }) => right }, REFUSED],
  ])('%s', async (_what, mischief, refusal) => {
    const { answer } = await start(mischief);
    expect(refusalOf(answer)).toEqual(refusal);
  });

  test.each<[string, Mischief, unknown[]]>([
    ['has huge keys', { jwks: huge }, UNREACHABLE],
    ['does not tell its keys', { jwks: (response) => void response.writeHead(500).end() }, REFUSED],
    [
      'leads its keys to a private network',
      { jwks: (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end() },
      REFUSED,
    ],
    ['closes the connection when asked for its keys', { jwks: (response) => void response.destroy() }, UNREACHABLE],
    [
      'has no key at all',
      { jwks: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}') },
      REFUSED,
    ],
  ])('%s', async (_what, mischief, refusal) => {
    const fresh = await companyAt(api, dns, provider.issuer);
    somebody(fresh);
    provider.misbehave(mischief);
    expect(refusalOf(await signInAt(api, fresh))).toEqual(refusal);
    provider.misbehave({});
    expect((await signInAt(api, fresh)).status).toBe(200);
  });

  test('that never answers is given up after five seconds', async () => {
    const { answer } = await start({ discovery: () => {} });
    expect(refusalOf(answer)).toEqual(UNREACHABLE);
    expect(answer.body.error).toContain('within 5 seconds');
  });

  test('is never one of a private network: its settings are refused', async () => {
    const { owner, path } = await newCompany(api);
    for (const issuer of [
      'https://10.0.0.1',
      'https://169.254.169.254/latest',
      'http://login.example.com',
      'https://user:secret@login.example.com',
      'https://login.example.com/?tenant=1',
      'https://login.example.com/#x',
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/{tenantid}/v2.0',
    ]) {
      const { status, body } = await api.as(owner).setIdentityProvider({ path, body: settings(issuer) });
      expect([issuer, status]).toEqual([issuer, 406]);
      expect(String(body.error)).toContain('issuer');
    }
  });
});

describe('an invitation that is no longer good', () => {
  test('gives no role, and no place that waits for its person', async () => {
    const late = await companyAt(api, dns, provider.issuer);
    const { email, ...someone } = somebody(late);
    const role = { email, first_name: 'Grace', last_name: 'Hopper', role: 'admin' };
    ok(await api.as(late.owner).createOrganizationInvitation({ body: role }));
    const other = { email: `prepared@${late.domain}`, first_name: 'G.', last_name: 'H.', roles: ['admin'] };
    ok(await api.as(late.owner).createOrganizationMember({ body: other }));
    await api.advance('P15D');
    expect(claimsOf(ok(await signInAt(api, late)).access_token).roles).toEqual(['member']);
    somebody(late, { ...someone, sub: 'prepared', email: other.email });
    expect(refusalOf(await signInAt(api, late))).toEqual([401, 'sign_in_waits']);
  });
});
