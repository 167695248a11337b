import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf, signIn } from '../members/member.ts';
import { type Enrolled, enrolled } from '../mfa/second-factor.ts';
import { addPasskey, originOf, signIn as signInByPasskey } from '../passkeys/authenticator.ts';
import { allow } from '../stories/consent.ts';
import { createSignature, ok, openSession, recipient, refusalOf, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
let restore: () => void;
beforeAll(async () => {
  api = await startApi();
  restore = setEnvironment({ APP_URL: originOf(api) });
});
afterAll(async () => {
  restore();
  await api.stop();
});

const FACTOR = [401, 'second_factor_required'];
const PASSKEY = [401, 'passkey_required'];
const NETWORK = [401, 'network_refused'];
/** A network that no test comes from. */
const ELSEWHERE = ['192.0.2.0/24'];

const pathOf = ({ organization_id }: Person) => ({ organization_id });
const change = (owner: Person, body: object) => api.as(owner).updateOrganizationPolicy({ path: pathOf(owner), body });
const use = async (who: { token: string }) => refusalOf(await api.as(who).getOrganizationMembers());
const USED = [200, null];
const refresh = (refresh_token: string) =>
  api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });
const byPassword = async (person: Pick<Person, 'email' | 'password'>) => {
  const { status, body } = await signIn(api, person);
  if (status !== 200) throw new Error(`signing in answered ${status}`);
  return { token: body.access_token, refresh_token: body.refresh_token };
};
const byCode = async (person: Enrolled, ahead: number) => {
  const begun = await signIn(api, person);
  const { mfa_token } = begun.body as unknown as { mfa_token: string };
  const grant_type = 'urn:verdocs:params:oauth:grant-type:mfa-otp';
  return api.anyone.authenticate({ body: { grant_type, mfa_token, otp: person.code(ahead) } });
};
const askReset = async (email: string) => {
  const answer = ok(await api.anyone.resetPassword({ body: { email } }));
  await api.settle();
  return { answer, mail: (await api.messages(email))[0] };
};
const eventsOf = async (owner: Person) =>
  ok(await api.as(owner).getOrganizationEvents({ path: pathOf(owner), query: { rows: 100 } })).events;

/** An organization that demands a second factor, and a member of it without one. */
const demanding = async () => {
  const owner = await enrolled(api);
  const member = await memberOf(api, owner, 'member');
  ok(await change(owner, { second_factor: true }));
  return { owner, member };
};

describe('the policy', () => {
  test('demands nothing at first, says whom it concerns, and each change is in the log', async () => {
    const owner = await enrolled(api);
    await memberOf(api, owner, 'member');
    const read = ok(await api.as(owner).getOrganizationPolicy({ path: pathOf(owner) }));
    expect(read).toMatchObject({
      second_factor: false,
      networks: [],
      sending: null,
      updated_at: null,
      members: { count: 2, without_second_factor: 1, without_passkey: 2 },
      your_address: expect.stringMatching(/127\.0\.0\.1/),
      passkeys_available: true,
    });
    const changed = ok(await change(owner, { second_factor: true, idle_minutes: 60 }));
    expect(changed).toMatchObject({ second_factor: true, idle_minutes: 60, session_hours: null });
    expect(ok(await change(owner, { idle_minutes: null }))).toMatchObject({ second_factor: true, idle_minutes: null });
    ok(await change(owner, { second_factor: true }));
    const told = (await eventsOf(owner)).filter(({ kind }) => kind === 'policy:updated');
    expect(told.map(({ changes }) => changes)).toEqual([
      [{ member: 'idle_minutes', from: 60, to: null }],
      [
        { member: 'second_factor', from: false, to: true },
        { member: 'idle_minutes', from: null, to: 60 },
      ],
    ]);
  });

  test('is for those who may change the organization, and of nobody else', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    const stranger = await api.signUp();
    const path = pathOf(owner);
    expect(refusalOf(await api.as(member).updateOrganizationPolicy({ path, body: {} }))).toEqual([401, 'forbidden']);
    expect((await api.as(stranger).getOrganizationPolicy({ path })).status).toBe(404);
    expect((await api.as(stranger).updateOrganizationPolicy({ path, body: { idle_minutes: 60 } })).status).toBe(404);
  });

  test('refuses what would lock out whoever makes the change, and says so', async () => {
    const owner = await api.signUp();
    const other = await memberOf(api, owner, 'admin');
    const emergency_profile_ids = [owner.profile_id];
    for (const [body, field] of [
      [{ second_factor: true }, 'second_factor'],
      [{ networks: ['127.0.0.0/8'] }, 'emergency_profile_ids'],
      [{ networks: ['127.0.0.0/8'], emergency_profile_ids: [other.profile_id] }, 'emergency_profile_ids'],
      [{ networks: ['127.0.0.0/33'], emergency_profile_ids }, 'networks.0'],
      [{ passkeys_only: true }, 'emergency_profile_ids'],
      [{ session_hours: 0 }, 'session_hours'],
      [{ idle_minutes: 14 }, 'idle_minutes'],
      [{ sending: { domains: [], roles: [], group_ids: [owner.profile_id] } }, 'sending.group_ids'],
    ] as const) {
      const refused = await change(owner, body);
      expect([refused.status, refused.body.error], JSON.stringify(body)).toEqual([
        406,
        expect.stringContaining(`${field}: `),
      ]);
    }
    const byAdmin = (body: object) => api.as(other).updateOrganizationPolicy({ path: pathOf(owner), body });
    const locksOut = await byAdmin({ networks: ELSEWHERE, emergency_profile_ids });
    expect(locksOut.body.error).toMatch(/networks: must include .*127\.0\.0\.1/);
    expect((await byAdmin({ passkeys_only: true, emergency_profile_ids })).body.error).toContain(
      'passkeys_only: needs',
    );
  });

  test('of two changes at once keeps both', async () => {
    const owner = await api.signUp();
    await Promise.all([change(owner, { idle_minutes: 60 }).then(ok), change(owner, { session_hours: 8 }).then(ok)]);
    const read = ok(await api.as(owner).getOrganizationPolicy({ path: pathOf(owner) }));
    expect(read).toMatchObject({ idle_minutes: 60, session_hours: 8 });
  });
});

describe('a demanded second factor', () => {
  test('lets a session without it set one up and do nothing else, and other sessions not at all', async () => {
    const { member } = await demanding();
    const other = await byPassword(member);
    const refused = await api.as(member).getOrganizationMembers();
    expect(refusalOf(refused)).toEqual(FACTOR);
    expect(refused.body.error).toContain('Set one up in your account');
    expect((await api.as(member).getMyUser()).status).toBe(200);
    expect((await api.as(member).getProfiles()).status).toBe(200);
    const strong = await enrolled(api, member);
    expect(await use(member)).toEqual(USED);
    // The session from before may be a thief's, who has the password alone.
    expect(await use(other)).toEqual(FACTOR);
    expect((await api.as(other).getOrganizationMembers()).body.error).toContain('sign in again with it');
    expect(await use({ token: ok(await byCode(strong, 1)).access_token })).toEqual(USED);
    ok(await api.as(member).disableMfa({ body: { code: strong.backup_codes[0] } }));
    expect(await use(member)).toEqual(FACTOR);
  });

  test('is met by a passkey; the password alone is refused at the sign-in then', async () => {
    const { member } = await demanding();
    const { key } = await addPasskey(api, member);
    expect(await use(member)).toEqual(USED);
    expect(await use({ token: ok(await signInByPasskey(api, key)).access_token })).toEqual(USED);
    const refused = await api.anyone.authenticate({
      body: { grant_type: 'password', username: member.email, password: member.password },
    });
    expect(refusalOf(refused)).toEqual(PASSKEY);
    expect((await askReset(member.email)).mail?.code).toBeNull();
    // With a code from an app, a new password opens something again.
    await enrolled(api, member);
    const { mail } = await askReset(member.email);
    const body = { email: member.email, code: mail?.code, new_password: 'a new password' };
    expect((await api.anyone.resetPassword({ body })).status).toBe(200);
  });

  test('can neither be switched into, nor taken over by whoever has the password alone', async () => {
    const owner = await enrolled(api);
    const elsewhere = await api.signUp();
    const member = await memberIn(owner, elsewhere);
    const { passkey_id } = await addPasskey(api, { ...elsewhere, ...(await byPassword(elsewhere)) });
    const own = { profile_id: elsewhere.profile_id };
    const thief = { token: ok(await api.as(await byPassword(elsewhere)).switchProfile({ path: own })).access_token };
    ok(await change(owner, { second_factor: true }));
    expect(refusalOf(await api.as(thief).switchProfile({ path: { profile_id: member } }))).toEqual(FACTOR);
    expect(await use(thief)).toEqual(USED);
    const as = api.as(thief);
    expect(refusalOf(await as.enrollMfa())).toEqual(FACTOR);
    expect(refusalOf(await as.deletePasskey({ path: { passkey_id } }))).toEqual(FACTOR);
    expect(refusalOf(await as.startPasskey({ body: { password: elsewhere.password } }))).toEqual(FACTOR);
  });

  test('holds for applications that were allowed without it, not for API keys', async () => {
    const owner = await enrolled(api);
    const member = await memberOf(api, owner, 'admin');
    const key = ok(await api.as(member).createApiKey({ body: { name: 'Before' } }));
    const app = await allow(api, member, ['organization:read'], owner);
    const ownApp = await allow(api, owner, ['organization:read']);
    ok(await change(owner, { second_factor: true }));
    const read = async (who: { token: string }) =>
      refusalOf(await api.as(who).getOrganization({ path: pathOf(owner) }));
    expect(await read(app)).toEqual(FACTOR);
    expect(await read(ownApp)).toEqual(USED);
    const body = { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.client_secret };
    expect(await use({ token: ok(await api.anyone.authenticate({ body })).access_token })).toEqual(USED);
    expect((await api.as(member).createApiKey({ body: { name: 'After' } })).status).toBe(401);
  });
});

/** Makes somebody with an organization of their own a member of the owner's, too; returns the profile. */
const memberIn = async (owner: Person, { email, password }: Person): Promise<string> => {
  const names = { first_name: 'Grace', last_name: 'Elsewhere' };
  const made = ok(await api.as(owner).createOrganizationMember({ body: { email, ...names, roles: ['member'] } }));
  await api.settle();
  const token = (await api.messages(email)).find(({ subject }) => /invit/i.test(subject))?.code;
  ok(await api.anyone.acceptOrganizationInvitation({ body: { email, token, password, ...names } }));
  return made.id;
};

describe('passkeys alone', () => {
  test('let who has none add one, refuse the password of who has one, and let a pending sign-in open nothing', async () => {
    const owner = await api.signUp();
    const pending = await enrolled(api, await memberOf(api, owner, 'member'));
    const member = await memberOf(api, owner, 'member');
    await addPasskey(api, owner);
    const code = (await askReset(member.email)).mail?.code;
    const body = { email: member.email, new_password: 'a new password' };
    ok(await change(owner, { passkeys_only: true, emergency_profile_ids: [owner.profile_id] }));
    expect(await use(owner)).toEqual(USED);
    expect(await use({ token: ok(await byCode(pending, 1)).access_token })).toEqual(PASSKEY);
    const added = await byPassword(member);
    const refused = await api.as(added).getOrganizationMembers();
    expect([refusalOf(refused), refused.body.error]).toEqual([PASSKEY, expect.stringContaining('Add a passkey')]);
    const { key } = await addPasskey(api, { ...member, ...added });
    expect(await use(added)).toEqual(USED);
    expect(await use(member)).toEqual(PASSKEY);
    const password = { grant_type: 'password', username: member.email, password: member.password };
    expect(refusalOf(await api.anyone.authenticate({ body: password }))).toEqual(PASSKEY);
    expect(await use({ token: ok(await signInByPasskey(api, key)).access_token })).toEqual(USED);
    // The mail says to sign in by passkey, in the place of a code; an older code is refused; the answer says nothing.
    const { answer, mail } = await askReset(member.email);
    expect(mail).toMatchObject({ subject: 'Sign in with your passkey', code: null });
    expect(mail?.links).toContain(`${originOf(api)}/login`);
    expect(await askReset('nobody@example.com')).toEqual({ answer, mail: undefined });
    const reset = await api.anyone.resetPassword({ body: { ...body, code } });
    expect([refusalOf(reset), reset.body.error]).toEqual([PASSKEY, expect.stringContaining('by passkey alone')]);
    const events = await eventsOf(owner);
    expect(events.filter(({ reason }) => reason === 'passkey_required').length).toBeGreaterThan(0);
    // The emergency owner's password goes on.
    expect(await use(await byPassword(owner))).toEqual(USED);
  });
});

describe('allowed networks', () => {
  test('hold for sessions, keys, applications and new tokens from before, not for signers and the named owner', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'admin');
    const key = ok(await api.as(member).createApiKey({ body: { name: 'Before' } }));
    const grant = { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.client_secret };
    const ofKey = ok(await api.anyone.authenticate({ body: grant }));
    const app = await allow(api, member, ['organization:read'], owner);
    const invited = 'invited-by-network@example.com';
    const names = { first_name: 'Grace', last_name: 'Invited' };
    ok(await api.as(owner).createOrganizationMember({ body: { email: invited, ...names, roles: ['member'] } }));
    const envelope = await sendEnvelope(api, member, [recipient('signer', 1)]);
    await api.settle();
    const session = await openSession(api, envelope, 'signer');
    ok(await change(owner, { networks: ELSEWHERE, emergency_profile_ids: [owner.profile_id] }));

    const refused = await api.as(member).getOrganizationMembers();
    expect([refusalOf(refused), refused.body.error]).toEqual([
      NETWORK,
      expect.stringMatching(/127\.0\.0\.1 is in none/),
    ]);
    // An address that a caller states counts for nothing.
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' };
    expect(refusalOf(await api.as(member).getMyUser({ headers }))).toEqual(NETWORK);
    expect(await use({ token: ofKey.access_token })).toEqual(NETWORK);
    expect(refusalOf(await api.as(app).getOrganization({ path: pathOf(owner) }))).toEqual(NETWORK);
    expect(refusalOf(await api.anyone.authenticate({ body: grant }))).toEqual(NETWORK);
    expect(refusalOf(await refresh(ofKey.refresh_token))).toEqual(NETWORK);
    expect(refusalOf(await refresh(member.refresh_token))).toEqual(NETWORK);
    const body = { grant_type: 'password', username: member.email, password: member.password };
    expect(refusalOf(await api.anyone.authenticate({ body }))).toEqual(NETWORK);
    const token = (await api.messages(invited))[0]?.code;
    const accepted = await api.anyone.acceptOrganizationInvitation({
      body: { email: invited, token, password: 'correct horse battery', ...names },
    });
    expect(refusalOf(accepted)).toEqual(NETWORK);

    expect(await createSignature(api, session)).toEqual(expect.any(String));
    expect(await use(owner)).toEqual(USED);
    const reasons = (await eventsOf(owner)).filter(({ outcome }) => outcome === 'failure').map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['network_refused']));
    ok(await change(owner, { networks: ['127.0.0.0/8'] }));
    expect(await use(member)).toEqual(USED);
    // A refusal has not used the token up.
    expect((await refresh(member.refresh_token)).status).toBe(200);
  });

  test('keep a way in: if the last named owner goes, another owner is named', async () => {
    const owner = await api.signUp();
    const heir = await memberOf(api, owner, 'owner');
    ok(await change(owner, { networks: ELSEWHERE, emergency_profile_ids: [owner.profile_id] }));
    expect(await use(heir)).toEqual(NETWORK);
    ok(
      await api
        .as(owner)
        .updateOrganizationMember({ path: { profile_id: owner.profile_id }, body: { roles: ['member'] } }),
    );
    expect(await use(heir)).toEqual(USED);
    expect(await use(owner)).toEqual(NETWORK);
  });
});

describe('the length of sessions', () => {
  test('ends those in use at their age, and those that are idle, from their next tokens on', async () => {
    await using _clock = await api.freezeClock();
    const owner = await api.signUp();
    const before = await memberOf(api, owner, 'member');
    ok(await change(owner, { session_hours: 2, idle_minutes: 40 }));
    const used = ok(await refresh(before.refresh_token));
    expect(used.expires_in).toBe(10 * 60);
    const idle = await byPassword(before);
    await api.advance('PT41M');
    expect(refusalOf(await refresh(idle.refresh_token))).toEqual([401, 'refresh_token_invalid']);
    const kept = await byPassword(before);
    let { refresh_token } = kept;
    for (let tokens = 0; tokens < 4; tokens += 1) {
      await api.advance('PT29M');
      const next = ok(await refresh(refresh_token));
      ({ refresh_token } = next);
      expect(await use({ token: next.access_token })).toEqual(USED);
    }
    await api.advance('PT5M');
    expect(refusalOf(await refresh(refresh_token))).toEqual([
      401,
      expect.stringMatching(/session_over|refresh_token_invalid/),
    ]);
    // A session from before a rule is as old as it is.
    ok(await change({ ...owner, ...(await byPassword(owner)) }, { session_hours: null, idle_minutes: null }));
    const free = await byPassword(owner);
    await api.advance('PT50M');
    ok(await change({ ...owner, ...free }, { session_hours: 1 }));
    expect(await use(free)).toEqual(USED);
    await api.advance('PT11M');
    const over = await refresh(free.refresh_token);
    expect([refusalOf(over), over.body.error]).toEqual([[401, 'session_over'], expect.stringContaining('has lasted')]);
    expect((await refresh(free.refresh_token)).status).toBe(401);
  });
});
