import { fail } from '../../base/errors.ts';
import type {
  AuthMethod,
  AuthState,
  EnvelopeState,
  KbaCase,
  RecipientItem,
  Verification,
} from '../../storage/records/envelope.ts';
import type { Actor, NewEvent } from '../envelopes/chain.ts';
import { identityDifference } from '../envelopes/identity-change.ts';
import type { Change } from '../envelopes/lifecycle.ts';
import { demandOpen, demandTurn } from '../envelopes/may-act.ts';
import { codesOf } from './codes.ts';
import { nextStep, unverified } from './steps.ts';

/**
 * The rules by which a recipient is verified, free of any I/O: what is, and what the recipient shows, to what changes and
 * which events tell of it. Every attempt is counted in the transaction that decides on it: guesses made at the same time
 * are all counted, and one that can't be counted isn't answered.
 */

/** After so many wrong attempts at one step the verification has failed, and only the sender can start it anew. */
export const ATTEMPTS = 5;

/** What the certificate of completion says of a recipient who passed. */
const PROOF: Record<Exclude<AuthMethod, 'kba' | 'id'>, string> = {
  passcode: 'Passcode',
  email: 'One-time code by e-mail',
  sms: 'One-time code by SMS',
};

/** Ends the request unless `method` is what the recipient has to pass now: after the disclosures, in the given order. */
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

/** A one-time code is sent to the recipient: the worker that sends it makes it. */
export const codeRequested = ({ role_name }: RecipientItem, method: 'email' | 'sms', actor: Actor): Change => ({
  events: [{ event: 'recipient:code_requested', role_name, event_detail: method, actor }],
});

/** The recipient entered the right passcode or code, which is used up by it. */
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

/** The recipient entered a wrong one: the last of too many ends it. */
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

/** The bureau wants to know more. */
export const kbaContinued = (
  recipient: RecipientItem,
  kbaState: Exclude<AuthState, 'complete' | 'failed'>,
  kba: KbaCase,
): Change => ({
  recipients: {
    [recipient.role_name]: { auth_method_states: { ...recipient.auth_method_states, kba: kbaState }, kba },
  },
  events: [],
});

/**
 * The bureau has found the recipient to be who they say: from now on that is their name, and what was passed under another
 * counts no longer. The digits that were on file for the check alone are gone.
 */
export const kbaPassed = (
  recipient: RecipientItem,
  name: Pick<RecipientItem, 'first_name' | 'last_name'>,
  bureau: string,
  actor: Actor,
  at: string,
): Change => {
  const { role_name, name_locked, first_name, last_name } = recipient;
  // A locked name was compared in spirit (its case doesn't matter): it stays as the sender wrote it.
  const checked = name_locked ? { first_name, last_name } : { first_name: name.first_name, last_name: name.last_name };
  const renamed = checked.first_name !== first_name || checked.last_name !== last_name;
  const known = { ...recipient, ...checked };
  const verified = verification(known, 'kba', `Knowledge-based authentication (${bureau})`, at);
  // What was passed under the name before has verified that one: it is to be passed again.
  const passed = renamed ? unverified(recipient.auth_methods) : recipient;
  return {
    recipients: { [role_name]: { ...completed(passed, verified), ...checked, kba: null, ssn_last_4: null } },
    events: [
      { event: 'recipient:kba_verified', role_name, event_detail: bureau, actor, data: { verified } },
      ...(renamed
        ? [
            {
              event: 'recipient:updated_info',
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

/** The bureau has not found the recipient to be who they say. */
export const kbaFailed = (recipient: RecipientItem, reason: string, actor: Actor, at: string): Change => {
  const { role_name } = recipient;
  const told: NewEvent = { event: 'recipient:kba_failed', role_name, event_detail: reason, actor };
  return failed(recipient, 'kba', told, actor, at);
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

/** Whom the method verifies, as this person is known now, and by which address. */
const verification = (recipient: RecipientItem, method: AuthMethod, proof: string, at: string): Verification => ({
  method,
  proof,
  name: `${recipient.first_name} ${recipient.last_name}`.trim(),
  address: method === 'email' ? recipient.email : method === 'sms' ? recipient.phone_auth : null,
  at,
});

/** It has failed, until the sender starts it anew: that also puts an end to codes that were sent. */
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
