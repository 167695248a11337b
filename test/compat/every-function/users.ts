import { expect } from 'vitest';
import { PASSWORD } from '../../../infra/local/story/account.ts';
import { authenticator } from '../../mfa/second-factor.ts';
import { codeTo, endpointOf, follow, picture, refusal } from '../client.ts';
import { join, newMember, person, type Stage, session } from './stage.ts';

/** Users, their profiles, sessions, passwords and second factors. */
export const users = async (stage: Stage): Promise<void> => {
  await signingUp(stage);
  await profiles(stage);
  await sessions(stage);
  await passwords(stage);
  await secondFactor(stage);
  await otherSignIns(stage);
};

const signingUp = async ({ api, sdk }: Stage) => {
  const account = person();
  const { email } = account;
  const { access_token } = await sdk.createProfile(endpointOf(api), account);
  expect(await sdk.resendVerification(endpointOf(api), access_token)).toEqual({ result: 'done' });
  const token = await codeTo(api, email);
  expect(await api.messages(email)).toHaveLength(2);
  const tokens = await sdk.verifyEmail(endpointOf(api), { email, token });
  const user = await sdk.getMyUser(endpointOf(api).setToken(tokens.access_token));
  expect(user).toMatchObject({ email, email_verified: true, first_name: 'Ada', sign_in_providers: [] });
  expect(user).not.toHaveProperty('pass_hash');
};

const profiles = async (stage: Stage) => {
  const { api, sdk } = stage;
  const ada = await join(stage);
  const second = await sdk.createOrganization(ada.endpoint, { name: 'Second' });
  const both = await sdk.getProfiles(ada.endpoint);
  expect(both.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
  expect(both.map(({ id }) => id).sort()).toEqual([ada.profile.id, second.profile.id].sort());

  const switched = await sdk.switchProfile(endpointOf(api).setToken(second.access_token), ada.profile.id);
  const endpoint = await session(stage, switched.access_token);
  expect((await sdk.getCurrentProfile(endpoint))?.id).toBe(ada.profile.id);
  const changed = await sdk.updateProfile(endpoint, ada.profile.id, { first_name: 'Grace', locale: 'de-AT' });
  expect(changed).toMatchObject({ id: ada.profile.id, first_name: 'Grace', last_name: 'Löwe', locale: 'de-AT' });
  const photo = new File([picture()], 'me.png', { type: 'image/png' });
  const { picture: address } = await sdk.updateProfilePhoto(endpoint, ada.profile.id, photo);
  expect((await follow(address ?? '')).type).toBe('image/png');
  expect(await sdk.getNotifications(endpoint)).toEqual([]);

  // The last owner of an organization can't leave it: another one takes over.
  const heir = newMember();
  await sdk.createOrganizationMember(endpoint, { ...heir, roles: ['owner'] });
  const next = await sdk.deleteProfile(endpoint, ada.profile.id);
  if (!('access_token' in next)) throw new Error('There is a profile left to go on with');
  const rest = await session(stage, next.access_token);
  expect(rest.profile?.id).toBe(second.profile.id);

  const last = await join(stage);
  const one = await sdk.createOrganizationMember(last.endpoint, { ...newMember(), roles: ['owner'] });
  const tokens = await sdk.acceptOrganizationInvitation(endpointOf(api), {
    ...person(),
    email: one.email,
    token: await codeTo(api, one.email),
    password: PASSWORD,
  });
  const gone = await sdk.deleteProfile(endpointOf(api).setToken(tokens.access_token), one.id);
  expect(gone).toEqual({
    status: 'OK',
    message: 'Your last profile has been deleted. You are now logged out.',
  });
};

const sessions = async (stage: Stage) => {
  const { api, sdk } = stage;
  const { endpoint, email: username, password } = await join(stage);
  const signIn = () => sdk.authenticate(endpointOf(api), { grant_type: 'password', username, password });
  const [one, two] = [await signIn(), await signIn()];
  const refreshed = await sdk.refreshToken(endpointOf(api), one.refresh_token);
  expect((await refusal(sdk.refreshToken(endpointOf(api), one.refresh_token))).status).toBe(401);
  expect(await sdk.getMyUser(endpointOf(api).setToken(two.access_token))).toMatchObject({ email: username });
  expect(refreshed.access_token).not.toBe(one.access_token);

  const listed = await sdk.getSessions(endpoint);
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  expect(listed.map(({ created_at }) => created_at)).toEqual(
    listed
      .map(({ created_at }) => created_at)
      .sort()
      .reverse(),
  );
  const other = listed.find(({ current }) => !current)?.id ?? '';
  await sdk.revokeSession(endpoint, other);
  expect((await sdk.getSessions(endpoint)).map(({ id }) => id)).not.toContain(other);
  await signIn();
  const { revoked } = await sdk.revokeOtherSessions(endpoint);
  expect(revoked).toBeGreaterThan(0);
  expect(await sdk.getSessions(endpoint)).toHaveLength(1);
};

const passwords = async (stage: Stage) => {
  const { api, sdk } = stage;
  const { endpoint, email, password } = await join(stage);
  const changed = await sdk.changePassword(endpoint, { old_password: password, new_password: 'a second password' });
  expect(changed.status).toBe('OK');
  expect(await sdk.resetPassword(endpointOf(api), { email })).toMatchObject({ success: true });
  const code = await codeTo(api, email);
  const reset = await sdk.resetPassword(endpointOf(api), { email, code, new_password: 'a third password' });
  expect(reset).toMatchObject({ success: true });
  const signIn = (secret: string) =>
    sdk.authenticate(endpointOf(api), { grant_type: 'password', username: email, password: secret });
  for (const old of [password, 'a second password']) expect((await refusal(signIn(old))).status).toBe(401);
  await signIn('a third password');
};

const secondFactor = async (stage: Stage) => {
  const { api, sdk } = stage;
  const { endpoint, email, password } = await join(stage);
  expect(await sdk.getMFAStatus(endpoint)).toMatchObject({ enabled: false, type: null });
  const first = await sdk.enrollMFA(endpoint);
  const { secret, otpauth_url } = await sdk.enrollMFA(endpoint);
  expect(otpauth_url).toContain(secret);
  expect(otpauth_url).not.toBe(first.otpauth_url);
  const { code } = authenticator(otpauth_url);
  const { backup_codes } = await sdk.verifyMFAEnrollment(endpoint, code());
  for (const one of backup_codes) expect(one).toMatch(/^[0-9a-zA-Z]{4}-[0-9a-zA-Z]{4}$/);
  expect(await sdk.getMFAStatus(endpoint)).toMatchObject({ enabled: true, type: 'totp', backup_codes_remaining: 10 });

  const challenge = async (): Promise<string> => {
    const refused = await sdk
      .authenticate(endpointOf(api), { grant_type: 'password', username: email, password })
      .catch((error) => error.response);
    expect(refused).toMatchObject({ status: 403, data: { error: 'mfa_required' } });
    return refused.data.mfa_token;
  };
  await sdk.authenticate(endpointOf(api), {
    grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp',
    mfa_token: await challenge(),
    otp: code(1),
  });
  await api.advance('PT2M');
  const renewed = await sdk.regenerateBackupCodes(endpoint, code());
  const recover = async (recovery_code: string) =>
    sdk.authenticate(endpointOf(api), {
      grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-recovery-code',
      mfa_token: await challenge(),
      recovery_code,
    });
  expect((await refusal(recover(backup_codes[0] ?? ''))).status).toBe(401);
  await recover(renewed.backup_codes[0] ?? '');
  expect((await refusal(sdk.disableMFA(endpoint, '000000'))).status).toBe(400);
  expect(await sdk.disableMFA(endpoint, renewed.backup_codes[1] ?? '')).toMatchObject({ status: 'OK' });
  expect(await sdk.getMFAStatus(endpoint)).toMatchObject({ enabled: false });
};

const otherSignIns = async (stage: Stage) => {
  const { api, sdk } = stage;
  const endpoint = endpointOf(api);
  const providers = await sdk.getSocialProviders(endpoint);
  expect(providers).toEqual({ google: false, microsoft: false });
  for (const provider of ['google', 'microsoft'] as const) {
    const codeChallenge = await sdk.createCodeChallenge(sdk.createCodeVerifier());
    const returnUri = 'https://example.com/login';
    const start = sdk.getSocialLoginUrl(endpoint, provider, { returnUri, codeChallenge, state: 'xyz' });
    expect((await fetch(start)).status).toBe(404);
  }

  const { endpoint: own } = await join(stage);
  const redirect_uri = 'https://crm.example.com/callback';
  const made = await own.api.post('/v2/oauth2/apps', { name: 'CRM', redirect_uris: redirect_uri });
  const { client_id, client_secret } = made.data;
  const page = sdk.getOAuth2AuthorizeUrl(endpoint, { client_id, redirect_uri, response_type: 'code', state: 'xyz' });
  const sent = await fetch(page, { redirect: 'manual' });
  expect(sent.status).toBe(302);
  const request = Object.fromEntries(new URL(sent.headers.get('location') ?? '').searchParams);
  const consent = await own.api.post('/v2/oauth2/authorize', request);
  const back = new URL(consent.data.redirect_to);
  expect(back.searchParams.get('state')).toBe('xyz');
  const code = back.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri } as const;
  await sdk.authenticate(endpoint, grant);
  expect((await refusal(sdk.authenticate(endpoint, grant))).status).toBe(400);
};
