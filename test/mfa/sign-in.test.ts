import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { refusalOf } from '../stories/envelope.ts';
import { authenticator, enrolled } from './second-factor.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const MFA = 'urn:verdocs:params:oauth:grant-type:mfa-';
const grant = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  api.anyone.authenticate({ body, headers });
const password = ({ email, password }: Person, headers?: Record<string, string>) =>
  grant({ grant_type: 'password', username: email, password }, headers);
const otp = (mfa_token: string, code: string) => grant({ grant_type: `${MFA}otp`, mfa_token, otp: code });
const recovery = (mfa_token: string, recovery_code: string) =>
  grant({ grant_type: `${MFA}recovery-code`, mfa_token, recovery_code });
const challenge = async (person: Person): Promise<string> => (await password(person)).body.mfa_token;

describe('the password of somebody with a second factor', () => {
  test('opens no session: it answers 403 mfa_required with a token that is no access token', async () => {
    const ada = await enrolled(api);
    const answer = await password(ada);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ status: 'ERROR', error: 'mfa_required', mfa_token: expect.any(String) });
    expect(refusalOf(await api.as({ token: answer.body.mfa_token }).getMyUser())).toEqual([401, 'unauthorized']);
    expect(refusalOf(await grant({ grant_type: 'refresh_token', refresh_token: answer.body.mfa_token }))).toEqual([
      401,
      'refresh_token_invalid',
    ]);
  });

  test('answers a wrong password as if there were no second factor', async () => {
    const ada = await enrolled(api);
    expect(refusalOf(await password({ ...ada, password: 'wrong password' }))).toEqual([401, 'wrong_password']);
  });

  test('gives another token to the same Idempotency-Key, because secrets are not stored', async () => {
    const ada = await enrolled(api);
    const headers = { 'Idempotency-Key': `sign-in-${ada.user_id}` };
    const [first, second] = [await password(ada, headers), await password(ada, headers)];
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(second.body.mfa_token).not.toBe(first.body.mfa_token);
  });
});

describe('signing in with a second factor', () => {
  test('answers tokens of a session that can be refreshed without another code', async () => {
    const ada = await enrolled(api);
    const { status, body } = await otp(await challenge(ada), ada.code(1));
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada.user_id, profile_id: ada.profile_id });
    expect((await api.as({ token: body.access_token }).getMyUser()).status).toBe(200);
    const refreshed = await grant({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(200);
  });

  test('accepts a code once, even for different purposes', async () => {
    const ada = await enrolled(api);
    expect(refusalOf(await otp(await challenge(ada), ada.used))).toEqual([401, 'second_factor_wrong']);
    const next = ada.code(1);
    expect((await otp(await challenge(ada), next)).status).toBe(200);
    expect(refusalOf(await otp(await challenge(ada), next))).toEqual([401, 'second_factor_wrong']);
    await api.advance('PT90S');
    expect((await otp(await challenge(ada), ada.code())).status).toBe(200);
  });

  test('opens one session for a code that is sent many times at the same moment', async () => {
    const ada = await enrolled(api);
    const [code, tokens] = [ada.code(1), [await challenge(ada), await challenge(ada), await challenge(ada)]];
    const answers = await Promise.all(tokens.map((token) => otp(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('takes an mfa_token once, within five minutes, and for its own user', async () => {
    const [ada, eve] = [await enrolled(api), await enrolled(api)];
    const token = await challenge(ada);
    expect(refusalOf(await otp(token, eve.code(1)))).toEqual([401, 'second_factor_wrong']);
    expect((await otp(token, ada.code(1))).status).toBe(200);
    await api.advance('PT60S');
    expect(refusalOf(await otp(token, ada.code()))).toEqual([401, 'mfa_token_invalid']);
    const late = await challenge(ada);
    await api.advance('PT6M');
    expect(refusalOf(await otp(late, ada.code()))).toEqual([401, 'mfa_token_invalid']);
    expect(refusalOf(await otp('unknown', ada.code()))).toEqual([401, 'mfa_token_invalid']);
  });

  test('accepts each backup code once, in any spelling', async () => {
    const ada = await enrolled(api);
    const [first = '', second = ''] = ada.backup_codes;
    const { status, body } = await recovery(await challenge(ada), first);
    expect(status).toBe(200);
    expect((await api.as({ token: body.access_token }).getMfaStatus()).body.backup_codes_remaining).toBe(9);
    expect(refusalOf(await recovery(await challenge(ada), first))).toEqual([401, 'second_factor_wrong']);
    expect((await recovery(await challenge(ada), ` ${second.replace('-', '').toUpperCase()} `)).status).toBe(200);
    expect(refusalOf(await recovery(await challenge(ada), ada.code(1)))).toEqual([401, 'second_factor_wrong']);
  });

  test('locks after ten wrong codes over all tokens, and notifies the user', async () => {
    await using _clock = await api.freezeClock();
    const ada = await enrolled(api);
    for (let guess = 0; guess < 10; guess++) {
      expect(refusalOf(await otp(await challenge(ada), '000000'))).toEqual([401, 'second_factor_wrong']);
      await api.advance('PT20S');
    }
    const locked = await otp(await challenge(ada), ada.code());
    expect(refusalOf(locked)).toEqual([429, 'too_many_requests']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(3000);
    await api.settle();
    const [mail] = await api.messages(ada.email);
    expect(mail?.subject).toBe('Your account has been locked');
    expect(mail?.text).toContain('60 minutes');
    await api.advance('PT61M');
    expect((await otp(await challenge(ada), ada.code())).status).toBe(200);
  });

  test('ends if the second factor was switched off meanwhile', async () => {
    const ada = await enrolled(api);
    const token = await challenge(ada);
    await api.as(ada).disableMfa({ body: { code: ada.backup_codes[0] } });
    expect(refusalOf(await otp(token, ada.code(1)))).toEqual([401, 'mfa_token_invalid']);
  });
});

test('an API key signs in without a second factor, as before', async () => {
  const ada = await enrolled(api);
  const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
  expect((await grant({ grant_type: 'client_credentials', ...key })).status).toBe(200);
});

test('a mailed code that verifies the address doesn’t replace the second factor', async () => {
  const email = `late-${Date.now()}@example.com`;
  const secret = 'correct horse battery staple';
  const names = { first_name: 'Ada', last_name: 'Late', org_name: 'Late', phone: '' };
  await api.anyone.createProfile({ body: { email, password: secret, ...names } });
  await api.settle();
  const [verification] = await api.messages(email);
  // A password reset verifies the address too, and leaves the first mail's code unused.
  await api.anyone.resetPassword({ body: { email } });
  await api.settle();
  const [reset] = await api.messages(email);
  await api.anyone.resetPassword({ body: { email, code: reset?.code, new_password: secret } });
  const { body } = await grant({ grant_type: 'password', username: email, password: secret });
  const own = api.as({ token: body.access_token });
  const { code } = authenticator((await own.enrollMfa()).body.otpauth_url);
  expect((await own.verifyMfaEnrollment({ body: { code: code() } })).status).toBe(200);
  const verified = await api.anyone.verifyEmail({ body: { email, token: verification?.code } });
  expect(refusalOf(verified)).toEqual([400, 'code_wrong']);
});
