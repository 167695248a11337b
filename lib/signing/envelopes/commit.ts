import { timestamp } from '../../base/clock.ts';
import { Failure, fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { usageOfEvents } from '../../people/usage/count.ts';
import { carriedOutBefore } from '../../storage/carried-out.ts';
import { setting } from '../../storage/changes.ts';
import { ConditionFailed, getItem, TRANSACTION_LIMIT, transact, type Write, writeItems } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { dueIndex, envelopeEventKey } from '../../storage/keys.ts';
import { CarriedOut } from '../../storage/once.ts';
import { linkEvents } from './chain.ts';
import { currentFields } from './current.ts';
import { eventItems } from './event-items.ts';
import { demandVoided } from './identity.ts';
import type {
  AccessKeyItem,
  DocumentItem,
  EnvelopeItem,
  EnvelopeState,
  EventItem,
  FieldItem,
  Party,
  RecipientItem,
} from './items.ts';
import { type Change, dueAt } from './lifecycle.ts';
import { listWrites } from './lists.ts';
import { bySequence } from './order.ts';
import { eventSubject, recipientInLists } from './present.ts';
import { sealSecrets } from './secrets.ts';
import { envelopeState } from './store.ts';

/**
 * How often a change is decided anew on fresh state because somebody else changed the envelope first: enough for all
 * recipients that an envelope can have to act at the same instant, each twice.
 */
const TRIES = 20;

/**
 * Reads the envelope, lets `decide` say what changes, and writes that with its events in one transaction that holds only
 * if nothing changed in between; else decides anew. Null from `decide` means that nothing is to change. Answers the
 * state as it is then. `read` is the envelope where it was read just now: if it has changed since, it is read again.
 */
export const changeEnvelope = async (
  envelope_id: string,
  decide: (state: EnvelopeState, at: string) => Change | null | Promise<Change | null>,
  read?: EnvelopeState,
): Promise<EnvelopeState> => {
  for (let tries = 1; ; tries++) {
    const state = (tries === 1 && read) || (await envelopeState(envelope_id));
    const at = timestamp();
    const change = await unlessDone(async () => decide(state, at));
    if (!change) return state;
    const after = applied(state, change, at);
    const { envelope, recipients: whole } = await sealSecrets(after.envelope, change.whole ?? []);
    try {
      await transact(changeWrites(state, { ...after, envelope }, { ...change, whole }));
      return { ...after, envelope };
    } catch (error) {
      if (error instanceof CarriedOut) return envelopeState(envelope_id);
      if (!(error instanceof ConditionFailed)) throw error;
      if (tries >= TRIES) return fail('unavailable');
      await backOff(tries);
    }
  }
};

/** What `decide` says; null where it refuses because an earlier run of the same request has done it. */
const unlessDone = async (decide: () => Promise<Change | null>): Promise<Change | null> => {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof Failure && (await carriedOutBefore())) return null;
    throw error;
  }
};

/** The state after `change` at the moment `at`, with its events linked into the chain. */
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
    if (after) demandVoided(before, after);
  }
  const documents = [...state.documents, ...(change.documents ?? [])];
  const next: EnvelopeItem = {
    ...envelope,
    ...change.envelope,
    updated_at: at,
    version: envelope.version + 1,
    chain_head: linked.at(-1)?.hash ?? envelope.chain_head,
    event_count: envelope.event_count + linked.length,
    parties: recipients.map(partyOf),
    documents: documents.map(({ id, name, order, type, pages }) => ({ id, name, order, type, pages })),
  };
  const events: EventItem[] = linked.map((event) => ({
    ...envelopeEventKey(envelope.id, event.sequence),
    ...event,
    organization_id: envelope.organization_id,
    subject: eventSubject(event, next, recipients),
  }));
  return {
    ...state,
    envelope: withDueIndex(next),
    recipients,
    documents,
    fields: currentFields(
      state.fields.map((field) => change.fields?.find(({ sk }) => sk === field.sk) ?? field),
      recipients,
    ),

    events: [...state.events, ...events],
    keys: [...state.keys.filter(({ sk }) => !change.keys?.some((key) => key.sk === sk)), ...(change.keys ?? [])],
    codes: state.codes.filter(({ sk }) => !change.removed?.some((key) => key.sk === sk)),
  };
};

const hasRole = (recipients: readonly RecipientItem[] | undefined, { role_name }: Pick<RecipientItem, 'role_name'>) =>
  (recipients ?? []).some((one) => one.role_name === role_name);

/** Writes a new envelope: first what hangs below it, then in one transaction what makes it exist. */
export const createEnvelope = async (
  state: EnvelopeState,
  change: Change,
  also: readonly Write[],
  children: readonly Key[],
): Promise<EnvelopeState> => {
  const made = applied(state, change, state.envelope.created_at);
  const { envelope, recipients } = await sealSecrets(made.envelope, made.recipients);
  const created = { ...made, envelope };
  // Without its header nobody can reach an envelope: children of one that was never finished are harmless.
  await writeItems([...recipients, ...created.fields, ...created.documents, ...created.keys, ...children]);
  const writes: Write[] = [
    { put: created.envelope, condition: 'attribute_not_exists(pk)' },
    ...eventItems(created.events).map((item): Write => ({ put: item })),
    ...listWrites(undefined, created.envelope),
    ...usageOfEvents(created.envelope.organization_id, created.events, created.envelope.created_at),
    ...also,
  ];
  try {
    await transact(bounded(writes));
    return created;
  } catch (error) {
    if (!(error instanceof CarriedOut)) throw error;
    // The first write is the header's: this is the envelope that an earlier run of the request has made.
    return envelopeState((await getItem<EnvelopeItem>(error.first))?.id ?? created.envelope.id);
  }
};

const changeWrites = (before: EnvelopeState, after: EnvelopeState, change: Change): Write[] => {
  const { envelope } = after;
  const revision = ({ role_name }: RecipientItem) =>
    change.decidedOn?.includes(role_name)
      ? { ':revision': before.recipients.find((one) => one.role_name === role_name)?.revision }
      : undefined;
  return bounded([
    {
      put: envelope,
      condition: 'version = :version',
      values: { ':version': before.envelope.version },
    },
    ...after.recipients
      .filter((recipient) => change.recipients?.[recipient.role_name] && !hasRole(change.whole, recipient))
      .map(
        (recipient): Write =>
          recipientWrite(recipient, change.recipients?.[recipient.role_name] ?? {}, revision(recipient)),
      ),
    ...(change.whole ?? []).map((recipient) => wholeWrite(recipient, before)),
    ...(change.removed ?? []).map((key): Write => ({ remove: key })),
    ...(change.keys ?? []).map((key: AccessKeyItem): Write => ({ put: key })),
    ...(change.documents ?? []).map((document: DocumentItem): Write => ({ put: document })),
    ...(change.fields ?? []).map(fieldWrite),
    ...eventItems(after.events.slice(before.events.length)).map(
      (item): Write => ({
        put: item,
        condition: 'attribute_not_exists(pk)',
      }),
    ),
    ...listWrites(before.envelope, envelope),
    ...usageOfEvents(envelope.organization_id, after.events.slice(before.events.length), envelope.updated_at),
  ]);
};

/** The write of all that filling or preparing a field changes of it. */
export const fieldWrite = (field: FieldItem): Write => {
  const { value, settings, prepared, signed_by, round, prepared_value, prepared_marks } = field;
  // A number that was given in an earlier round is overwritten by none.
  const choices =
    field.type === 'radio' ? { choice: field.choice ?? 0, prepared_choice: field.prepared_choice ?? 0 } : {};
  return {
    update: { pk: field.pk, sk: field.sk },
    ...setting({ value, settings, prepared, signed_by, round, prepared_value, prepared_marks, ...choices }),
  };
};

// Only what changed is set: the count of field changes goes on beside this, without touching the header.
const recipientWrite = (
  { pk, sk, updated_at }: RecipientItem,
  changed: Partial<RecipientItem>,
  decidedOn: Record<string, unknown> | undefined,
): Write => {
  const changes = setting({ ...changed, updated_at });
  if (!decidedOn) return { update: { pk, sk }, ...changes };
  return {
    update: { pk, sk },
    ...changes,
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ...changes.ExpressionAttributeValues, ...decidedOn },
  };
};

// Who had the role before may have filled a field in the meantime: what was decided is about other values then.
const wholeWrite = (recipient: RecipientItem, before: EnvelopeState): Write => {
  const replaced = before.recipients.find(({ role_name }) => role_name === recipient.role_name);
  if (!replaced) return { put: recipient, condition: 'attribute_not_exists(pk)' };
  return { put: recipient, condition: 'revision = :revision', values: { ':revision': replaced.revision } };
};

const withDueIndex = (envelope: EnvelopeItem): EnvelopeItem => {
  const { gsi1pk: _pk, gsi1sk: _sk, ...plain } = envelope;
  const due = dueAt(plain);
  return due ? { ...plain, ...dueIndex(envelope.id, due) } : plain;
};

/** What the header keeps of a recipient. */
export const partyOf = (recipient: RecipientItem): Party => ({
  role_name: recipient.role_name,
  email: recipient.email,
  status: recipient.status,
  record: recipientInLists(recipient),
});

// Limits on recipients and fields keep every change below this; a change that doesn't is our mistake, not the caller's.
const bounded = (writes: Write[]): Write[] => {
  if (writes.length > TRANSACTION_LIMIT)
    throw new Error(`A change of ${writes.length} writes does not fit a transaction`);
  return writes;
};

// Full jitter, growing to a second: the more there are, the longer it takes until each has had its turn.
const backOff = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1000, 20 * 2 ** tries)));
