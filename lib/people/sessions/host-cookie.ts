import { config } from '../../base/config.ts';

/**
 * Cookies of the platform's own pages: no script can read them, and no other site's page can have them sent. `__Host-`
 * binds them to this host and to HTTPS, which the local platform's plain address can't have (RFC 6265bis 4.1.3.2).
 */

const isSecure = (): boolean => config.baseUrl().startsWith('https:');

/** A cookie's whole name. */
const hostCookieName = (name: string): string => `${isSecure() ? '__Host-' : ''}${name}`;

/** The header that keeps a cookie for so many seconds; 0 removes it. */
export const hostCookie = (name: string, value: string, life: number): string =>
  `${hostCookieName(name)}=${value}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`;

/** Names and values of the request's cookies. */
export const cookiesOf = (headers: Record<string, string>): [name: string, value: string][] =>
  (headers.cookie?.split(';') ?? []).map((cookie) => {
    const [name = '', value = ''] = cookie.trim().split('=');
    return [name, value];
  });

/** The value of the request's cookie of this name; undefined if there is none. */
export const presentedCookie = (headers: Record<string, string>, name: string): string | undefined =>
  cookiesOf(headers).find(([one]) => one === hostCookieName(name))?.[1];
