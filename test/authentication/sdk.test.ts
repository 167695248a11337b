import {
  authenticate,
  changePassword,
  createProfile,
  decodeAccessTokenBody,
  getCurrentProfile,
  getMyUser,
  getOAuth2AuthorizeUrl,
  getProfiles,
  getSessions,
  getSocialProviders,
  refreshToken,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  switchProfile,
  updateProfile,
  VerdocsEndpoint,
  verifyEmail,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the published client signs up, verifies, signs in, refreshes and manages its account', async () => {
  const endpoint = new VerdocsEndpoint({ baseURL: api.url, persist: false });
  const email = 'sdk@example.com';
  const password = 'correct horse battery staple';
  const signedUp = await createProfile(endpoint, {
    email,
    password,
    first_name: 'Zoë',
    last_name: '漢字',
    org_name: 'SDK Company',
    phone: '',
  });
  expect(await resendVerification(endpoint, signedUp.access_token)).toEqual({ result: 'done' });
  await api.settle();
  const [mail] = await api.messages(email);
  await verifyEmail(endpoint, { email, token: mail?.code ?? '' });

  const tokens = await authenticate(endpoint, { grant_type: 'password', username: email, password });
  const session = decodeAccessTokenBody(tokens.access_token);
  expect(session).toMatchObject({ session_type: 'user', email, global_admin: false });

  const profile = await new Promise((resolve) => {
    endpoint.onSessionChanged((_endpoint, _session, current) => current && resolve(current));
    endpoint.setToken(tokens.access_token);
  });
  expect(profile).toMatchObject({ first_name: 'Zoë', last_name: '漢字', current: true });
  expect(endpoint.session).not.toBeNull();

  const [own] = await getProfiles(endpoint);
  expect(own).toMatchObject({ current: true, roles: ['owner'], organization: { name: 'SDK Company' } });
  const current = await getCurrentProfile(endpoint);
  expect(current?.id).toBe(own?.id);
  expect(await getMyUser(endpoint)).toMatchObject({ email, email_verified: true, has_password: true });
  expect(await updateProfile(endpoint, own?.id ?? '', { phone: '+1 555 0100' })).toMatchObject({
    phone: '+1 555 0100',
  });
  expect(await getSocialProviders(endpoint)).toEqual({ google: false, microsoft: false });

  const refreshed = await refreshToken(endpoint, tokens.refresh_token);
  endpoint.setToken(refreshed.access_token);
  const switched = await switchProfile(endpoint, own?.id ?? '');
  endpoint.setToken(switched.access_token);

  const sessions = await getSessions(endpoint);
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
  expect(typeof (await revokeSession(endpoint, sessions[1]?.id ?? ''))).toBe('string');
  expect(await revokeOtherSessions(endpoint)).toEqual({ revoked: 1 });

  const changed = await changePassword(endpoint, { old_password: password, new_password: 'a new password' });
  expect(changed.status).toBe('OK');
  expect(await resetPassword(endpoint, { email })).toMatchObject({ success: true });
  await api.settle();
  const [reset] = await api.messages(email);
  const code = reset?.code ?? '';
  expect(await resetPassword(endpoint, { email, code, new_password: 'another password' })).toMatchObject({
    success: true,
  });
  await authenticate(endpoint, { grant_type: 'password', username: email, password: 'another password' });
});

test('the published client starts an authorization', async () => {
  const ada = await api.signUp();
  const redirect_uri = 'https://crm.example.com/callback';
  const { body: app } = await api.as(ada).createOauthApp({ body: { name: 'CRM', redirect_uris: redirect_uri } });
  const endpoint = new VerdocsEndpoint({ baseURL: api.url, persist: false });
  const { client_id, client_secret } = app;
  const url = getOAuth2AuthorizeUrl(endpoint, { client_id, redirect_uri, response_type: 'code', state: 'xyz' });
  const answer = await fetch(url, { redirect: 'manual' });
  const page = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, page.pathname]).toEqual([302, '/authorize']);
  const consent = await api.as(ada).answerAuthorization({ body: Object.fromEntries(page.searchParams) });
  const code = new URL(consent.body.redirect_to).searchParams.get('code') ?? '';
  const tokens = await authenticate(endpoint, {
    grant_type: 'authorization_code',
    code,
    client_id,
    client_secret,
    redirect_uri,
  });
  expect(tokens.expires_in).toBe(3600);
});
