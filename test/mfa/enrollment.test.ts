import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepOf } from '../../lib/people/mfa/totp.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { refusalOf } from '../stories/envelope.ts';
import { authenticator, enrolled } from './second-factor.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const OFF = { enabled: false, type: null, enrolled_at: null, backup_codes_remaining: 0 };
const ON = { enabled: true, type: 'totp', enrolled_at: expect.any(String), backup_codes_remaining: 10 };
const enroll = async (person: Person) => (await api.as(person).enrollMfa()).body;
const confirm = (person: Person, code: string) => api.as(person).verifyMfaEnrollment({ body: { code } });

test.each(['12345é', '١٢٣٤٥٦', '12345', '1234567', '12345a'])('%s is no code, and no fault of the platform', (code) => {
  expect(stepOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code)).toBeUndefined();
});

describe('enrolling', () => {
  test('switches the second factor on after a right code, and answers backup codes that are stored as hashes', async () => {
    const ada = await api.signUp();
    expect((await api.as(ada).getMfaStatus()).body).toEqual(OFF);
    const enrollment = await enroll(ada);
    expect(enrollment).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringContaining(`otpauth://totp/Countersign:${encodeURIComponent(ada.email)}?`),
      expires_at: expect.any(String),
    });
    expect((await api.as(ada).getMfaStatus()).body).toEqual(OFF);

    const { status, body } = await confirm(ada, authenticator(enrollment.otpauth_url).code());
    expect(status).toBe(200);
    expect(new Set(body.backup_codes).size).toBe(10);
    for (const code of body.backup_codes) expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect((await api.as(ada).getMfaStatus()).body).toEqual(ON);
    const { body: me } = await api.as(ada).getMyUser();
    expect(me).toMatchObject({ mfa_enabled: true, mfa: { enabled: true, backup_codes_remaining: 10 } });
    expect(me.mfa_enrolled_at).toBe(me.mfa.enrolled_at);
    expect(JSON.stringify(me)).not.toContain(enrollment.secret);
    expect(refusalOf(await api.as(ada).enrollMfa())).toEqual([400, 'mfa_on_already']);
  });

  test('accepts only the latest secret', async () => {
    const ada = await api.signUp();
    const first = authenticator((await enroll(ada)).otpauth_url);
    const second = authenticator((await enroll(ada)).otpauth_url);
    expect(refusalOf(await confirm(ada, first.code()))).toEqual([400, 'mfa_code_wrong']);
    expect((await confirm(ada, second.code())).status).toBe(200);
  });

  test('ends with the third wrong code, even if all arrive at the same moment', async () => {
    const ada = await api.signUp();
    const { code } = authenticator((await enroll(ada)).otpauth_url);
    const tries = await Promise.all(Array.from({ length: 6 }, () => confirm(ada, '000000')));
    expect(tries.filter((one) => refusalOf(one)[1] === 'mfa_code_wrong').length).toBeLessThanOrEqual(3);
    for (let more = 0; more < 3; more++) await confirm(ada, '000000');
    expect(refusalOf(await confirm(ada, code()))).toEqual([400, 'mfa_enrollment_missing']);
    const again = authenticator((await enroll(ada)).otpauth_url);
    expect((await confirm(ada, again.code())).status).toBe(200);
  });

  test('ends after 15 minutes', async () => {
    const ada = await api.signUp();
    const { code } = authenticator((await enroll(ada)).otpauth_url);
    await api.advance('PT16M');
    expect(refusalOf(await confirm(ada, code()))).toEqual([400, 'mfa_enrollment_missing']);
  });

  test('is refused for an API key, which can’t change how its user signs in', async () => {
    const ada = await enrolled(api);
    const { body: key } = await api.as(ada).createApiKey({ body: { name: 'Key' } });
    const { body } = await api.anyone.authenticate({ body: { grant_type: 'client_credentials', ...key } });
    const program = api.as({ token: body.access_token });
    const [code] = ada.backup_codes;
    for (const refused of [
      await program.getMfaStatus(),
      await program.enrollMfa(),
      await program.disableMfa({ body: { code } }),
      await program.regenerateBackupCodes({ body: { code } }),
      await program.verifyMfaEnrollment({ body: { code } }),
    ]) {
      expect(refusalOf(refused)).toEqual([401, 'wrong_session']);
    }
  });
});

describe('new backup codes', () => {
  test('replace the old ones, for a code of the authenticator that was not used before', async () => {
    const ada = await enrolled(api);
    const renew = (code: string) => api.as(ada).regenerateBackupCodes({ body: { code } });
    expect(refusalOf(await renew(ada.backup_codes[0] ?? ''))).toEqual([400, 'mfa_code_wrong']);
    expect(refusalOf(await renew(ada.used))).toEqual([400, 'mfa_code_wrong']);
    const { status, body } = await renew(ada.code(1));
    expect(status).toBe(200);
    expect(body.backup_codes).toHaveLength(10);
    expect(body.backup_codes).not.toContain(ada.backup_codes[0]);
    const off = (code: string) => api.as(ada).disableMfa({ body: { code } });
    expect(refusalOf(await off(ada.backup_codes[0] ?? ''))).toEqual([400, 'mfa_code_wrong']);
    expect((await off(body.backup_codes[0])).status).toBe(200);
  });

  test('need a second factor', async () => {
    const ada = await api.signUp();
    expect(refusalOf(await api.as(ada).regenerateBackupCodes({ body: { code: '123456' } }))).toEqual([400, 'mfa_off']);
  });
});

describe('switching off', () => {
  test.each(['a code of the authenticator', 'a backup code'])('takes %s', async (which) => {
    const ada = await enrolled(api);
    const code = which === 'a backup code' ? ada.backup_codes[3] : ada.code(1);
    expect(await api.as(ada).disableMfa({ body: { code } })).toMatchObject({ status: 200, body: { status: 'OK' } });
    expect((await api.as(ada).getMfaStatus()).body).toEqual(OFF);
    const body = { grant_type: 'password', username: ada.email, password: ada.password };
    expect((await api.anyone.authenticate({ body })).status).toBe(200);
    expect(refusalOf(await api.as(ada).disableMfa({ body: { code: '123456' } }))).toEqual([400, 'mfa_off']);
  });

  test('makes even the right code wait after ten wrong codes', async () => {
    await using _clock = await api.freezeClock();
    const ada = await enrolled(api);
    const off = (code: string) => api.as(ada).disableMfa({ body: { code } });
    for (let guess = 0; guess < 10; guess++) {
      expect(refusalOf(await off('000000'))).toEqual([400, 'mfa_code_wrong']);
      await api.advance('PT20S');
    }
    expect(refusalOf(await off(ada.code(1)))).toEqual([429, 'too_many_requests']);
    const renewed = await api.as(ada).regenerateBackupCodes({ body: { code: ada.code(1) } });
    expect(refusalOf(renewed)).toEqual([429, 'too_many_requests']);
  });
});
