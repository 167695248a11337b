import { config } from '../../base/config.ts';
import { normalEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';

/** Settings for sign-up: everybody, invited people only, or addresses at some domains. */
export const SIGN_UP_POLICY = /^(open|invitation|[a-z0-9.-]+\.[a-z0-9-]+(,[a-z0-9.-]+\.[a-z0-9-]+)*)$/;

/**
 * True if the address may create an organization without a parent, and an account for it. The administrators that the
 * platform's owner has named always may, because they come first. Invited people can join an organization anyway. The
 * answer depends on the settings only, not on existing accounts.
 */
const maySignUp = (email: string): boolean => {
  const address = normalEmail(email);
  if (config.administratorEmails().map(normalEmail).includes(address)) return true;
  const policy = config.signUp();
  if (policy === 'open') return true;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return policy !== 'invitation' && policy.split(',').includes(domain);
};

/** True where signing up is worth a try for somebody whose address isn't known yet. */
export const isSignUpOffered = (): boolean =>
  config.signUp() !== 'invitation' || config.administratorEmails().length > 0;

/** Throws `sign_up_closed` if the address may not create an organization. */
export const demandMaySignUp = (email: string): void => {
  if (!maySignUp(email)) fail('sign_up_closed');
};
