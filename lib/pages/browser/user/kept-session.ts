import { CallFailed, call } from '../shared/call.ts';
import { storage } from '../shared/storage.ts';

/**
 * The session that outlives a page. Its refresh token is in a cookie that no script can read; `/session` alone takes
 * it. The browser's storage says only that there is one, so that nobody who is signed out waits for an answer.
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

/** True if somebody is signed in in this browser. Where storage is forbidden, nobody stays so. */
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
  await tell(access);
  return true;
};

/** Tells the other tabs of the newest access token, so that one of them renews it for all. */
const tell = async (access: Access): Promise<void> => {
  const { access_token, access_token_exp } = access;
  newest = { access_token, access_token_exp };
  channel?.postMessage(newest);
  await holdUntil(access_token_exp);
};

/** Milliseconds in which other tabs hear a message at the latest. */
const HEARD = 2000;

/**
 * Begin of a lock's name, before the end of the token that its tab has told the others. Locks are known to all tabs in
 * their order; a message may come later than the lock that its tab has given back.
 */
const UNTIL = 'session until ';

/** Holds a lock that says until when the newest token is good, until all tabs have heard of it. */
const holdUntil = (end: number): Promise<void> =>
  new Promise((held) => {
    if (!('locks' in navigator)) return held();
    void navigator.locks.request(`${UNTIL}${end}`, { mode: 'shared' }, () => {
      held();
      return new Promise((done) => setTimeout(done, HEARD));
    });
  });

/** A token of another tab that is newer than `before`, if there is one. */
const toldBefore = async ({ access_token_exp: end }: Access): Promise<Access | undefined> => {
  const newer = () => (newest && newest.access_token_exp > end ? newest : undefined);
  if (newer() || !channel || !('locks' in navigator)) return newer();
  const { held = [] } = await navigator.locks.query();
  if (!newer() && held.some(({ name = '' }) => name.startsWith(UNTIL) && Number(name.slice(UNTIL.length)) > end)) {
    await new Promise<void>((heard) => {
      channel.addEventListener('message', () => heard(), { once: true });
      setTimeout(heard, HEARD);
    });
  }
  return newer();
};

/**
 * A newer access token than `before`, from another tab or from the server. Undefined if the session has ended. Throws
 * what may pass.
 */
export const renewSession = (before: Access | null): Promise<Access | undefined> =>
  alone(async () => {
    if (!isKept()) return undefined;
    const told = before && (await toldBefore(before));
    if (told) return told;
    try {
      const renewed = await call<Access>('POST', '/session');
      await tell(renewed);
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
