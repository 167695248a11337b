import { newSecret } from '../../base/ids.ts';
import { hostCookie, presentedCookie } from '../sessions/host-cookie.ts';
import { SIGN_IN_SECONDS } from './begun.ts';

/**
 * Secret of the browser in which a sign-in at a provider begins: what the provider sends back is taken in that browser
 * alone, so that nobody is made to sign in as somebody else. A cookie for the platform's own pages; several sign-ins of
 * one browser share it.
 */
const NAME = 'provider-sign-in';
const SHAPE = /^[\w-]{43}$/;

export const presentedBrowserSecret = (headers: Record<string, string>): string | undefined => {
  const secret = presentedCookie(headers, NAME) ?? '';
  return SHAPE.test(secret) ? secret : undefined;
};

/** The secret of the request's browser, or a new one, and the header that keeps it while a sign-in may last. */
export const browserSecret = (headers: Record<string, string>): { secret: string; cookie: string } => {
  const secret = presentedBrowserSecret(headers) ?? newSecret();
  return { secret, cookie: hostCookie(NAME, secret, SIGN_IN_SECONDS) };
};
