import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, SECOND } from '../../base/clock.ts';
import { normalEmail } from '../../base/email-address.ts';
import { sha256 } from '../../base/ids.ts';
import type { DeviceExchange } from '../access/origin.ts';
import { cookiesOf, hostCookie } from './host-cookie.ts';
import { signingDeviceCookie } from './signing-device.ts';

/** A header for clients that keep no cookies. */
const DEVICE_HEADER = 'X-Device-Token';

const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;
/** A device that several people share has a cookie for each. */
const MOST = 20;

/** The part of an account that device tokens depend on: a token is valid while the password stays the same. */
interface Account {
  email: string;
  password_hash: string | null;
}

/**
 * Makes a token for the device on which the account's owner just signed in; undefined for an account without a
 * password.
 */
export const newDeviceToken = (account: Account): string | undefined => {
  const id = randomBytes(16).toString('base64url');
  return account.password_hash === null ? undefined : `${id}.${mac(account.password_hash, id)}`;
};

/** The id of the account's device that the request comes from; undefined if no token is the account's. */
export const deviceOf = (
  account: Account | undefined,
  { presented }: Pick<DeviceExchange, 'presented'>,
): string | undefined => {
  const key = account?.password_hash ?? 'nobody';
  const ids = presented.slice(0, MOST).map((token) => {
    const [, id = '', given = ''] = SHAPE.exec(token) ?? [];
    const expected = Buffer.from(mac(key, id));
    const shown = Buffer.from(given);
    return shown.length === expected.length && timingSafeEqual(shown, expected) ? id : undefined;
  });
  const id = ids.find((one) => one !== undefined);
  return account?.password_hash ? id : undefined;
};

/**
 * Keyed by the password's hash, which has a salt of 128 random bits and is never shown: tokens end with the password,
 * and need no item.
 */
const mac = (password_hash: string, id: string): string =>
  createHmac('sha256', createHash('sha256').update(`device:${password_hash}`).digest())
    .update(id)
    .digest('base64url');

/** Device tokens of a request: the header, else all cookies of this kind. */
export const presentedDevices = (headers: Record<string, string>): string[] => {
  const header = headers[DEVICE_HEADER.toLowerCase()];
  if (header) return [header];
  return cookiesOf(headers)
    .filter(([name]) => name.replace(/^__Host-/, '').startsWith(COOKIE))
    .map(([, value]) => value);
};

const COOKIE = 'device-';
const COOKIE_LIFE = (365 * DAY) / SECOND;

/** Headers that give the device its token: a cookie for the platform's own pages, a header for other clients. */
export const deviceHeaders = ({ issued, signing }: DeviceExchange): Record<string, string> => {
  if (signing?.issued) return { 'Set-Cookie': signingDeviceCookie(signing.issued) };
  if (!issued) return {};
  const name = `${COOKIE}${sha256(normalEmail(issued.email)).slice(0, 16)}`;
  return { [DEVICE_HEADER]: issued.token, 'Set-Cookie': hostCookie(name, issued.token, COOKIE_LIFE) };
};
