import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { normalEmail } from '../../base/email-address.ts';
import { sha256 } from '../../base/ids.ts';

/**
 * That somebody has signed in on this device before: a device cookie (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies"). It signs nobody in. It only tells the account's owner from a stranger where wrong guesses are counted.
 */
export interface DeviceExchange {
  /** The tokens that came with the request: one in a header, or several in cookies. */
  presented: readonly string[];
  /** The token to answer with, and the address of the account that it is for. */
  issued?: { token: string; email: string };
}

/** A header for clients that keep no cookies. */
export const DEVICE_HEADER = 'X-Device-Token';

const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;
/** Devices that several people share hold a cookie for each. */
const MOST = 20;

/** An account, as far as its devices go: a token is good for as long as the password that was shown for it. */
interface Account {
  email: string;
  password_hash: string | null;
}

/** A token for the device that the account's owner has just signed in on; undefined for an account without a password. */
export const newDeviceToken = (account: Account): string | undefined => {
  const id = randomBytes(16).toString('base64url');
  return account.password_hash === null ? undefined : `${id}.${mac(account.password_hash, id)}`;
};

/** The id of the account's device that the request comes from; undefined where none of the tokens is the account's. */
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
 * The hash of a password holds 128 random bits of salt and is seen by nobody: a key that ends with the password, and that
 * needs no item of its own.
 */
const mac = (password_hash: string, id: string): string =>
  createHmac('sha256', createHash('sha256').update(`device:${password_hash}`).digest())
    .update(id)
    .digest('base64url');

/** What a request presents: the header, or else every cookie of ours. */
export const presentedDevices = (headers: Record<string, string>): string[] => {
  const header = headers[DEVICE_HEADER.toLowerCase()];
  if (header) return [header];
  return (headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .filter(([name]) => name?.replace(/^__Host-/, '').startsWith(COOKIE))
    .map(([, value = '']) => value);
};

const COOKIE = 'device-';
const COOKIE_LIFE = (365 * DAY) / SECOND;

/** The headers that hand a token to the device: a cookie for the platform's own pages, and the token for other clients. */
export const deviceHeaders = ({ issued }: DeviceExchange): Record<string, string> => {
  if (!issued) return {};
  const isSecure = config.baseUrl().startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}${COOKIE}${sha256(normalEmail(issued.email)).slice(0, 16)}`;
  const attributes = `Path=/; Max-Age=${COOKIE_LIFE}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return { [DEVICE_HEADER]: issued.token, 'Set-Cookie': `${name}=${issued.token}; ${attributes}` };
};
