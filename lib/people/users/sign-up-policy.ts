import { config } from '../../base/config.ts';
import { normalEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';

/**
 * What the platform's owner may say of who signs up: everybody, nobody who is not invited, or whose address is at one of
 * some domains.
 */
export const SIGN_UP_POLICY = /^(open|invitation|[a-z0-9.-]+\.[a-z0-9-]+(,[a-z0-9.-]+\.[a-z0-9-]+)*)$/;

/**
 * True for who may make an organization that stands by itself, and an account for that: by signing up, or signed in. The
 * administrators that the platform's owner has named always may: they are the first to come. Whoever is invited joins an
 * organization whatever this says. The answer depends on the owner's settings alone, not on who has an account.
 */
export const maySignUp = (email: string): boolean => {
  const address = normalEmail(email);
  if (config.administratorEmails().map(normalEmail).includes(address)) return true;
  const policy = config.signUp();
  if (policy === 'open') return true;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return policy !== 'invitation' && policy.split(',').includes(domain);
};

/** Ends the request with 401 for who may not. */
export const demandMaySignUp = (email: string): void => {
  if (!maySignUp(email)) fail('sign_up_closed');
};
