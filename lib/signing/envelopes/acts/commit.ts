import { timestamp } from '../../../base/clock.ts';
import { newId } from '../../../base/ids.ts';
import type { Write } from '../../../storage/engine/write.ts';
import { summaryOf } from '../../../storage/envelopes/document-summaries.ts';
import { partyOf } from '../../../storage/envelopes/items.ts';
import * as stored from '../../../storage/envelopes/write.ts';
import type { EnvelopeItem, EnvelopeState, EventItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { readWholeEnvelope } from '../reading/read-envelope.ts';
import { encryptSecrets } from '../reading/secrets.ts';
import { linkEvents } from '../rules/chain.ts';
import { currentFields } from '../rules/current.ts';
import { eventSubject } from '../rules/event-subject.ts';
import { demandVoided } from '../rules/identity.ts';
import { type Change, dueAt, isOpen } from '../rules/lifecycle.ts';
import { demandMessagesLeft } from '../rules/message-bound.ts';
import { bySequence } from '../rules/order.ts';
import { endOf } from '../rules/retention.ts';

/**
 * Changes an envelope: reads it, calls `decide`, and writes the change with its events in one transaction, on the
 * condition that nothing changed meanwhile; else it starts again. Null from `decide` means no change. Returns the new
 * state. `read` is the envelope if it was just read; it is read again if it has changed since. Throws
 * `too_many_requests` if the change asks for one more message to somebody who has got as many as there may be.
 */
export const changeEnvelope = (
  envelope_id: string,
  decide: (state: EnvelopeState, at: string) => Change | null | Promise<Change | null>,
  read?: EnvelopeState,
): Promise<EnvelopeState> =>
  stored.changeEnvelopeRecords(
    () => readWholeEnvelope(envelope_id),
    async (state) => {
      const at = timestamp();
      const change = await decide(state, at);
      return change && written(state, change, at);
    },
    read,
  );

/** The change as it is written. */
const written = async (state: EnvelopeState, change: Change, at: string): Promise<stored.EnvelopeChange> => {
  const after = applied(state, change, at);
  demandMessagesLeft(state.events, change.events, after.recipients, at);
  const { envelope, recipients: whole } = await encryptSecrets(after.envelope, change.whole ?? []);
  const { envelope: _, events, ...changed } = change;
  return {
    after: { ...after, envelope },
    changed: { ...changed, whole },
    due: dueAt(envelope),
  };
};

/** Returns the state after `change` at the time `at`, with its events linked into the chain. */
export const applied = (state: EnvelopeState, change: Change, at: string): EnvelopeState => {
  const { envelope } = state;
  const linked = linkEvents(
    envelope.id,
    { count: envelope.event_count, head: envelope.chain_head },
    change.events,
    at,
    newId,
  );
  const changed = state.recipients.map((recipient) => {
    const changes = change.recipients?.[recipient.role_name];
    return changes ? { ...recipient, ...changes, updated_at: at } : recipient;
  });
  const recipients = [...changed.filter((one) => !hasRole(change.whole, one)), ...(change.whole ?? [])].sort(
    bySequence,
  );
  for (const before of state.recipients) {
    const after = recipients.find(({ id }) => id === before.id);
    if (after) demandVoided(before, after, { isOwn: isOwnCorrection(change, before) });
  }
  const written = change.documents ?? [];
  const documents = [
    ...state.documents.map((document) => written.find(({ id }) => id === document.id) ?? document),
    ...written.filter(({ id }) => !state.documents.some((document) => document.id === id)),
  ];
  const next: EnvelopeItem = {
    ...envelope,
    ...change.envelope,
    ...(isOfRecipientAlone(change) ? shownAsBefore(envelope) : { updated_at: at, shown_version: undefined }),
    version: envelope.version + 1,
    chain_head: linked.at(-1)?.hash ?? envelope.chain_head,
    event_count: envelope.event_count + linked.length,
    parties: recipients.map(partyOf),
    documents: documents.map(summaryOf),
  };
  if (next.retention_days && !isOpen(next)) next.ended_at ??= endOf(next, [...state.events, ...linked]) ?? at;
  const events: EventItem[] = linked.map((event) => ({
    ...event,
    organization_id: envelope.organization_id,
    subject: eventSubject(event, next, recipients),
  }));
  return {
    ...state,
    envelope: next,
    recipients,
    documents,
    fields: currentFields(
      state.fields.map((field) => change.fields?.find(({ name }) => name === field.name) ?? field),
      recipients,
    ),
    events: [...state.events, ...events],
    keys: [...state.keys.filter(({ hash }) => !change.keys?.some((key) => key.hash === hash)), ...(change.keys ?? [])],
    codes: state.codes.filter(
      ({ role_name, method }) =>
        !change.removed?.some((code) => code.role_name === role_name && code.method === method),
    ),
  };
};

/**
 * True for an agreement, and for an opening that isn't the envelope's first. Like a filled field they are a recipient's
 * change, not the envelope's: lists by last change, which would be written for them, stay as they are.
 */
const isOfRecipientAlone = ({ events, envelope: { status } = {} }: Change): boolean =>
  status === undefined && events.length > 0 && events.every(({ event }) => OF_RECIPIENTS.includes(event));

const OF_RECIPIENTS: readonly string[] = ['recipient:opened', 'recipient:agreed'];

const shownAsBefore = ({ version, shown_version = version, updated_at }: EnvelopeItem) => ({
  updated_at,
  shown_version,
});

/** True if the recipient corrected the own name, which the trail says. */
const isOwnCorrection = ({ events }: Change, { role_name }: Pick<RecipientItem, 'role_name'>): boolean =>
  events.some(
    (one) => one.event === 'recipient:updated_info' && one.role_name === role_name && one.actor.type === 'signer',
  );

const hasRole = (recipients: readonly RecipientItem[] | undefined, { role_name }: Pick<RecipientItem, 'role_name'>) =>
  (recipients ?? []).some((one) => one.role_name === role_name);

/** Further parts of the transaction in which a new envelope is written. */
export interface WrittenBeside {
  also: readonly Write[];
  /** Called if one of `also` doesn't hold; throws a failure. */
  refuse?: (() => never) | undefined;
  /**
   * An envelope that changes with it, as it was just read: `decide` is called again if that one has changed meanwhile.
   */
  other?: { known: EnvelopeState; decide: (state: EnvelopeState, at: string) => Change } | undefined;
}

/**
 * Writes a new envelope: first the records below it, then in one transaction the header and all `beside` it. Returns
 * its state. If an earlier run of the same request wrote the envelope, that one is returned.
 */
export const commitNewEnvelope = async (
  state: EnvelopeState,
  change: Change,
  { other, ...beside }: WrittenBeside,
): Promise<EnvelopeState> => {
  const made = applied(state, change, state.envelope.created_at);
  const { envelope, recipients } = await encryptSecrets(made.envelope, made.recipients);
  const earlier = await stored.addEnvelope({ ...made, envelope, recipients }, dueAt(envelope), {
    ...beside,
    other: other && {
      known: other.known,
      read: () => readWholeEnvelope(other.known.envelope.id),
      decide: (before) => {
        const at = timestamp();
        return written(before, other.decide(before, at), at);
      },
    },
  });
  return earlier === undefined ? { ...made, envelope } : readWholeEnvelope(earlier);
};
