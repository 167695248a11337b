import { computed, effect, signal, untracked } from '@preact/signals';
import type { Brand, Profile, Tokens } from '../shared/answers.ts';
import { brand } from '../shared/brand.ts';
import { CallFailed, call, type Method } from '../shared/call.ts';
import { endSession } from '../shared/end-session.ts';
import { speak } from '../shared/words.ts';

/** The user's session. It lives in this page's memory alone, and ends with the page. */
const session = signal<Tokens | null>(null);

export const isSignedIn = computed(() => session.value !== null);

/** The user's places in organizations. */
export const profiles = signal<readonly Profile[]>([]);

/** The profile that the user acts as. */
export const me = computed(() => profiles.value.find(({ current }) => current) ?? null);

/** Acts when somebody else is signed in, or nobody, or the user acts as another profile: nothing of before is shown then. */
export const onOtherProfile = (act: () => void): void => {
  const profile = computed(() => me.value?.id);
  effect(() => {
    void profile.value;
    untracked(act);
  });
};

/** True where the user has to prove the e-mail address first. */
export const unverified = signal(false);

/** True where a session was ended by the server, so that the page can say why it asks again. */
export const wasEnded = signal(false);

/** Token by which the second factor is presented, where one is due. */
export const mfaToken = signal<string | null>(null);

/** E-mail address that was typed last: nobody has to type it again on the next screen. */
export const typedEmail = signal('');

/** Brands of the user's organization. */
export const brands = signal<readonly Brand[]>([]);

/** A user's call. An access token that has run out is renewed, which the user doesn't notice. */
export const ask = async <Answer>(method: Method, path: string, body?: object, key?: string): Promise<Answer> => {
  const used = session.value;
  const send = () => {
    const token = session.value?.access_token ?? '';
    return call<Answer>(method, path, body, { token, ...(key ? { idempotencyKey: key } : {}) });
  };
  try {
    return await send();
  } catch (error) {
    if (isUnverified(error)) unverified.value = true;
    if (!isOver(error)) throw error;
    // Another call may have renewed it meanwhile, or the user has signed out.
    if (session.value === used) await renew();
    if (!session.value) throw error;
    return send();
  }
};

/** True for the refusal of who has to prove the address first. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof CallFailed && error.code === 'email_unverified';

/** True for the refusal of a session that is over. */
export const isOver = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 'token_expired' || error.code === 'unauthorized');

let renewing: Promise<void> | undefined;

/** Renews the session, once for all calls that need it: a refresh token that is used twice ends the session. */
const renew = (): Promise<void> => {
  renewing ??= exchange().finally(() => {
    renewing = undefined;
  });
  return renewing;
};

const exchange = async (): Promise<void> => {
  const before = session.value;
  if (!before) return;
  const { refresh_token } = before;
  try {
    const renewed = await call<Tokens>('POST', '/v2/oauth2/token', { grant_type: 'refresh_token', refresh_token });
    if (session.value === before) session.value = renewed;
    else await endSession(renewed);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status >= 500 || error.status === 429) throw error;
    if (session.value === before) {
      forget();
      wasEnded.value = true;
    }
  }
};

/** Reads who the user is, and how the organization presents itself. */
const readProfiles = async (): Promise<void> => {
  profiles.value = await ask<Profile[]>('GET', '/v2/profiles');
  const organization = me.value?.organization;
  void speak(me.value?.locale, organization?.locale);
  brand.value = organization ?? null;
  if (!organization) return;
  // Nobody waits for colours, and whoever may not read them sees the organization's own.
  void ask<Brand[]>('GET', `/v2/organizations/${organization.id}/brands`).then(
    (read) => {
      if (me.value?.organization?.id === organization.id) brands.value = read;
    },
    () => {},
  );
};

/** Takes in a session that was opened. */
export const enter = async (tokens: Tokens): Promise<void> => {
  session.value = tokens;
  wasEnded.value = false;
  mfaToken.value = null;
  unverified.value = false;
  try {
    await readProfiles();
  } catch (error) {
    forget();
    void endSession(tokens);
    throw error;
  }
};

/** Signs in with a password; the second factor follows where the account has one. */
export const signIn = async (username: string, password: string): Promise<void> => {
  typedEmail.value = username;
  const tokens = await secondFactorOr(
    call<Tokens>('POST', '/v2/oauth2/token', { grant_type: 'password', username, password }),
  );
  if (tokens) await enter(tokens);
};

/** Answer of what opens a session; undefined where a second factor is due first. */
export const secondFactorOr = async (asked: Promise<Tokens>): Promise<Tokens | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof CallFailed) || !error.mfa_token) throw error;
    mfaToken.value = error.mfa_token;
    return undefined;
  }
};

const MFA_GRANT = 'urn:verdocs:params:oauth:grant-type:mfa-';

/** Presents the second factor: a code of the authenticator's, or a backup code. */
export const presentFactor = async (typed: string): Promise<void> => {
  const code = typed.replace(/\s/g, '');
  const grant = /^\d{6}$/.test(code)
    ? { grant_type: `${MFA_GRANT}otp`, otp: code }
    : { grant_type: `${MFA_GRANT}recovery-code`, recovery_code: code };
  try {
    await enter(await call<Tokens>('POST', '/v2/oauth2/token', { ...grant, mfa_token: mfaToken.value }));
  } catch (error) {
    // The sign-in took too long: it begins anew, with the password.
    if (error instanceof CallFailed && error.code === 'mfa_token_invalid') {
      mfaToken.value = null;
      wasEnded.value = true;
      return;
    }
    throw error;
  }
};

/** Goes on as another of the user's profiles. */
export const switchTo = async (profile_id: string): Promise<void> => {
  await enter(await ask<Tokens>('POST', `/v2/profiles/${profile_id}/switch`));
};

const forget = (): void => {
  session.value = null;
  profiles.value = [];
  brands.value = [];
  brand.value = null;
  mfaToken.value = null;
  unverified.value = false;
};

/** Ends the session here and on the server. */
export const signOut = async (): Promise<void> => {
  const tokens = session.value;
  forget();
  if (tokens) await endSession(tokens);
};

// A page that is left leaves no session behind, also where the browser keeps it for the way back.
addEventListener('pagehide', () => void signOut());
