import { DAY, SECOND } from '../../base/clock.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { hostCookie, presentedCookie } from './host-cookie.ts';

/**
 * The browser in which a recipient opened a link: a cookie for the platform's own pages, with a secret that the table
 * doesn't have. It opens nothing by itself. Whoever opens a link again with it goes on with the same signing session,
 * so that what was proved in it needs no other proof.
 */
const NAME = 'signing-device';
const SHAPE = /^[\w-]{43}$/;
/** As long as a link in a message opens. */
const LIFE = (30 * DAY) / SECOND;

/** The secret of the request's browser; undefined if it has none. */
export const presentedSigningDevice = (headers: Record<string, string>): string | undefined => {
  const secret = presentedCookie(headers, NAME) ?? '';
  return SHAPE.test(secret) ? secret : undefined;
};

export const newSigningDevice = newSecret;

/** The header that gives the browser its secret. */
export const signingDeviceCookie = (secret: string): string => hostCookie(NAME, secret, LIFE);

/**
 * Id of a signing session: the same for one person on one device. Neither the device nor the person can be read from
 * it.
 */
export const sessionOnDevice = (secret: string, profile_id: string): string =>
  hashSecret(JSON.stringify(['signing session', secret, profile_id])).slice(0, ID_LENGTH);

/** Id of a session on a device that isn't to be known again. */
export const unboundSession = (): string => newSecret().slice(0, ID_LENGTH);

/** 132 bits in base64url. */
const ID_LENGTH = 22;
