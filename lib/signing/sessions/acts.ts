import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { recipientOf, signingRecipient } from '../envelopes/access.ts';
import { actorOf } from '../envelopes/actor.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import { agree, both, type Change, decline, open, submit } from '../envelopes/lifecycle.ts';
import { demandMayFill, demandTurn } from '../envelopes/may-act.ts';
import { presentRecipient } from '../envelopes/present.ts';
import { missingFields } from '../envelopes/values.ts';

/** The signer's location as the signing client states it. */
export interface Place {
  locale?: string | null;
  timezone?: string | null;
}

type Recipient = ReturnType<typeof presentRecipient>;

/** Decides the changes of an act on the envelope, without I/O; null for none. Throws if the act isn't allowed. */
export type Decide = (state: EnvelopeState, recipient: RecipientItem, at: string) => Change | null;

/** Carries out a signer's act: checks that it is the signer's own recipient, then decides on the current envelope. */
const act = async (
  caller: SignerCaller,
  { envelope_id, role_name }: { envelope_id: string; role_name: string },
  decide: Decide,
): Promise<Recipient> => {
  // Refused before any read: the session names its envelope and role.
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await changeEnvelope(envelope_id, (current, at) => {
    const recipient = signingRecipient(current, caller, role_name);
    return decide(current, recipient, at);
  });
  return presentRecipient(recipientOf(state, role_name), { creator: false, role: role_name });
};

/** The signer accepts the disclosures. Accepting them again changes nothing. */
export const agreeToDisclosures = (
  caller: SignerCaller,
  path: { envelope_id: string; role_name: string },
  given: Place & { disclosures?: string | null },
  origin: Origin,
): Promise<Recipient> => act(caller, path, agreeing(caller, given, origin));

export const agreeing =
  (
    caller: SignerCaller,
    { disclosures, locale, timezone }: Place & { disclosures?: string | null },
    origin: Origin,
  ): Decide =>
  (state, recipient, at) => {
    demandTurn(state.envelope, recipient, at);
    if (recipient.agreed) return null;
    const details = { disclosures: disclosures ?? null, locale: locale ?? null, timezone: timezone ?? null };
    const actor = actorOf(caller, origin);
    const agreed = agree(recipient, details, actor, at);
    // A host's token of `createInPersonLink` can agree without having followed the link.
    return recipient.status === 'invited' ? both(open(state, recipient, caller.key_type, actor, at), agreed) : agreed;
  };

/**
 * The signer submits. Required fields are checked here, whatever the client did. Submitting twice changes nothing.
 * Throws `fields_missing`.
 */
export const submitRecipient = (
  caller: SignerCaller,
  path: { envelope_id: string; role_name: string },
  place: Place,
  origin: Origin,
): Promise<Recipient> => act(caller, path, submitting(caller, place, origin));

export const submitting =
  (caller: SignerCaller, { locale, timezone }: Place, origin: Origin): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'submitted') return null;
    demandMayFill(state.envelope, recipient, at);
    const missing = missingFields(state.fields, recipient.role_name);
    if (missing.length > 0) fail('fields_missing', { fields: listed(missing) });
    const details = {
      keyType: caller.key_type,
      locale: locale ?? null,
      timezone: timezone ?? null,
    };
    return submit(state, recipient, details, actorOf(caller, origin), at);
  };

/** The signer declines, which ends the envelope for everybody. The sender can read the reason. */
export const declineEnvelope = (
  caller: SignerCaller,
  path: { envelope_id: string; role_name: string },
  reason: string | null,
  origin: Origin,
): Promise<Recipient> => act(caller, path, declining(caller, reason, origin));

export const declining =
  (caller: SignerCaller, reason: string | null, origin: Origin): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'declined') return null;
    demandTurn(state.envelope, recipient, at);
    return decline(state, recipient, caller.key_type, reason, actorOf(caller, origin));
  };

const listed = (names: readonly string[]): string =>
  names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
