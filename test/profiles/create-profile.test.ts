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
    const payload = body.access_token.split('.')[1];
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
      organization: { name: 'Analytical Engines', deletion_protected: false, parent_id: null },
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

  test('lets the unverified only verify, have the mail sent again, and read themselves', async () => {
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

  test('is refused for an address that has an account, in whatever case, and leaves nothing behind', async () => {
    const person = details();
    expect((await api.anyone.createProfile({ body: person })).status).toBe(200);
    const again = await api.anyone.createProfile({ body: { ...person, email: person.email.toUpperCase() } });
    expect([again.status, again.body]).toEqual([
      400,
      { status: 'ERROR', error: 'There is already an account with this e-mail address.' },
    ]);
  });

  test('succeeds once when tried several times at once', async () => {
    const person = details();
    const tries = await Promise.all(Array.from({ length: 5 }, () => api.anyone.createProfile({ body: person })));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
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
