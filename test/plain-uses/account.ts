import type { Person } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { authenticator } from '../mfa/second-factor.ts';
import { atName, makePasskey, signWithPasskey } from '../passkeys/authenticator.ts';
import { formWith, plainPicture } from '../pictures.ts';
import type { Stage } from './stage.ts';

/** Users, their sessions, second factors and profiles. */
export const accountUses = async (stage: Stage): Promise<void> => {
  const { api, use } = stage;
  const ada = await signUp(stage);
  const as = api.as(ada);
  await use(as.getMyUser());
  await use(as.getProfiles());
  await use(as.updateProfile({ path: { profile_id: ada.profile_id }, body: { first_name: 'Augusta' } }));
  const form = formWith('picture', plainPicture(800, 600));
  const pictured = await use(as.updateProfile({ path: { profile_id: ada.profile_id }, form }), 'with a picture');
  await fetch(pictured.picture);

  const password = { grant_type: 'password', username: ada.email, password: ada.password };
  const other = await use(api.anyone.authenticate({ body: password }), 'password');
  const refresh = { grant_type: 'refresh_token', refresh_token: other.refresh_token };
  const refreshed = await use(api.anyone.authenticate({ body: refresh }), 'refresh token');
  const sessions = await use(as.getSessions());
  const { id: session_id } = sessions.find(({ current }: { current: boolean }) => !current);
  await use(as.revokeSession({ path: { session_id } }));
  await use(api.anyone.revokeToken({ body: { token: refreshed.refresh_token } }));
  await browserSession(stage, (await api.anyone.authenticate({ body: password })).body);
  await api.anyone.authenticate({ body: password });
  await use(as.revokeOtherSessions());
  await use(as.changePassword({ body: { old_password: ada.password, new_password: 'a new password' } }));
  await use(api.anyone.resetPassword({ body: { email: ada.email } }), 'asking for a code');
  await api.settle();
  const [mail] = await api.messages(ada.email);
  const reset = { email: ada.email, code: mail?.code, new_password: 'another password' };
  await use(api.anyone.resetPassword({ body: reset }), 'with the code');
  await secondFactor(stage);
  await atName(stage.api, () => passkeys(stage));
  await profiles(stage);
};

/** A browser keeps its session, goes on with it, and signs out. */
const browserSession = async ({ api, use }: Stage, { refresh_token }: { refresh_token: string }): Promise<void> => {
  const headers = { origin: api.url, cookie: `session=${refresh_token}` };
  await use(api.anyone.keepBrowserSession({ headers, body: { refresh_token } }));
  const renewed = await api.anyone.renewBrowserSession({ headers });
  await use(Promise.resolve(renewed));
  const [cookie = ''] = (renewed.headers.get('set-cookie') ?? '').split(';');
  await use(api.anyone.endBrowserSession({ headers: { ...headers, cookie } }));
};

const signUp = async ({ api, use }: Stage): Promise<Person> => {
  const ada = await api.signUp();
  const body = {
    email: `unverified-${ada.email}`,
    password: ada.password,
    first_name: 'Ada',
    last_name: 'Lovelace',
    org_name: 'Analytical Engines',
    phone: '',
  };
  const { access_token } = await use(api.anyone.createProfile({ body }));
  await use(api.anyone.resendVerification({ body: { email: body.email } }));
  await api.settle();
  const [mail] = await api.messages(body.email);
  const verified = { email: body.email, token: mail?.code };
  await use(api.as({ token: access_token }).verifyEmail({ body: verified }), 'by its code');
  return ada;
};

const MFA = 'urn:verdocs:params:oauth:grant-type:mfa-';

const secondFactor = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  await use(as.getMfaStatus());
  const { code } = authenticator((await use(as.enrollMfa())).otpauth_url);
  const { backup_codes } = await use(as.verifyMfaEnrollment({ body: { code: code() } }));
  const challenge = async () => {
    const body = { grant_type: 'password', username: ada.email, password: ada.password };
    return (await api.anyone.authenticate({ body })).body.mfa_token as string;
  };
  const otp = { grant_type: `${MFA}otp`, mfa_token: await challenge(), otp: code(1) };
  await use(api.anyone.authenticate({ body: otp }), 'second factor');
  const [recovery_code] = backup_codes;
  const backup = { grant_type: `${MFA}recovery-code`, mfa_token: await challenge(), recovery_code };
  await use(api.anyone.authenticate({ body: backup }), 'backup code');
  await api.advance('PT90S');
  await use(as.regenerateBackupCodes({ body: { code: code() } }));
  await api.advance('PT90S');
  await use(as.disableMfa({ body: { code: code() } }));
};

/** A passkey is added, signs in alone and as the second factor, and is removed. */
const passkeys = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const options = await use(as.startPasskey({ body: { password: ada.password } }));
  const { key, credential } = makePasskey(api, options);
  const { id: passkey_id } = await use(as.createPasskey({ body: { credential } }));
  await use(as.updatePasskey({ path: { passkey_id }, body: { name: 'Laptop' } }));
  const asked = await use(api.anyone.startPasskeySignIn({ body: {} }), 'alone');
  await use(api.anyone.signInWithPasskey({ body: { credential: signWithPasskey(api, key, asked) } }), 'alone');
  await use(as.getPasskeys());
  const { code } = authenticator((await as.enrollMfa()).body.otpauth_url);
  await as.verifyMfaEnrollment({ body: { code: code() } });
  const password = { grant_type: 'password', username: ada.email, password: ada.password };
  const { mfa_token } = (await api.anyone.authenticate({ body: password })).body;
  const second = await use(api.anyone.startPasskeySignIn({ body: { mfa_token } }), 'second factor');
  const signed = signWithPasskey(api, key, second);
  await use(api.anyone.signInWithPasskey({ body: { credential: signed, mfa_token } }), 'second factor');
  await use(as.deletePasskey({ path: { passkey_id } }));
};

const profiles = async ({ api, use }: Stage): Promise<void> => {
  const [ada, host] = [await api.signUp(), await api.signUp()];
  const { body: made } = await api.as(ada).createOrganization({ body: { name: 'Second' } });
  const second = { token: made.access_token };
  await use(api.as(second).switchProfile({ path: { profile_id: ada.profile_id } }));
  const member = await memberOf(api, host, 'member');
  await use(api.as(member).deleteProfile({ path: { profile_id: member.profile_id } }));
};
