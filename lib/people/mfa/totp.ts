import { Secret, TOTP } from 'otpauth';
import { now } from '../../base/clock.ts';

/** RFC 6238 as every authenticator app speaks it. */
const totp = (secret: string | Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Countersign', label, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** A new secret of 160 bits (RFC 4226 4), base32, and its address for authenticator apps, in which `label` is shown. */
export const newTotpSecret = (label: string): { secret: string; otpauth_url: string } => {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, otpauth_url: totp(secret, label).toString() };
};

/**
 * The time step whose code `code` is, one before and one after the current one included (RFC 6238 5.2); undefined for
 * any other text.
 */
export const stepOf = (secret: string, code: string): number | undefined => {
  const timestamp = now().getTime();
  const device = totp(secret);
  const delta = device.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: 1 });
  return delta === null ? undefined : device.counter({ timestamp }) + delta;
};
