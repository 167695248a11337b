import { TOTP } from 'otpauth';
import { now } from '../../lib/base/clock.ts';
import type { Api, Person } from '../api.ts';

/** An authenticator app that shares the secret. `code(1)` is the next code. */
export const authenticator = (otpauth_url: string): { code: (ahead?: number) => string } => {
  const secret = new URL(otpauth_url).searchParams.get('secret') ?? '';
  const device = new TOTP({ secret });
  return { code: (ahead = 0) => device.generate({ timestamp: now().getTime() + ahead * 30_000 }) };
};

export interface Enrolled extends Person {
  code: (ahead?: number) => string;
  /** The code that ended the enrollment. */
  used: string;
  backup_codes: string[];
}

/** A person, by default a new one, with a second factor; the current code is used up. */
export const enrolled = async (api: Api, known?: Person): Promise<Enrolled> => {
  const person = known ?? (await api.signUp());
  const { body: enrollment } = await api.as(person).enrollMfa();
  const { code } = authenticator(enrollment.otpauth_url);
  const used = code();
  const { status, body } = await api.as(person).verifyMfaEnrollment({ body: { code: used } });
  if (status !== 200) throw new Error(`the enrollment answered ${status}: ${body.error}`);
  return { ...person, code, used, backup_codes: body.backup_codes };
};
