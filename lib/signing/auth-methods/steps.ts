import { holds } from '../../storage/engine/holds.ts';
import type { Where } from '../../storage/engine/where.ts';
import type { AuthMethod, RecipientItem } from '../../storage/records/envelope.ts';

/**
 * Progress of a recipient's verification, without I/O. The methods are passed one after the other, in the sender's
 * order.
 */
type Verification = Pick<RecipientItem, 'auth_methods' | 'auth_method_states'>;

/** The recipient's next method; null once all are passed. A failed one stays the next. */
export const nextStep = ({ auth_methods, auth_method_states }: Verification): AuthMethod | null =>
  auth_methods.find((method) => auth_method_states[method] !== 'complete') ?? null;

/** The write condition that a recipient with these methods has passed all of them. */
export const whereVerified = ({ auth_methods }: Pick<Verification, 'auth_methods'>): Where =>
  Object.fromEntries(auth_methods.map((method) => [`auth_method_states.${method}`, 'complete']));

/** True if nothing of the envelope is withheld from the recipient any more. */
export const isVerified = (recipient: Verification): boolean => holds(recipient, whereVerified(recipient));

/** Wrong attempts at one step after which the verification has failed; only the sender can restart it. */
export const ATTEMPTS = 5;

/** Attempts that are left at the recipient's step; null without a step. */
export const attemptsLeft = (recipient: Verification & Pick<RecipientItem, 'auth_attempts'>): number | null =>
  nextStep(recipient) === null ? null : Math.max(0, ATTEMPTS - recipient.auth_attempts);

type Unverified = Pick<
  RecipientItem,
  'auth_method_states' | 'auth_attempts' | 'authentication' | 'verifications' | 'kba'
>;

/** States of a recipient with these methods who has passed none. */
export const unverified = (auth_methods: readonly AuthMethod[]): Unverified => ({
  auth_method_states: Object.fromEntries(auth_methods.map((method) => [method, null])),
  auth_attempts: 0,
  authentication: [],
  verifications: [],
  kba: null,
});
