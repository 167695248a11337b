import { fail, invalid } from '../../base/errors.ts';
import { missingFields } from '../../fields/filled.ts';
import { haveRules, isComputed } from '../../fields/rules/rule-fields.ts';
import { type RulesSeen, seenOtherwise } from '../../fields/rules/seen.ts';
import { sentenceOf, textProblem } from '../../fields/texts/text-problem.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { signsWithCertificate, signsWithPasskey } from '../auth-methods/steps.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { seenNow, withRules } from '../envelopes/rules/field-rules.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { type Submission, submit } from '../envelopes/rules/lifecycle.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import { isDeclared, meaningOf } from '../envelopes/rules/meanings.ts';
import { demandNamed, type NamedPerson } from '../envelopes/rules/naming.ts';
import type { Declaration } from '../envelopes/rules/signed-statement.ts';
import type { Decide, SignerLocale } from './act-as-recipient.ts';

/** The part of a request to submit that says how it was made. */
export interface SubmitRequest extends SignerLocale {
  rules_seen?: RulesSeen | null | undefined;
  named?: readonly NamedPerson[] | null | undefined;
}

/**
 * Throws unless the recipient may submit now. Required fields are checked here, whatever the client did, and computed
 * values: all others were checked when they were given. Throws `rules_changed` if the request says that something else
 * was shown than the rules give now.
 */
export const demandSubmittable = (
  state: EnvelopeState,
  recipient: RecipientItem,
  caller: SignerCaller,
  { rules_seen, named }: SubmitRequest,
  at: string,
): void => {
  demandMayFill(state.envelope, recipient, caller, at);
  if (rules_seen) demandSeen(state, recipient, rules_seen);
  const fields = withRules(state.fields, state.recipients, (role_name) => role_name === recipient.role_name);
  const missing = missingFields(fields, recipient.role_name);
  if (missing.length > 0) fail('fields_missing', { fields: listed(missing) });
  for (const field of fields.filter((one) => one.role_name === recipient.role_name && isComputed(one))) {
    const problem = textProblem(field, field.value ?? '');
    if (problem) invalid(`fields.${field.name}`, `its computed value ${sentenceOf(problem, field)}`);
  }
  demandNamed(state, recipient, named ?? []);
};

/**
 * The signer submits; with a passkey, `said` is what it signed. Submitting twice changes nothing. Throws
 * `rules_changed`, `fields_missing`, and `passkey_needed` where the recipient signs with one.
 */
export const decideSubmission =
  (
    caller: SignerCaller,
    request: SubmitRequest,
    origin: Origin,
    said: Pick<Submission, 'declaration' | 'passkey' | 'certificate'> = {},
  ): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'submitted') return null;
    demandSubmittable(state, recipient, caller, request, at);
    if (signsWithPasskey(recipient) && !said.passkey) fail('passkey_needed');
    if (signsWithCertificate(recipient) && !said.certificate) fail('certificate_needed');
    const declared = isDeclared(state.envelope, recipient)
      ? { declaration: declarationOf(state.envelope, recipient, at) }
      : {};
    const details = { session: caller, ...saidIn(state, recipient, request), ...declared, ...said };
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

const demandSeen = ({ fields, recipients }: EnvelopeState, { role_name }: RecipientItem, stated: RulesSeen): void => {
  const now = seenNow(fields, recipients, role_name) ?? { hidden: [], required: [], computed: [] };
  const changed = seenOtherwise(stated, now);
  if (changed.length > 0) fail('rules_changed', { fields: listed(changed) });
};

/** The language and the zone that a request states, and whether it says what rules had shown. */
export const saidIn = (
  { fields }: Pick<EnvelopeState, 'fields'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
  { locale, timezone, rules_seen, named }: SubmitRequest,
) => ({
  locale: locale ?? null,
  timezone: timezone ?? null,
  ...(rules_seen && haveRules(fields.filter((field) => field.role_name === role_name))
    ? ({ rules_seen: 'stated' } as const)
    : {}),
  ...(named?.length ? { named } : {}),
});

const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
