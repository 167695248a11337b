import { fail } from '../../base/errors.ts';
import type {
  AuthMethod,
  AuthState,
  EnvelopeState,
  KbaCase,
  RecipientItem,
  Verification,
} from '../../storage/records/envelope.ts';
import { codesOf } from '../auth-methods/codes.ts';
import { ATTEMPTS, nextStep, unverified } from '../auth-methods/steps.ts';
import type { Actor, NewEvent } from '../envelopes/chain.ts';
import { identityDifference } from '../envelopes/identity-change.ts';
import type { Change } from '../envelopes/lifecycle.ts';
import { demandOpen, demandTurn } from '../envelopes/may-act.ts';

/**
 * Rules of a recipient's verification, without I/O: from the current state and the presented proof follow the changes
 * and their events. Every attempt is counted in the transaction that decides on it: simultaneous guesses are all
 * counted, and an attempt that can't be counted gets no answer.
 */

/** Text on the certificate of completion for each passed method. */
const PROOF: Record<Exclude<AuthMethod, 'kba' | 'id'>, string> = {
  passcode: 'Passcode',
  email: 'One-time code by e-mail',
  sms: 'One-time code by SMS',
};

/** Throws unless `method` is the recipient's next step: after the disclosures, in the given order. */
export const demandStep = (
  { envelope }: Pick<EnvelopeState, 'envelope'>,
  recipient: RecipientItem,
  method: AuthMethod,
  at: string,
): void => {
  demandOpen(envelope, at);
  if (recipient.status === 'failed') fail('verification_failed');
  demandTurn(envelope, recipient, at);
  if (!recipient.agreed) fail('not_agreed');
  const step = nextStep(recipient);
  if (step !== method) fail('verification_out_of_turn', { step: step ?? 'none, all are passed' });
};

/** A one-time code is requested; the worker that sends it makes it. */
export const codeRequested = ({ role_name }: RecipientItem, method: 'email' | 'sms', actor: Actor): Change => ({
  events: [{ event: 'recipient:code_requested', role_name, event_detail: method, actor }],
});

/** The recipient entered the right passcode or code, which is used up. */
export const passed = (
  state: EnvelopeState,
  recipient: RecipientItem,
  method: keyof typeof PROOF,
  actor: Actor,
  at: string,
): Change => ({
  recipients: { [recipient.role_name]: completed(recipient, verification(recipient, method, PROOF[method], at)) },
  removed: method === 'passcode' ? [] : codesOf(state, recipient, method),
  events: [
    {
      event: 'recipient:pin_verified',
      role_name: recipient.role_name,
      event_detail: method,
      actor,
      data: { verified: verification(recipient, method, PROOF[method], at) },
    },
  ],
});

/** The recipient entered a wrong one; the last permitted attempt ends the verification. */
export const missed = (recipient: RecipientItem, method: keyof typeof PROOF, actor: Actor, at: string): Change => {
  const attempt = recipient.auth_attempts + 1;
  const wrong: NewEvent = {
    event: 'recipient:pin_failed',
    role_name: recipient.role_name,
    event_detail: method,
    actor,
    data: { attempt },
  };
  if (attempt >= ATTEMPTS) return failed(recipient, method, wrong, actor, at);
  return {
    recipients: { [recipient.role_name]: { auth_attempts: attempt, last_attempt_at: at } },
    events: [wrong],
  };
};

/** An attempt at the knowledge-based check is counted before the bureau is asked. */
export const kbaAttempted = (recipient: RecipientItem, actor: Actor, at: string): Change =>
  recipient.auth_attempts >= ATTEMPTS
    ? kbaFailed(recipient, 'too many attempts', actor, at)
    : {
        recipients: {
          [recipient.role_name]: { auth_attempts: recipient.auth_attempts + 1, last_attempt_at: at },
        },
        events: [],
      };

/**
 * The bureau wants to know more. Where it accepted what was said, and goes on to its questions, the attempt that was
 * counted before is given back: nothing was wrong.
 */
export const kbaContinued = (
  recipient: RecipientItem,
  kbaState: Exclude<AuthState, 'complete' | 'failed'>,
  kba: KbaCase,
): Change => ({
  recipients: {
    [recipient.role_name]: {
      auth_method_states: { ...recipient.auth_method_states, kba: kbaState },
      kba,
      ...(kbaState === 'questions' ? { auth_attempts: Math.max(0, recipient.auth_attempts - 1) } : {}),
    },
  },
  events: [],
});

/**
 * The bureau confirmed the recipient: the checked name is the recipient's from now on, and methods passed under another
 * name no longer count. Digits that were stored for the check only are deleted.
 */
export const kbaPassed = (
  recipient: RecipientItem,
  name: Pick<RecipientItem, 'first_name' | 'last_name'>,
  bureau: string,
  actor: Actor,
  at: string,
): Change => {
  const { role_name, name_locked, first_name, last_name } = recipient;
  // A locked name is compared without regard to case and stays as the sender wrote it.
  const checked = name_locked ? { first_name, last_name } : { first_name: name.first_name, last_name: name.last_name };
  const renamed = checked.first_name !== first_name || checked.last_name !== last_name;
  const known = { ...recipient, ...checked };
  const verified = verification(known, 'kba', `Knowledge-based authentication (${bureau})`, at);
  // Methods passed under the previous name verified that one: they must be passed again.
  const passed = renamed ? unverified(recipient.auth_methods) : recipient;
  return {
    recipients: { [role_name]: { ...completed(passed, verified), ...checked, kba: null, ssn_last_4: null } },
    events: [
      { event: 'recipient:kba_verified', role_name, event_detail: bureau, actor, data: { verified } },
      ...(renamed
        ? [
            {
              event: 'recipient:updated_info' as const,
              role_name,
              event_detail: 'name',
              actor,
              data: { name: checked, changed: identityDifference(recipient, checked) },
            },
          ]
        : []),
    ],
  };
};

/** The bureau did not confirm the recipient. */
export const kbaFailed = (recipient: RecipientItem, reason: string, actor: Actor, at: string): Change => {
  const { role_name } = recipient;
  const event: NewEvent = { event: 'recipient:kba_failed', role_name, event_detail: reason, actor };
  return failed(recipient, 'kba', event, actor, at);
};

const completed = (
  { auth_method_states, authentication, verifications = [] }: Passed,
  verified: Verification,
): Partial<RecipientItem> => ({
  auth_method_states: { ...auth_method_states, [verified.method]: 'complete' },
  auth_attempts: 0,
  last_attempt_at: verified.at,
  authentication: [...authentication, verified.proof],
  verifications: [...verifications, verified],
});

type Passed = Pick<RecipientItem, 'auth_method_states' | 'authentication' | 'verifications'>;

/** Verified person and address, as known now. */
const verification = (recipient: RecipientItem, method: AuthMethod, proof: string, at: string): Verification => ({
  method,
  proof,
  name: `${recipient.first_name} ${recipient.last_name}`.trim(),
  address: method === 'email' ? recipient.email : method === 'sms' ? recipient.phone_auth : null,
  at,
});

/** The verification failed, until the sender restarts it; codes that were sent become invalid. */
const failed = (recipient: RecipientItem, method: AuthMethod, why: NewEvent, actor: Actor, at: string): Change => ({
  recipients: {
    [recipient.role_name]: {
      status: 'failed',
      auth_method_states: { ...recipient.auth_method_states, [method]: 'failed' },
      auth_attempts: recipient.auth_attempts + 1,
      last_attempt_at: at,
      kba: null,
      ssn_last_4: null,
    },
  },
  events: [why, { event: 'recipient:failed', role_name: recipient.role_name, event_detail: method, actor }],
});
