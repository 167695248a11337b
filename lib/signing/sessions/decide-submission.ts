import { fail } from '../../base/errors.ts';
import { missingFields } from '../../fields/filled.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { signsWithPasskey } from '../auth-methods/steps.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { type Submission, submit } from '../envelopes/rules/lifecycle.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import type { Decide, SignerLocale } from './act-as-recipient.ts';

/** Throws unless the recipient may submit now. Required fields are checked here, whatever the client did. */
export const demandSubmittable = (
  state: EnvelopeState,
  recipient: RecipientItem,
  caller: SignerCaller,
  at: string,
): void => {
  demandMayFill(state.envelope, recipient, caller, at);
  const missing = missingFields(state.fields, recipient.role_name);
  if (missing.length > 0) fail('fields_missing', { fields: listed(missing) });
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
    return submit(state, recipient, { session: caller, ...placeIn(place), ...said }, actorOf(caller, origin), at);
  };

/** The language and the zone that a request states. */
export const placeIn = ({ locale, timezone }: SignerLocale) => ({
  locale: locale ?? null,
  timezone: timezone ?? null,
});

const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
