import { fail } from '../../base/errors.ts';
import { missingFields } from '../../fields/filled.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { submit } from '../envelopes/rules/lifecycle.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import type { Decide, SignerLocale } from './act-as-recipient.ts';

/**
 * The signer submits. Required fields are checked here, whatever the client did. Submitting twice changes nothing.
 * Throws `fields_missing`.
 */
export const decideSubmission =
  (caller: SignerCaller, { locale, timezone }: SignerLocale, origin: Origin): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'submitted') return null;
    demandMayFill(state.envelope, recipient, caller, at);
    const missing = missingFields(state.fields, recipient.role_name);
    if (missing.length > 0) fail('fields_missing', { fields: listed(missing) });
    const details = { session: caller, locale: locale ?? null, timezone: timezone ?? null };
    return submit(state, recipient, details, actorOf(caller, origin), at);
  };

const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
