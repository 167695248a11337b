import type { LoginSession } from '../shared/answers.ts';
import { say } from '../shared/words/spoken.ts';

/** Words by which devices and places of sessions are named. The places that show sessions have them among theirs. */
interface SessionWords {
  sessionOn: string;
  sessionUnknown: string;
  sessionNamed: string;
  sessionApplication: string;
  sessionFrom: string;
  sessionNear: string;
}

/** The device or the application of a session, in words. */
export const deviceOf = ({ application, browser, platform, source }: LoginSession, w: SessionWords): string => {
  if (application) return say(w.sessionNamed, { application });
  if (source === 'oauth') return w.sessionApplication;
  if (!browser || !platform) return browser ?? platform ?? w.sessionUnknown;
  return say(w.sessionOn, { browser: { trusted: browser }, platform: { trusted: platform } });
};

/**
 * The place of a session, as far as its address says it: the country in which its network is registered. An address of
 * a private network is in the platform's own.
 */
export const placeOf = ({ ip_address, country }: LoginSession, w: SessionWords): string | null => {
  if (!ip_address) return null;
  const from = say(INSIDE.test(ip_address) ? w.sessionNear : w.sessionFrom, { address: { trusted: ip_address } });
  if (!country) return from;
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: 'region' });
  return `${names.of(country)} · ${from}`;
};

/** Addresses that are in no public network (RFC 1918, 3927, 4193, 4291, 6598). */
const INSIDE =
  /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]..:|fe[89ab].:)/i;
