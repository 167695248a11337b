import type { SignerCaller } from '../../people/access/caller.ts';
import { holds } from '../../storage/engine/holds.ts';
import { is, type Where } from '../../storage/engine/where.ts';
import type { AuthMethod, Party, RecipientItem, SessionProofs } from '../../storage/records/envelope.ts';

/**
 * Progress of a recipient's verification, without I/O. The methods are passed one after the other, in the sender's
 * order, by each signing session for itself: a link can be passed on, and a host can open another session.
 */
type Verification = Pick<RecipientItem, 'auth_methods' | 'auth_method_states'>;

/** The session whose proofs count. */
export type OfSession = Pick<SignerCaller, 'session_id'>;

/**
 * Methods that are passed before anything is shown. A passkey and a certificate are none of them: they sign what was
 * shown, at the submit.
 */
export const stepsOf = (auth_methods: readonly AuthMethod[]): AuthMethod[] =>
  auth_methods.filter((method) => !isSigning(method));

const SIGNING = ['passkey', 'csc'] as const satisfies readonly AuthMethod[];
const isSigning = (method: AuthMethod): method is (typeof SIGNING)[number] =>
  (SIGNING as readonly AuthMethod[]).includes(method);

/** True if the recipient signs with a passkey. */
export const signsWithPasskey = ({ auth_methods }: Pick<RecipientItem, 'auth_methods'>): boolean =>
  auth_methods.includes('passkey');

/** True if the recipient signs with an own certificate at a trust service. */
export const signsWithCertificate = ({ auth_methods }: Pick<RecipientItem, 'auth_methods'>): boolean =>
  auth_methods.includes('csc');

/** The next method; null once all are passed. A failed one stays the next. */
export const nextStep = ({ auth_methods, auth_method_states }: Verification): AuthMethod | null =>
  stepsOf(auth_methods).find((method) => auth_method_states[method] !== 'complete') ?? null;

/** Methods that the session has passed so far. */
export const proofsOf = ({ proofs = [] }: Pick<RecipientItem, 'proofs'>, { session_id }: OfSession): SessionProofs =>
  proofs.find(({ session }) => session === session_id) ?? {
    session: session_id ?? '',
    states: {},
    verifications: [],
    kba: null,
  };

/** The recipient with the states of this session in the place of those that the sender sees. */
export const inSession = <T extends Verification & Pick<RecipientItem, 'proofs'>>(recipient: T, of: OfSession): T => ({
  ...recipient,
  auth_method_states: {
    ...noneOf(recipient.auth_methods),
    ...proofsOf(recipient, of).states,
    // They belong to the signature, which stands in every session.
    ...Object.fromEntries(
      SIGNING.filter((method) => recipient.auth_methods.includes(method)).map((method) => [
        method,
        recipient.auth_method_states[method] ?? null,
      ]),
    ),
  },
});

/** The session's next method; null once it has passed all. */
export const nextStepIn = (recipient: Verification & Pick<RecipientItem, 'proofs'>, of: OfSession): AuthMethod | null =>
  nextStep(inSession(recipient, of));

type Provable = Pick<Party, 'auth_methods' | 'proven_in'>;

/** The write condition that the session has passed all methods of a recipient who has these. */
export const whereProven = ({ auth_methods }: Pick<Provable, 'auth_methods'>, { session_id }: OfSession): Where =>
  stepsOf(auth_methods).length === 0 ? {} : { proven_in: session_id === null ? NOBODY : is.containing(session_id) };

/** No list equals it: a session without an id can't have proved anything. */
const NOBODY = 'nobody';

/** True if nothing of the envelope is withheld from this session of the recipient's any more. */
export const isProven = (party: Provable, of: OfSession): boolean => holds(party, whereProven(party, of));

/** True if any session has passed the method. */
export const hasPassed = ({ proofs = [] }: Pick<RecipientItem, 'proofs'>, method: AuthMethod): boolean =>
  proofs.some(({ states }) => states[method] === 'complete');

/** Sessions whose proofs are kept. Another device asks for a new proof; this one's is forgotten then. */
const KEPT_SESSIONS = 5;

/**
 * The recipient's changes once the session has proved this. Of too many sessions those end first that have passed
 * nothing, then the oldest: whoever only opens links puts nobody out.
 */
export const withProofs = (
  { auth_methods, proofs: before = [] }: Pick<RecipientItem, 'auth_methods' | 'proofs'>,
  now: SessionProofs,
): Pick<RecipientItem, 'proofs' | 'proven_in'> => {
  const others = before.filter(({ session }) => session !== now.session);
  const { empty = [], begun = [] } = Object.groupBy(others, ({ verifications }) =>
    verifications.length === 0 ? 'empty' : 'begun',
  );
  const kept = [...empty, ...begun].slice(-(KEPT_SESSIONS - 1));
  const proofs = [...others.filter((one) => kept.includes(one)), now];
  const proven = proofs.filter(({ states }) => nextStep({ auth_methods, auth_method_states: states }) === null);
  return { proofs, proven_in: proven.length === 0 ? undefined : proven.map(({ session }) => session) };
};

/**
 * What the sender, the audit trail and the certificate are shown of the recipient: what this session proved, and no
 * other one. While the recipient acts that is the session that passed a step last; at the end the one that acted.
 */
export const shownOf = (
  { auth_methods }: Pick<RecipientItem, 'auth_methods'>,
  { states, verifications }: SessionProofs,
): Pick<RecipientItem, 'auth_method_states' | 'authentication' | 'verifications'> => ({
  auth_method_states: { ...noneOf(auth_methods), ...states },
  authentication: verifications.map(({ proof }) => proof),
  verifications,
});

/** The recipient's changes at an act that ends its part: what counts for it was proved in the session that acted. */
export const concludedIn = (
  recipient: Pick<RecipientItem, 'auth_methods' | 'proofs'>,
  of: OfSession,
): Partial<RecipientItem> =>
  stepsOf(recipient.auth_methods).length === 0 ? {} : shownOf(recipient, proofsOf(recipient, of));

/**
 * The recipient's changes at a submit that a passkey or a certificate has signed, on top of what the session proved.
 * The event has its name, address and time: the record, which is billed by its size, doesn't repeat them.
 */
export const withSigning = (
  { auth_methods, proofs }: Pick<RecipientItem, 'auth_methods' | 'proofs'>,
  of: OfSession,
  method: (typeof SIGNING)[number],
): Pick<RecipientItem, 'auth_method_states'> => ({
  auth_method_states: { ...noneOf(auth_methods), ...proofsOf({ proofs }, of).states, [method]: 'complete' },
});

/** Wrong attempts at one method after which the verification has failed; only the sender can restart it. */
export const ATTEMPTS = 5;

/** Attempts that are left at the session's step; null without a step. Those of all sessions count together. */
export const attemptsLeft = (
  recipient: Verification & Pick<RecipientItem, 'proofs' | 'wrong_attempts'>,
  of: OfSession,
): number | null => {
  const step = nextStepIn(recipient, of);
  return step === null ? null : Math.max(0, ATTEMPTS - wrongAttempts(recipient, step));
};

export const wrongAttempts = (
  { wrong_attempts = {} }: Pick<RecipientItem, 'wrong_attempts'>,
  method: AuthMethod,
): number => wrong_attempts[method] ?? 0;

type Unverified = Pick<
  RecipientItem,
  'auth_method_states' | 'authentication' | 'verifications' | 'proofs' | 'proven_in' | 'wrong_attempts'
>;

/** States of a recipient with these methods who has passed none, in whatever session. */
export const unverified = (auth_methods: readonly AuthMethod[]): Unverified => ({
  auth_method_states: noneOf(auth_methods),
  authentication: [],
  verifications: [],
  proofs: undefined,
  proven_in: undefined,
  wrong_attempts: undefined,
});

const noneOf = (auth_methods: readonly AuthMethod[]): Verification['auth_method_states'] =>
  Object.fromEntries(auth_methods.map((method) => [method, null]));
