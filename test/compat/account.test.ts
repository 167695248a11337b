import {
  authenticate,
  changePassword,
  createProfile,
  decodeAccessTokenBody,
  deleteProfile,
  getCurrentProfile,
  getMyUser,
  getOrganization,
  getProfiles,
  getSessions,
  type IUserSession,
  RolePermissions,
  refreshToken,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  switchProfile,
  updateProfile,
  updateProfilePhoto,
  userCanCreateTemplate,
  userHasPermissions,
  verifyEmail,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { codeTo, endpointOf, follow, join, type Member, newEmail, picture, refusal, signedIn } from './client.ts';

let api: Api;
let ada: Member;

beforeAll(async () => {
  api = await startApi();
  ada = await join(api);
});
afterAll(() => api.stop());

const signIn = ({ email, password }: Pick<Member, 'email' | 'password'>) =>
  authenticate(endpointOf(api), { grant_type: 'password', username: email, password });

const account = (more: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: 'correct horse battery staple',
  first_name: 'Bob',
  last_name: 'New',
  org_name: 'Bob & Sons',
  phone: '',
  timezone: null,
  locale: null,
  ...more,
});

const TOKENS = { access_token: expect.any(String), id_token: expect.any(String), refresh_token: expect.any(String) };

describe('signing up', () => {
  it('answers a session that may only read itself until the mailed code verifies the address', async () => {
    const details = account();
    const tokens = await createProfile(endpointOf(api), details);
    const now = Date.now() / 1000;
    expect(tokens).toMatchObject(TOKENS);
    expect(tokens.access_token_exp).toBeGreaterThan(now);
    expect(tokens.refresh_token_exp).toBeGreaterThan(tokens.access_token_exp);
    expect(Math.abs(tokens.access_token_exp - now - tokens.expires_in)).toBeLessThan(60);

    const endpoint = await signedIn(api, tokens.access_token);
    expect(await getMyUser(endpoint)).toMatchObject({ email: details.email, email_verified: false });
    const organization_id = (endpoint.session as IUserSession).organization_id;
    expect((await refusal(getOrganization(endpoint, organization_id))).status).toBe(401);

    const code = await codeTo(api, details.email);
    expect(await refusal(verifyEmail(endpointOf(api), { email: details.email, token: `${code}x` }))).toMatchObject({
      status: 400,
      code: 'code_wrong',
    });
    const verified = await verifyEmail(endpointOf(api), { email: details.email.toUpperCase(), token: code });
    const inside = await signedIn(api, verified.access_token);
    expect(await getMyUser(inside)).toMatchObject({ email_verified: true, has_password: true, first_name: 'Bob' });
    expect(await getOrganization(inside, organization_id)).toMatchObject({ id: organization_id, name: 'Bob & Sons' });
    expect((await refusal(verifyEmail(endpointOf(api), { email: details.email, token: code }))).status).toBe(400);
  });

  it('mails the code again, by the session or by the access token that is handed in', async () => {
    const details = account();
    const tokens = await createProfile(endpointOf(api), details);
    const endpoint = await signedIn(api, tokens.access_token);
    // Of mails that are asked for at the same moment, one may do for several.
    await api.settle();
    expect(await resendVerification(endpoint)).toEqual({ result: 'done' });
    await api.settle();
    expect(await resendVerification(endpointOf(api), tokens.access_token)).toEqual({ result: 'done' });
    const token = await codeTo(api, details.email);
    expect(await api.messages(details.email)).toHaveLength(3);
    expect(await verifyEmail(endpointOf(api), { email: details.email, token })).toMatchObject(TOKENS);
    expect((await refusal(resendVerification(endpointOf(api)))).status).toBe(401);
  });

  it('answers the same for an address that has an account, in whatever case', async () => {
    const details = account({ email: newEmail('Mixed.Case') });
    const first = await createProfile(endpointOf(api), details);
    const again = await createProfile(endpointOf(api), { ...details, email: details.email.toLowerCase() });
    expect(Object.keys(again)).toEqual(Object.keys(first));
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: null }],
    ['password', { password: 'short' }],
    ['password', { password: '' }],
    ['first_name', { first_name: '   ' }],
    ['last_name', { last_name: 'x'.repeat(100_000) }],
    ['org_name', { org_name: undefined }],
    ['phone', { phone: 'call me' }],
  ])('names the parameter %s that does not fit (%#)', async (name, details) => {
    const { status, error } = await refusal(createProfile(endpointOf(api), account(details) as never));
    expect(status).toBe(406);
    expect(error).toMatch(new RegExp(`^${name}: `));
  });
});

describe("the client's session", () => {
  it('has the claims that clients read', () => {
    const { endpoint, profile, email } = ada;
    expect(endpoint.session).toMatchObject({
      session_type: 'user',
      aud: expect.any(String),
      iss: expect.any(String),
      jti: expect.any(String),
      sub: profile.user_id,
      email,
      profile_id: profile.id,
      organization_id: profile.organization_id,
      global_admin: false,
    });
    expect(endpoint.sub).toBe(profile.user_id);
    expect(endpoint.profile?.id).toBe(profile.id);
  });

  it('can be decoded by the client for any name and address', async () => {
    const names = ['Ünïcødé', '漢字かな', '🙂🙃', '????', '>>>>', '~~~~', 'ÿþýü', '"\\/', 'a', 'ab', 'abc'];
    for (const [index, name] of names.entries()) {
      const details = account({ email: newEmail(`o'hara+_-${'x'.repeat(index)}`), first_name: name, last_name: name });
      const { access_token, id_token } = await createProfile(endpointOf(api), details);
      const session = decodeAccessTokenBody(access_token) as IUserSession & { first_name: string };
      expect(session).toMatchObject({ email: details.email, first_name: name });
      expect(decodeAccessTokenBody(id_token)).toMatchObject({ first_name: name, last_name: name });
    }
  });
});

describe('authenticate', () => {
  it('takes the password with the address in any case, and refuses a wrong one like an unknown address', async () => {
    expect(await signIn({ ...ada, email: ada.email.toUpperCase() })).toMatchObject(TOKENS);
    const wrong = await refusal(signIn({ ...ada, password: 'wrong' }));
    expect(wrong).toMatchObject({ status: 401, code: 'wrong_password' });
    expect(await refusal(signIn({ email: newEmail(), password: 'wrong' }))).toEqual(wrong);
  });

  it('refreshes once with each refresh token, and ends the session where one is used again', async () => {
    const first = await signIn(ada);
    const second = await refreshToken(endpointOf(api), first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await getMyUser(await signedIn(api, second.access_token))).toMatchObject({ email: ada.email });
    expect((await refusal(refreshToken(endpointOf(api), first.refresh_token))).status).toBe(401);
    expect((await refusal(refreshToken(endpointOf(api), second.refresh_token))).status).toBe(401);
  });

  it('refuses grants that it does not know', async () => {
    const { status, error } = await refusal(authenticate(endpointOf(api), { grant_type: 'guess' } as never));
    expect([status, error]).toEqual([406, expect.stringMatching(/^grant_type: /)]);
  });
});

describe('profiles', () => {
  it('are listed with the organization, exactly one of them current', async () => {
    const profiles = await getProfiles(ada.endpoint);
    expect(profiles).toMatchObject([{ id: ada.profile.id, current: true, roles: ['owner'], email: ada.email }]);
    expect(profiles[0]?.organization).toMatchObject({ id: ada.profile.organization_id, name: 'Compagnie 漢字' });
    expect(await getCurrentProfile(ada.endpoint)).toEqual(profiles[0]);
  });

  it('satisfy the client’s permission helpers', () => {
    expect(userHasPermissions(ada.profile, RolePermissions.owner)).toBe(true);
    expect(userHasPermissions(ada.profile, ['envelope:org:view'])).toBe(false);
    expect(userCanCreateTemplate(ada.profile)).toBe(true);
  });

  it('are changed by what is sent, and a whole record echoed back changes nothing else', async () => {
    const member = await join(api);
    const { endpoint, profile } = member;
    const changed = await updateProfile(endpoint, profile.id, { first_name: 'Grace', phone: '+1 202-555-0147' });
    expect(changed).toMatchObject({ first_name: 'Grace', last_name: 'Löwe', phone: '+1 202-555-0147', current: true });
    const echoed = await updateProfile(endpoint, profile.id, { ...changed, last_name: 'Höpper' } as never);
    expect(echoed).toMatchObject({ ...changed, last_name: 'Höpper', updated_at: expect.any(String) });
    const cleared = await updateProfile(endpoint, profile.id, { phone: '', timezone: null, locale: null });
    expect(cleared).toMatchObject({ phone: null, first_name: 'Grace' });
  });

  it('have a photo that a page can show', async () => {
    const photo = new File([picture()], 'ich & du.png', { type: 'image/png' });
    const progress: number[] = [];
    const changed = await updateProfilePhoto(ada.endpoint, ada.profile.id, photo, (percent) => progress.push(percent));
    expect((await follow(changed.picture ?? '')).type).toBe('image/png');
    expect(progress.at(-1)).toBe(100);
  });

  it('are switched to with new tokens; not to one that is nobody’s or another’s', async () => {
    const tokens = await switchProfile(ada.endpoint, ada.profile.id);
    expect(tokens).toMatchObject(TOKENS);
    expect((await signedIn(api, tokens.access_token)).profile?.id).toBe(ada.profile.id);
    const other = await join(api);
    expect((await refusal(switchProfile(ada.endpoint, other.profile.id))).status).toBe(404);
  });

  it('can’t be left by the last owner of an organization', async () => {
    expect(await refusal(deleteProfile(ada.endpoint, ada.profile.id))).toMatchObject({
      status: 400,
      code: 'last_owner',
    });
  });
});

describe('login sessions', () => {
  it('are listed newest first, the own one marked, and end one by one or all others at once', async () => {
    const member = await join(api);
    const [one, two, three] = [await signIn(member), await signIn(member), await signIn(member)];
    const endpoint = await signedIn(api, three.access_token);
    const sessions = await getSessions(endpoint);
    expect(sessions.length).toBeGreaterThanOrEqual(4);
    expect(sessions.map(({ current }) => current)).toEqual([true, ...sessions.slice(1).map(() => false)]);
    const times = sessions.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const idOf = (token: string) => (decodeAccessTokenBody(token) as IUserSession).sid ?? '';
    expect(sessions.map(({ id }) => id)).toContain(idOf(one.access_token));

    expect(await revokeSession(endpoint, idOf(one.access_token))).toBe('OK');
    expect((await refusal(refreshToken(endpointOf(api), one.refresh_token))).status).toBe(401);
    expect(await refusal(revokeSession(endpoint, idOf(three.access_token)))).toMatchObject({
      status: 400,
      code: 'own_session',
    });
    expect(await revokeOtherSessions(endpoint)).toEqual({ revoked: sessions.length - 2 });
    expect((await refusal(refreshToken(endpointOf(api), two.refresh_token))).status).toBe(401);
    expect(await getSessions(endpoint)).toHaveLength(1);
    expect(await refreshToken(endpointOf(api), three.refresh_token)).toMatchObject(TOKENS);
  });
});

describe('passwords', () => {
  it('are changed with the old password, which ends the other sessions', async () => {
    const member = await join(api);
    const other = await signIn(member);
    const wrong = changePassword(member.endpoint, { old_password: 'no', new_password: 'another fine horse' });
    expect(await refusal(wrong)).toMatchObject({ status: 400, code: 'old_password_wrong' });
    const change = { old_password: member.password, new_password: 'another fine horse' };
    expect(await changePassword(member.endpoint, change)).toEqual({ status: 'OK', message: expect.any(String) });
    expect((await refusal(refreshToken(endpointOf(api), other.refresh_token))).status).toBe(401);
    expect((await refusal(signIn(member))).status).toBe(401);
    expect(await signIn({ ...member, password: 'another fine horse' })).toMatchObject(TOKENS);
  });

  it('are reset with the mailed code; the answer doesn’t reveal who has an account', async () => {
    const member = await join(api);
    const asked = await resetPassword(endpointOf(api), { email: member.email });
    expect(asked).toMatchObject({ success: true });
    expect(await resetPassword(endpointOf(api), { email: newEmail() })).toEqual(asked);
    const code = await codeTo(api, member.email);
    const change = { email: member.email, new_password: 'yet another horse' };
    expect((await refusal(resetPassword(endpointOf(api), { ...change, code: '00000000' }))).status).toBe(400);
    expect(await resetPassword(endpointOf(api), { ...change, code })).toMatchObject({ success: true });
    expect((await refusal(resetPassword(endpointOf(api), { ...change, code }))).status).toBe(400);
    expect(await signIn({ ...member, password: 'yet another horse' })).toMatchObject(TOKENS);
  });
});
