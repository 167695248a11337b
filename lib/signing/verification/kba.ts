import { fail, invalid } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { RecipientItem } from '../../storage/records/envelope.ts';
import { ATTEMPTS, proofsOf, wrongAttempts } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { type Attempted, attemptMethod } from './attempt-method.ts';
import type { Bureau, Finding, Identity, KbaResponse } from './bureau.ts';
import { demandStep, isNameFixed, isReading, kbaAttempted, kbaContinued, kbaFailed, kbaPassed } from './rules.ts';
import { sandbox } from './sandbox.ts';
import { slowDown } from './slow-down.ts';

/** The configured bureau. Only the sandbox exists so far: it knows nobody, and the certificate says so. */
const bureau: Bureau = sandbox;

/** Data that a recipient states; the rest is on file from the sender. */
export type GivenIdentity = { [name in keyof Identity]?: string | null };

/**
 * Asks the bureau to look the recipient up. The attempt is counted before, and the result is written after: the bureau
 * is never asked more often than a recipient may try.
 */
export const submitIdentity = async (
  caller: SignerCaller,
  subject: RecipientPath,
  given: GivenIdentity,
  origin: Origin,
): Promise<Attempted> => {
  const counted = await countAttempt(caller, subject, origin, (recipient) => {
    const { kba } = proofsOf(recipient, caller).states;
    if (kba && kba !== 'differentiator') fail('verification_out_of_turn', { step: 'to answer the questions' });
    demandAllowedName(recipient, identityOf(recipient, given));
  });
  if (counted.problem) return counted;
  const identity = identityOf(counted.recipient, given);
  return record(caller, subject, counted, identity, await bureau.identify(identity), origin);
};

/** Asks the bureau to judge the recipient's answers to its questions. */
export const submitResponses = async (
  caller: SignerCaller,
  subject: RecipientPath,
  responses: readonly KbaResponse[],
  origin: Origin,
): Promise<Attempted> => {
  const counted = await countAttempt(caller, subject, origin, (recipient) => {
    if (!proofsOf(recipient, caller).kba) fail('verification_out_of_turn', { step: 'to submit the identity' });
  });
  const { kba } = proofsOf(counted.recipient, caller);
  if (counted.problem || !kba) return counted;
  return record(caller, subject, counted, kba, await bureau.judge(kba.reference, responses), origin);
};

/** Counts an attempt, if it is the recipient's turn for it and `demand` doesn't throw. */
const countAttempt = (
  caller: SignerCaller,
  subject: RecipientPath,
  origin: Origin,
  demand: (recipient: RecipientItem) => void,
): Promise<Attempted> =>
  attemptMethod(caller, subject, async (state, recipient, at) => {
    demandStep(state, recipient, caller, 'kba', at);
    demand(recipient);
    if (isReading(recipient)) await slowDown(caller);
    const change = kbaAttempted(recipient, caller, actorOf(caller, origin), at);
    const isOver = !isReading(recipient) && wrongAttempts(recipient, 'kba') >= ATTEMPTS;
    return { change, problem: isOver ? 'verification_failed' : undefined };
  });

/** Writes the bureau's result, unless another answer came first. */
const record = (
  caller: SignerCaller,
  subject: RecipientPath,
  { recipient: asked }: Attempted,
  { first_name, last_name }: Pick<RecipientItem, 'first_name' | 'last_name'>,
  finding: Finding,
  origin: Origin,
): Promise<Attempted> =>
  attemptMethod(caller, subject, (_state, recipient, at) => {
    const actor = actorOf(caller, origin);
    const [now, before] = [proofsOf(recipient, caller), proofsOf(asked, caller)];
    const isSameCase =
      recipient.round === asked.round &&
      recipient.status === asked.status &&
      isNameFixed(recipient) === isNameFixed(asked) &&
      now.states.kba === before.states.kba &&
      now.kba?.reference === before.kba?.reference;
    if (!isSameCase)
      return { change: null, problem: recipient.status === 'failed' ? 'verification_failed' : undefined };
    const name = { first_name, last_name };
    switch (finding.outcome) {
      case 'verified':
        return { change: kbaPassed(recipient, caller, name, bureau.name, actor, at) };
      case 'failed':
        return { change: kbaFailed(recipient, caller, finding.reason, actor, at), problem: 'verification_failed' };
      default: {
        const { outcome, reference, questions } = finding;
        return { change: kbaContinued(recipient, caller, outcome, { reference, questions: [...questions], ...name }) };
      }
    }
  });

const identityOf = (recipient: RecipientItem, given: GivenIdentity): Identity => ({
  first_name: given.first_name ?? recipient.first_name,
  last_name: given.last_name ?? recipient.last_name,
  address: given.address ?? recipient.address ?? invalid('address', 'is required'),
  city: given.city ?? recipient.city,
  state: given.state ?? recipient.state,
  zip: given.zip ?? recipient.zip,
  dob: given.dob ?? recipient.dob,
  ssn_last_4: given.ssn_last_4 ?? recipient.ssn_last_4,
});

/**
 * A recipient who passes gets the checked name. If the sender has locked the name, or it was checked in another
 * session, it must be the same; else throws `name_locked`.
 */
const demandAllowedName = (recipient: RecipientItem, { first_name, last_name }: Identity): void => {
  const written = (name: string) => name.trim().toLowerCase();
  const isSame =
    written(first_name) === written(recipient.first_name) && written(last_name) === written(recipient.last_name);
  if (isNameFixed(recipient) && !isSame) fail('name_locked');
};
