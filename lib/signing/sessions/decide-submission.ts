import { fail, invalid } from '../../base/errors.ts';
import { missingFields } from '../../fields/filled.ts';
import { isComputed } from '../../fields/rules/rule-fields.ts';
import { sentenceOf, textProblem } from '../../fields/texts/text-problem.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { signsWithPasskey } from '../auth-methods/steps.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { withRules } from '../envelopes/rules/field-rules.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { type Submission, submit } from '../envelopes/rules/lifecycle.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import { meaningOf } from '../envelopes/rules/meanings.ts';
import type { Declaration } from '../envelopes/rules/signed-statement.ts';
import type { Decide, SignerLocale } from './act-as-recipient.ts';

/**
 * Throws unless the recipient may submit now. Required fields are checked here, whatever the client did, and computed
 * values: all others were checked when they were given.
 */
export const demandSubmittable = (
  state: EnvelopeState,
  recipient: RecipientItem,
  caller: SignerCaller,
  at: string,
): void => {
  demandMayFill(state.envelope, recipient, caller, at);
  const fields = withRules(state.fields, state.recipients, (role_name) => role_name === recipient.role_name);
  const missing = missingFields(fields, recipient.role_name);
  if (missing.length > 0) fail('fields_missing', { fields: listed(missing) });
  for (const field of fields.filter((one) => one.role_name === recipient.role_name && isComputed(one))) {
    const problem = textProblem(field, field.value ?? '');
    if (problem) invalid(`fields.${field.name}`, `its computed value ${sentenceOf(problem, field)}`);
  }
};

/**
 * The signer submits; with a passkey, `said` is what it signed. Submitting twice changes nothing. Throws
 * `fields_missing`, and `passkey_needed` where the recipient signs with one.
 */
export const decideSubmission =
  (
    caller: SignerCaller,
    place: SignerLocale,
    origin: Origin,
    said: Pick<Submission, 'declaration' | 'passkey'> = {},
  ): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'submitted') return null;
    demandSubmittable(state, recipient, caller, at);
    if (signsWithPasskey(recipient) && !said.passkey) fail('passkey_needed');
    const declared = state.envelope.part_11 ? { declaration: declarationOf(state.envelope, recipient, at) } : {};
    const details = { session: caller, ...placeIn(place), ...declared, ...said };
    return submit(state, recipient, details, actorOf(caller, origin), at);
  };

/** The declaration of the recipient's signature, made at `time`. */
export const declarationOf = (
  { version }: Pick<EnvelopeItem, 'version'>,
  recipient: RecipientItem,
  time: string,
): Declaration => ({
  name: fullName(recipient),
  meaning: meaningOf(recipient),
  time,
  envelope_version: version,
});

/** The language and the zone that a request states. */
export const placeIn = ({ locale, timezone }: SignerLocale) => ({
  locale: locale ?? null,
  timezone: timezone ?? null,
});

const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
