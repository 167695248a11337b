import {
  authenticate,
  disableMFA,
  enrollMFA,
  getMFAChallenge,
  getMFAStatus,
  getMyUser,
  isMFARequired,
  regenerateBackupCodes,
  verifyMFAEnrollment,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { endpointOf, join, signedIn } from '../compat/client.ts';
import { authenticator } from './second-factor.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the client sets a second factor up, signs in with it, and switches it off', async () => {
  const { endpoint, email, password } = await join(api);
  const { otpauth_url, expires_at } = await enrollMFA(endpoint);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
  const { code } = authenticator(otpauth_url);
  const { backup_codes } = await verifyMFAEnrollment(endpoint, code());
  expect(await getMFAStatus(endpoint)).toMatchObject({ enabled: true, type: 'totp', backup_codes_remaining: 10 });
  expect(await getMyUser(endpoint)).toMatchObject({ mfa_enabled: true, mfa: { enabled: true } });

  const challenge = async (): Promise<string> => {
    const refused = await authenticate(endpointOf(api), { grant_type: 'password', username: email, password }).catch(
      (error) => error,
    );
    expect(isMFARequired(refused)).toBe(true);
    return getMFAChallenge(refused)?.mfa_token ?? '';
  };
  const byCode = await authenticate(endpointOf(api), {
    grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp',
    mfa_token: await challenge(),
    otp: code(1),
  });
  expect(await getMFAStatus(await signedIn(api, byCode.access_token))).toMatchObject({ enabled: true });
  const byBackupCode = await authenticate(endpointOf(api), {
    grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-recovery-code',
    mfa_token: await challenge(),
    recovery_code: backup_codes[0] ?? '',
  });
  const own = await signedIn(api, byBackupCode.access_token);
  expect(await getMFAStatus(own)).toMatchObject({ backup_codes_remaining: 9 });

  await api.advance('PT2M');
  const renewed = await regenerateBackupCodes(own, code());
  expect(renewed.backup_codes).toHaveLength(10);
  await disableMFA(own, renewed.backup_codes[0] ?? '');
  expect(await getMFAStatus(own)).toMatchObject({ enabled: false, type: null, enrolled_at: null });
});
