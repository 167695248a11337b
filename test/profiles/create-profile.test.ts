import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let count = 0;
const details = (more: Record<string, unknown> = {}) => {
  count += 1;
  return {
    email: `new-${count}@example.com`,
    password: 'correct horse battery staple',
    first_name: 'Zoë',
    last_name: '漢字 >?~',
    org_name: 'Analytical Engines',
    phone: '',
    ...more,
  };
};

describe('signing up', () => {
  test('answers tokens whose payload plain-base64 readers can read', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await api.anyone.createProfile({ body: details() });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body.access_token_exp).toBeGreaterThanOrEqual(before + 3600);
    expect(body.refresh_token_exp).toBeGreaterThan(body.access_token_exp);
    const payload = body.access_token.split('.')[1] ?? '';
    expect(payload).not.toMatch(/[-_]/);
    expect(JSON.parse(atob(payload))).toMatchObject({
      session_type: 'user',
      iss: api.url,
      aud: api.url,
      email: 'new-1@example.com',
      email_verified: false,
      first_name: 'Zoë',
      last_name: '漢字 >?~',
      global_admin: false,
      roles: ['owner'],
    });
    expect(claimsOf(body.id_token)).toMatchObject({ email: 'new-1@example.com', first_name: 'Zoë', phone: '' });
  });

  test('makes the user owner of a new organization', async () => {
    const { body } = await api.anyone.createProfile({ body: details({ timezone: 'Europe/Paris', locale: 'fr-FR' }) });
    const profiles = await api.as({ token: body.access_token }).getProfiles();
    expect(profiles.body).toHaveLength(1);
    expect(profiles.body[0]).toMatchObject({
      current: true,
      roles: ['owner'],
      phone: null,
      timezone: 'Europe/Paris',
      locale: 'fr-FR',
      organization: { name: 'Analytical Engines', deletion_protected: true, parent_id: null },
    });
  });

  test('mails a code that verifies the address', async () => {
    const person = details();
    const { body } = await api.anyone.createProfile({ body: person });
    await api.settle();
    const [mail] = await api.messages(person.email);
    expect(mail).toMatchObject({ channel: 'email', to: person.email });
    const verified = await api.anyone.verifyEmail({ body: { email: person.email, token: mail?.code } });
    expect(verified.status).toBe(200);
    const me = await api.as({ token: body.access_token }).getMyUser();
    expect(me.body.email_verified).toBe(true);
  });

  test('lets an unverified user only verify, request the mail again, and read the own profile', async () => {
    const person = details();
    const { body } = await api.anyone.createProfile({ body: person });
    const unverified = api.as({ token: body.access_token });
    expect((await unverified.getMyUser()).status).toBe(200);
    expect((await unverified.getProfiles()).status).toBe(200);
    expect((await unverified.resendVerification({ body: {} })).status).toBe(200);
    const { organization_id, profile_id, sid: session_id } = claimsOf(body.access_token);
    for (const refused of [
      unverified.getOrganization({ path: { organization_id } }),
      unverified.updateProfile({ path: { profile_id }, body: {} }),
      unverified.switchProfile({ path: { profile_id } }),
      unverified.deleteProfile({ path: { profile_id } }),
      unverified.getSessions(),
      unverified.revokeSession({ path: { session_id } }),
      unverified.revokeOtherSessions(),
      unverified.changePassword({ body: { old_password: person.password, new_password: 'another password' } }),
      unverified.createApiKey({ body: { name: 'Key' } }),
      unverified.getOauthApps(),
      unverified.answerAuthorization({ body: {} }),
    ]) {
      const { status, headers } = await refused;
      expect([status, headers.get('x-error-code')]).toEqual([401, 'email_unverified']);
    }
  });

  test('answers the same for an address that has an account, in any case of letters, and doesn’t change the account', async () => {
    const owner = await api.signUp();
    const person = details({ email: owner.email.toUpperCase(), first_name: 'You won! https://evil.example/x' });
    const again = await api.anyone.createProfile({ body: person });
    const unknown = await api.anyone.createProfile({ body: details() });
    expect([again.status, Object.keys(again.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    const shapeOf = (claims: Record<string, unknown>) => Object.keys(claims).sort();
    expect(shapeOf(claimsOf(again.body.access_token))).toEqual(shapeOf(claimsOf(unknown.body.access_token)));
    const claims = claimsOf(again.body.access_token);
    expect(claims).toMatchObject({ email_verified: false });
    expect([claims.sub, claims.organization_id]).not.toContain(owner.user_id);
    expect([claims.sub, claims.organization_id]).not.toContain(owner.organization_id);

    // The owner is notified without a word that the stranger chose, and gets no code for the stranger's account.
    await api.settle();
    const [mail] = await api.messages(owner.email);
    expect(mail?.subject).toBe('You have an account already');
    expect(mail?.code).toBeNull();
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|You won/);
  });

  test('gives a stranger no more for a taken address than for a free one', async () => {
    const owner = await api.signUp();
    const password = 'chosen by the stranger';
    const [taken, free] = [details({ email: owner.email, password }), details({ password })];
    const outcomes = [];
    for (const person of [taken, free]) {
      const { body } = await api.anyone.createProfile({ body: person });
      const stranger = api.as({ token: body.access_token });
      const me = await stranger.getMyUser();
      const profiles = await stranger.getProfiles();
      const refreshed = await api.anyone.authenticate({
        body: { grant_type: 'refresh_token', refresh_token: body.refresh_token },
      });
      const signedIn = await api.anyone.authenticate({
        body: { grant_type: 'password', username: person.email, password: person.password },
      });
      const again = await stranger.resendVerification({ body: {} });
      const guess = await stranger.verifyEmail({ body: { email: person.email, token: '12345678' } });
      const members = await stranger.getOrganizationMembers();
      outcomes.push([
        [me.status, Object.keys(me.body), me.body.email_verified, me.body.first_name],
        [profiles.status, profiles.body.length, profiles.body[0].organization.name],
        refreshed.status,
        [signedIn.status, claimsOf(signedIn.body.access_token).email_verified],
        [again.status, again.body],
        [guess.status, guess.body],
        [members.status, members.headers.get('x-error-code')],
      ]);
    }
    // A stranger's sign-up must not replace the owner's password.
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.at(-1)).toEqual([401, 'email_unverified']);
    const own = await api.anyone.authenticate({
      body: { grant_type: 'password', username: owner.email, password: 'correct horse battery staple' },
    });
    expect(claimsOf(own.body.access_token)).toMatchObject({ sub: owner.user_id, email_verified: true });
  });

  test('succeeds for several at the same moment: an unverified address belongs to nobody', async () => {
    const person = details();
    const tries = await Promise.all(Array.from({ length: 5 }, () => api.anyone.createProfile({ body: person })));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test.each([
    ['email', 'not an address'],
    ['password', 'short'],
    ['password', 'x'.repeat(201)],
    ['first_name', ''],
    ['last_name', null],
    ['org_name', '   '],
    ['phone', 'call me'],
    ['locale', '???'],
  ])('refuses the %s %j and names it', async (field, value) => {
    const { status, body } = await api.anyone.createProfile({ body: details({ [field]: value }) });
    expect(status).toBe(406);
    expect(body.error).toContain(field);
  });
});
