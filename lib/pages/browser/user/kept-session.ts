import { CallFailed, call } from '../shared/call.ts';

/**
 * The session that outlives a page. Its refresh token is in a cookie that no script can read; `/session` alone takes it. The
 * browser's storage says only that there is one, so that nobody who is signed out waits for an answer.
 */

/** The members of an access token's answer that a page needs. */
export interface Access {
  access_token: string;
  /** Its end, in seconds since 1970. */
  access_token_exp: number;
}

/** False for a page at another address than the API's: cookies don't go there, so its session ends with the page. */
const isAtHome = new URL(document.body.dataset.api ?? '', location.href).origin === location.origin;

const MARK = 'signed-in';

/** Storage can be forbidden: then nobody stays signed in. */
const storage = <Result>(use: (storage: Storage) => Result): Result | undefined => {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
};

/** True if somebody is signed in in this browser. */
export const isKept = (): boolean => isAtHome && storage((one) => one.getItem(MARK)) != null;

const mark = (): void => void storage((one) => one.setItem(MARK, '1'));
const unmark = (): void => void storage((one) => one.removeItem(MARK));

/** One tab at a time uses the cookie: its token is good for one use. */
const alone = <Result>(act: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('session', act) : act();

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined;
let newest: Access | undefined;

/** Keeps a new session in the browser. Returns false where it can't be kept. */
export const keepSession = async (access: Access & { refresh_token: string }): Promise<boolean> => {
  if (!isAtHome || storage((one) => one) === undefined) return false;
  try {
    await alone(() => call('PUT', '/session', { refresh_token: access.refresh_token }));
  } catch {
    return false;
  }
  mark();
  tell(access);
  return true;
};

/** Tells the other tabs of the newest access token, so that one of them renews it for all. */
const tell = (access: Access): void => {
  const { access_token, access_token_exp } = access;
  newest = { access_token, access_token_exp };
  channel?.postMessage(newest);
};

/**
 * A newer access token than `before`, from another tab or from the server. Undefined if the session has ended. Throws what
 * may pass.
 */
export const renewSession = (before: Access | null): Promise<Access | undefined> =>
  alone(async () => {
    if (!isKept()) return undefined;
    if (before && newest && newest.access_token_exp > before.access_token_exp) return newest;
    try {
      const renewed = await call<Access>('POST', '/session');
      tell(renewed);
      return renewed;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status >= 500 || error.status === 429) throw error;
      unmark();
      return undefined;
    }
  });

/** Ends the session in all tabs and on the server. */
export const endKeptSession = async (): Promise<void> => {
  unmark();
  newest = undefined;
  await alone(() => call('DELETE', '/session', undefined, { keepalive: true })).catch(() => {});
};

/** Calls `act` when another tab signs in, changes the profile or renews (its access token), or signs out (`null`). */
export const onOtherTab = (act: (access: Access | null) => void): void => {
  channel?.addEventListener('message', ({ data }) => {
    newest = data;
    act(data);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if ((key === MARK || key === null) && newValue === null) act(null);
  });
  // A page that comes back by the browser's Back button heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isAtHome && !isKept()) act(null);
  });
};
