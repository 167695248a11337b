import { epochSeconds } from '../../base/clock.ts';
import { config } from '../../base/config.ts';

/**
 * The refresh token of somebody who is signed in on the platform's own pages, as a cookie: no script can read it, no
 * other site's page can have it sent, and only `/session` looks at it.
 */
const NAME = 'session';

const isSecure = (): boolean => config.baseUrl().startsWith('https:');

/** `__Host-` binds the cookie to this host and to HTTPS, which the local platform's plain address can't have (RFC 6265bis 4.1.3.2). */
const cookieName = (): string => `${isSecure() ? '__Host-' : ''}${NAME}`;

/** The refresh token of the request's browser; undefined if nobody is signed in there. */
export const presentedBrowserSession = (headers: Record<string, string>): string | undefined => {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  return cookies.find(([name]) => name === cookieName())?.[1];
};

/** The header that keeps a refresh token in the browser until it ends, also when the browser is closed. */
export const browserSessionCookie = (refresh_token: string, refresh_token_exp: number): string =>
  cookie(refresh_token, refresh_token_exp - epochSeconds());

/** The header that removes it. */
export const endedBrowserSessionCookie = (): string => cookie('', 0);

const cookie = (value: string, life: number): string =>
  `${cookieName()}=${value}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`;
