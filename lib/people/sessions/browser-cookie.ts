import { epochSeconds } from '../../base/clock.ts';
import { hostCookie, presentedCookie } from './host-cookie.ts';

/**
 * The refresh token of somebody who is signed in on the platform's own pages, as a cookie that only `/session` looks
 * at.
 */
const NAME = 'session';

/** The refresh token of the request's browser; undefined if nobody is signed in there. */
export const presentedBrowserSession = (headers: Record<string, string>): string | undefined =>
  presentedCookie(headers, NAME);

/** The header that keeps a refresh token in the browser until it ends, also when the browser is closed. */
export const browserSessionCookie = (refresh_token: string, refresh_token_exp: number): string =>
  hostCookie(NAME, refresh_token, refresh_token_exp - epochSeconds());

/** The header that removes it. */
export const endedBrowserSessionCookie = (): string => hostCookie(NAME, '', 0);
