import { config } from '../base/config.ts';
import { fail } from '../base/errors.ts';

const own = (): string[] => [config.baseUrl(), config.appUrl()].map((address) => new URL(address).origin);

/** Throws `origin_refused` for a page of another origin. Programs send no `Origin`. */
export const demandOwnOrigin = ({ origin }: Record<string, string>): void => {
  if (origin !== undefined && !own().includes(origin)) fail('origin_refused');
};

/**
 * Throws `origin_refused` unless a page of this very address calls: where a cookie says who calls, other pages of the
 * same site could call, too. Browsers name the origin with each request but GET, and most of them say how it relates
 * (`Sec-Fetch-Site`, Fetch Metadata 2.4).
 */
export const demandOwnPage = (headers: Record<string, string>): void => {
  const site = headers['sec-fetch-site'];
  const isOwn = headers.origin === new URL(config.baseUrl()).origin && (site === undefined || site === 'same-origin');
  if (!isOwn) fail('origin_refused');
};
