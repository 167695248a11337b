import { fail } from '../../base/errors.ts';
import type {
  AuthMethod,
  AuthState,
  EnvelopeState,
  KbaCase,
  RecipientItem,
  SessionProofs,
  Verification,
} from '../../storage/records/envelope.ts';
import { codesOf } from '../auth-methods/codes.ts';
import {
  ATTEMPTS,
  hasPassed,
  nextStepIn,
  type OfSession,
  proofsOf,
  shownOf,
  stepsOf,
  unverified,
  withProofs,
  wrongAttempts,
} from '../auth-methods/steps.ts';
import type { Actor, NewEvent } from '../envelopes/rules/chain.ts';
import { identityDifference } from '../envelopes/rules/identity-change.ts';
import type { Change } from '../envelopes/rules/lifecycle.ts';
import { demandOpen, demandTurn } from '../envelopes/rules/may-act.ts';

/**
 * Rules of a recipient's verification, without I/O: from the current state and the presented proof follow the changes
 * and their events. Every attempt is counted in the transaction that decides on it: simultaneous guesses are all
 * counted, and an attempt that can't be counted gets no answer.
 */

/** Text on the certificate of completion for each passed method. */
const PROOF: Record<Exclude<AuthMethod, 'kba' | 'id' | 'passkey' | 'oidc' | 'csc'>, string> = {
  passcode: 'Passcode',
  email: 'One-time code by e-mail',
  sms: 'One-time code by SMS',
};

/**
 * True once the recipient has signed. Another session then proves itself to read what was signed: it changes nothing of
 * the recipient, whose signature stands.
 */
export const isReading = ({ status }: Pick<RecipientItem, 'status'>): boolean => status === 'submitted';

/**
 * Throws unless `method` is the session's next step: after the disclosures, in the given order. `token_expired` for a
 * token from before sessions had ids, so that clients open the link again.
 */
export const demandStep = (
  { envelope }: Pick<EnvelopeState, 'envelope'>,
  recipient: RecipientItem,
  of: OfSession,
  method: AuthMethod,
  at: string,
): void => {
  if (!isReading(recipient)) {
    demandOpen(envelope, at);
    if (recipient.status === 'failed') fail('verification_failed');
    demandTurn(envelope, recipient, at);
  }
  if (!recipient.agreed) fail('not_agreed');
  if (of.session_id === null && stepsOf(recipient.auth_methods).length > 0) fail('token_expired');
  const step = nextStepIn(recipient, of);
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
  of: OfSession,
  method: keyof typeof PROOF,
  actor: Actor,
  at: string,
): Change => ({
  recipients: { [recipient.role_name]: completed(recipient, of, verification(recipient, method, PROOF[method], at)) },
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

/** A person whom an identity provider has proven, as the chain keeps it. */
export type ProvenPerson = Required<Pick<Verification, 'issuer' | 'subject'>> & Pick<Verification, 'claim'>;

/** The recipient signed in at the identity provider, as the person whom the sender means. */
export const signedInThere = (
  recipient: RecipientItem,
  of: OfSession,
  person: ProvenPerson,
  actor: Actor,
  at: string,
): Change => {
  const { issuer, subject, claim } = person;
  const known = claim ? `, ${claim.name} ${claim.value}` : '';
  const proof = `Sign-in at ${issuer} (OpenID Connect), subject ${subject}${known}`;
  const verified = {
    ...verification(recipient, 'oidc', proof, at),
    // The provider has stated the address, unless another claim was demanded.
    address: claim ? null : recipient.email,
    ...person,
  };
  const { role_name } = recipient;
  return {
    recipients: { [role_name]: completed(recipient, of, verified) },
    events: [{ event: 'recipient:id_verified', role_name, event_detail: 'oidc', actor, data: { verified } }],
  };
};

/**
 * The recipient entered a wrong one, or signed in as somebody else; the last permitted attempt ends the verification.
 */
export const missed = (
  recipient: RecipientItem,
  of: OfSession,
  method: keyof typeof PROOF | 'oidc',
  actor: Actor,
  at: string,
): Change => {
  const attempt = wrongAttempts(recipient, method) + 1;
  const wrong: NewEvent = {
    event: method === 'oidc' ? 'recipient:id_failed' : 'recipient:pin_failed',
    role_name: recipient.role_name,
    event_detail: method,
    actor,
    data: isReading(recipient) ? {} : { attempt },
  };
  if (isReading(recipient)) return { events: [wrong] };
  if (attempt >= ATTEMPTS) return failed(recipient, of, method, wrong, actor, at);
  return { recipients: { [recipient.role_name]: counted(recipient, method, at) }, events: [wrong] };
};

/** One more attempt at the method, in whatever session: a new session doesn't forget those of another. */
const counted = (recipient: RecipientItem, method: AuthMethod, at: string): Partial<RecipientItem> => ({
  wrong_attempts: { ...recipient.wrong_attempts, [method]: wrongAttempts(recipient, method) + 1 },
  last_attempt_at: at,
});

/** An attempt at the knowledge-based check is counted before the bureau is asked. */
export const kbaAttempted = (recipient: RecipientItem, of: OfSession, actor: Actor, at: string): Change | null => {
  if (isReading(recipient)) return null;
  return wrongAttempts(recipient, 'kba') >= ATTEMPTS
    ? kbaFailed(recipient, of, 'too many attempts', actor, at)
    : { recipients: { [recipient.role_name]: counted(recipient, 'kba', at) }, events: [] };
};

/**
 * The bureau wants to know more. Where it accepted what was said, and goes on to its questions, the attempt that was
 * counted before is given back: nothing was wrong.
 */
export const kbaContinued = (
  recipient: RecipientItem,
  of: OfSession,
  kbaState: Exclude<AuthState, 'complete' | 'failed'>,
  kba: KbaCase,
): Change => {
  const { states, ...proofs } = proofsOf(recipient, of);
  const now = { ...proofs, states: { ...states, kba: kbaState }, kba };
  const isAccepted = kbaState === 'questions' && !isReading(recipient);
  const left = Math.max(0, wrongAttempts(recipient, 'kba') - 1);
  const given = isAccepted ? { wrong_attempts: { ...recipient.wrong_attempts, kba: left } } : {};
  return { recipients: { [recipient.role_name]: { ...progressed(recipient, now), ...given } }, events: [] };
};

/**
 * The bureau confirmed the recipient: the checked name is the recipient's from now on, and methods passed under another
 * name no longer count. Digits that were stored for the check only are deleted.
 */
export const kbaPassed = (
  recipient: RecipientItem,
  of: OfSession,
  name: Pick<RecipientItem, 'first_name' | 'last_name'>,
  bureau: string,
  actor: Actor,
  at: string,
): Change => {
  const { role_name, first_name, last_name } = recipient;
  // A name that stands is compared without regard to case and stays as it was written.
  const checked = isNameFixed(recipient)
    ? { first_name, last_name }
    : { first_name: name.first_name, last_name: name.last_name };
  const renamed = checked.first_name !== first_name || checked.last_name !== last_name;
  const known = { ...recipient, ...checked };
  const verified = verification(known, 'kba', `Knowledge-based authentication (${bureau})`, at);
  // Methods passed under the previous name verified that one: they must be passed again.
  const passed = renamed ? { ...recipient, ...unverified(recipient.auth_methods) } : recipient;
  const changes = {
    ...completed(passed, of, verified),
    ...checked,
    ssn_last_4: null,
  };
  return {
    recipients: { [role_name]: changes },
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

/** True if a check can confirm the recipient under the name on file alone: it is locked, was checked, or has signed. */
export const isNameFixed = (recipient: RecipientItem): boolean =>
  recipient.name_locked || isReading(recipient) || hasPassed(recipient, 'kba');

/** The bureau did not confirm the recipient. */
export const kbaFailed = (
  recipient: RecipientItem,
  of: OfSession,
  reason: string,
  actor: Actor,
  at: string,
): Change => {
  const { role_name } = recipient;
  const event: NewEvent = { event: 'recipient:kba_failed', role_name, event_detail: reason, actor };
  return failed(recipient, of, 'kba', event, actor, at);
};

/** The session passed the method. Wrong attempts at the others stay counted. */
const completed = (recipient: RecipientItem, of: OfSession, verified: Verification): Partial<RecipientItem> => {
  const { session, states, verifications, kba } = proofsOf(recipient, of);
  const { [verified.method]: _, ...wrong } = recipient.wrong_attempts ?? {};
  return {
    ...progressed(recipient, {
      session,
      states: { ...states, [verified.method]: 'complete' },
      verifications: [...verifications, verified],
      kba: verified.method === 'kba' ? null : kba,
    }),
    ...(isReading(recipient)
      ? {}
      : { wrong_attempts: Object.keys(wrong).length > 0 ? wrong : undefined, last_attempt_at: verified.at }),
  };
};

/** The session has come this far, which is shown unless the recipient has signed in another. */
const progressed = (recipient: RecipientItem, proofs: SessionProofs): Partial<RecipientItem> => ({
  ...withProofs(recipient, proofs),
  ...(isReading(recipient) ? {} : shownOf(recipient, proofs)),
});

/** Verified person and address, as known now. */
const verification = (recipient: RecipientItem, method: AuthMethod, proof: string, at: string): Verification => ({
  method,
  proof,
  name: `${recipient.first_name} ${recipient.last_name}`.trim(),
  address: method === 'email' ? recipient.email : method === 'sms' ? recipient.phone_auth : null,
  at,
});

/**
 * The verification failed, until the sender restarts it; codes that were sent become invalid. What was signed stands:
 * then only this session's check ends.
 */
const failed = (
  recipient: RecipientItem,
  of: OfSession,
  method: AuthMethod,
  why: NewEvent,
  actor: Actor,
  at: string,
): Change => {
  const { states, ...before } = proofsOf(recipient, of);
  const ended = (state: AuthState | null) => ({ ...before, states: { ...states, [method]: state }, kba: null });
  const { role_name } = recipient;
  if (isReading(recipient)) return { recipients: { [role_name]: withProofs(recipient, ended(null)) }, events: [why] };
  return {
    recipients: {
      [role_name]: {
        ...progressed(recipient, ended('failed')),
        ...counted(recipient, method, at),
        status: 'failed',
        ssn_last_4: null,
      },
    },
    events: [why, { event: 'recipient:failed', role_name, event_detail: method, actor }],
  };
};
