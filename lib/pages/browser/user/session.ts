import { computed, effect, signal, untracked } from '@preact/signals';
import type { Brand, Profile, Tokens } from '../shared/answers.ts';
import { brand } from '../shared/brand.ts';
import { CallFailed, call, type Method } from '../shared/call.ts';
import { endSession } from '../shared/end-session.ts';
import { speak } from '../shared/words/spoken.ts';
import { type Access, endKeptSession, isKept, keepSession, onOtherTab, renewSession } from './kept-session.ts';

/**
 * The user's session: the access token is only in this page's memory. The refresh token is in it only where the browser
 * can't keep it: then the session ends with the page.
 */
const session = signal<(Access & { refresh_token?: string }) | null>(null);

export const isSignedIn = computed(() => session.value !== null);

/** The user's profiles, one for each organization. */
export const profiles = signal<readonly Profile[]>([]);

/** The profile that the user acts as. */
export const me = computed(() => profiles.value.find(({ current }) => current) ?? null);

/** Registers a function that removes shown data: it runs after a change of user or profile, and after signing out. */
export const onOtherProfile = (act: () => void): void => {
  const profile = computed(() => me.value?.id);
  effect(() => {
    void profile.value;
    untracked(act);
  });
};

/** True if the user must verify the e-mail address first. */
export const unverified = signal(false);

/** Refusal of a session by the policy of the organization, while it holds. */
export const hindrance = signal<CallFailed | null>(null);

/** True if the server ended a session, so that the page can say why it asks for a new sign-in. */
export const wasEnded = signal(false);

/** Token for the second factor, if one is due. */
export const mfaToken = signal<string | null>(null);

/** True if a passkey can be the second factor that is due. */
export const factorMayBePasskey = signal(false);

/** The last typed e-mail address, so that the next screen has it already. */
export const typedEmail = signal('');

/** Brands of the user's organization. */
export const brands = signal<readonly Brand[]>([]);

/** Makes a call as the user. Renews an expired access token without the user's notice. */
export const ask = async <Answer>(
  method: Method,
  path: string,
  body?: object,
  key?: string,
  more: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer> => {
  const used = session.value;
  const send = () => {
    const token = session.value?.access_token ?? '';
    return call<Answer>(method, path, body, { token, ...more, ...(key ? { idempotencyKey: key } : {}) });
  };
  try {
    const answer = await send();
    if (method === 'POST' && /verify$|passkeys$/.test(path)) hindrance.value = null;
    return answer;
  } catch (error) {
    if (isUnverified(error)) unverified.value = true;
    if (isHindered(error)) hindrance.value = error;
    if (!isOver(error)) throw error;
    // Another call may have renewed it meanwhile, or the user has signed out.
    if (session.value === used) await renew();
    if (!session.value) throw error;
    return send();
  }
};

/** True for a refusal because the address isn't verified. */
export const isUnverified = (error: unknown): boolean =>
  error instanceof CallFailed && error.code === 'email_unverified';

/** True for a refusal until the account has a factor that the organization demands. */
const isHindered = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.code === 'second_factor_required' || error.code === 'passkey_required');

/** True for a refusal because the session has ended. */
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
  const renewed: (Access & { refresh_token?: string }) | undefined = await (refresh_token
    ? exchangeToken(refresh_token)
    : renewSession(before));
  if (session.value !== before) {
    if (renewed?.refresh_token) await endSession({ refresh_token: renewed.refresh_token });
  } else if (renewed) session.value = renewed;
  else {
    forget();
    wasEnded.value = true;
  }
};

/** The next tokens; undefined if the session has ended. */
const exchangeToken = async (refresh_token: string): Promise<Tokens | undefined> => {
  try {
    return await call<Tokens>('POST', '/v2/oauth2/token', { grant_type: 'refresh_token', refresh_token });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status >= 500 || error.status === 429) throw error;
    return undefined;
  }
};

/** True where somebody is signed in in this browser, and this page doesn't know yet who. */
export const mayResume = (): boolean =>
  resuming.value || (session.value === null && mfaToken.value === null && isKept());

const resuming = signal(false);

/** Goes on with the session that the browser keeps. Throws what may pass. */
export const resume = async (): Promise<void> => {
  resuming.value = true;
  try {
    const access = await renewSession(null);
    if (access) await adopt(access);
    else wasEnded.value = true;
  } finally {
    resuming.value = false;
  }
};

/** Reads the user, and the organization's look. `before` comes to its end before anything is shown. */
const readProfiles = async (before?: () => Promise<void>): Promise<void> => {
  const read = await ask<Profile[]>('GET', '/v2/profiles');
  await before?.();
  profiles.value = read;
  const organization = me.value?.organization;
  void speak(me.value?.locale, organization?.locale);
  brand.value = organization ?? null;
  if (!organization) return;
  // Colours are loaded in the background; without the permission for brands, the organization's own are shown.
  void ask<Brand[]>('GET', `/v2/organizations/${organization.id}/brands`).then(
    (read) => {
      if (me.value?.organization?.id === organization.id) brands.value = read;
    },
    () => {},
  );
};

/** Uses a new session, and keeps it in the browser. */
export const enter = async (tokens: Tokens): Promise<void> => {
  try {
    // Before anybody sees that it is there: whoever loads the page again at that moment goes on with it.
    await adopt(tokens, async () => {
      const kept = await keepSession(tokens);
      if (kept && session.value === tokens) session.value = withoutRefreshToken(tokens);
    });
  } catch (error) {
    void endSession(tokens);
    throw error;
  }
};

const withoutRefreshToken = ({ access_token, access_token_exp }: Access): Access => ({
  access_token,
  access_token_exp,
});

const adopt = async (access: Access, keep?: () => Promise<void>): Promise<void> => {
  session.value = access;
  wasEnded.value = false;
  mfaToken.value = null;
  unverified.value = false;
  hindrance.value = null;
  try {
    await readProfiles(keep);
  } catch (error) {
    forget();
    throw error;
  }
};

/** Signs in with a password; the second factor follows if the account has one. */
export const signIn = async (username: string, password: string): Promise<void> => {
  typedEmail.value = username;
  const tokens = await secondFactorOr(
    call<Tokens>('POST', '/v2/oauth2/token', { grant_type: 'password', username, password }),
  );
  if (tokens) await enter(tokens);
};

/** Result of opening a session; undefined if a second factor is due first. */
export const secondFactorOr = async (asked: Promise<Tokens>): Promise<Tokens | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof CallFailed) || !error.mfa_token) throw error;
    mfaToken.value = error.mfa_token;
    factorMayBePasskey.value = error.passkey;
    return undefined;
  }
};

const MFA_GRANT = 'urn:verdocs:params:oauth:grant-type:mfa-';

/** Sends the second factor: a code of the authenticator, or a backup code. */
export const presentFactor = async (typed: string): Promise<void> => {
  const code = typed.replace(/\s/g, '');
  const grant = /^\d{6}$/.test(code)
    ? { grant_type: `${MFA_GRANT}otp`, otp: code }
    : { grant_type: `${MFA_GRANT}recovery-code`, recovery_code: code };
  await enterByFactor(call<Tokens>('POST', '/v2/oauth2/token', { ...grant, mfa_token: mfaToken.value }));
};

/** Enters with what the second factor opens; it may be the first one too, where that is a passkey. */
export const enterByFactor = async (asked: Promise<Tokens>): Promise<void> => {
  try {
    await enter(await asked);
  } catch (error) {
    // The sign-in took too long: it starts again with the password.
    if (error instanceof CallFailed && error.code === 'mfa_token_invalid') {
      mfaToken.value = null;
      wasEnded.value = true;
      return;
    }
    throw error;
  }
};

/** Continues as another of the user's profiles. */
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
  hindrance.value = null;
};

/** Ends the session here, in other tabs, and on the server. */
export const signOut = async (): Promise<void> => {
  const before = session.value;
  forget();
  if (before?.refresh_token) await endSession({ refresh_token: before.refresh_token });
  else if (before) await endKeptSession();
};

// A session that the browser can't keep ends with the page, even if the browser caches the page for its Back button.
addEventListener('pagehide', () => {
  if (session.value?.refresh_token) void signOut();
});

onOtherTab((access) => {
  if (session.value === null || session.value.refresh_token) return;
  if (!access) {
    forget();
    return;
  }
  session.value = access;
  // It may be another person, or another of the person's profiles.
  void readProfiles().catch(() => {});
});
