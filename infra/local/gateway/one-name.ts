import type { IncomingMessage } from 'node:http';

/** Names of this machine, as browsers write them. */
const NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address to which a browser is led that opens a page at another name of this machine than that of `pages`:
 * sessions and passkeys belong to one name. Undefined if it is at the right one, or is no browser that opens a page.
 */
export const addressAtOneName = (
  { method, headers, url = '/' }: IncomingMessage,
  pages: string,
): string | undefined => {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return undefined;
  const right = new URL(pages);
  const other = NAMES.filter((name) => name !== right.hostname).map((name) => `${name}:${right.port}`);
  return NAMES.includes(right.hostname) && other.includes(headers.host ?? '') ? right.origin + url : undefined;
};
