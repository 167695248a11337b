import { Secret, TOTP } from 'otpauth';
import { now } from '../../base/clock.ts';

/** TOTP with the settings of RFC 6238 that every authenticator app supports. */
const totp = (secret: string | Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Countersign', label, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** Makes a secret of 160 bits (RFC 4226 4), base32, and its address for authenticator apps, which show `label`. */
export const newTotpSecret = (label: string): { secret: string; otpauth_url: string } => {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, otpauth_url: totp(secret, label).toString() };
};

/** The time step of `code`, from the previous, current or next one (RFC 6238 5.2); undefined if it is none of these. */
export const stepOf = (secret: string, code: string): number | undefined => {
  const token = code.replaceAll(/\s/g, '');
  // The library compares bytes, and throws for six characters of more than six bytes.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const timestamp = now().getTime();
  const device = totp(secret);
  const delta = device.validate({ token, timestamp, window: 1 });
  return delta === null ? undefined : device.counter({ timestamp }) + delta;
};
