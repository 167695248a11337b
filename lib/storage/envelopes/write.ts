import { change } from '../engine/change.ts';
import {
  changeRecord,
  collection,
  getItem,
  putRecord,
  removeRecord,
  TRANSACTION_LIMIT,
  writeItems,
} from '../engine/client.ts';
import { commit, ifHeld, isMade } from '../engine/commit.ts';
import type { Key } from '../engine/key.ts';
import {
  documentPointerKey,
  ENVELOPE_SORT,
  envelopeDocumentKey,
  envelopeImageKey,
  envelopeKey,
  recipientCodeKey,
  recipientKey,
  sealedFileKey,
} from '../engine/keys.ts';
import { ABSENT, allOf, is, type Where } from '../engine/where.ts';
import type { Write } from '../engine/write.ts';
import { firstEntries } from '../lists/list.ts';
import type {
  AccessKeyItem,
  CodeItem,
  DocumentItem,
  EnvelopeItem,
  EnvelopeState,
  FieldItem,
  ImageItem,
  RecipientItem,
} from '../records/envelope.ts';
import { accountOf, entriesOf } from './entries.ts';
import { eventItems } from './event-items.ts';
import { fieldItem, firstRecords } from './first-records.ts';
import {
  accessKeyItem,
  type DocumentSeal,
  detailsDiffer,
  detailsItem,
  documentItem,
  headerItem,
  readDocument,
} from './items.ts';
import { recipientItem } from './recipient-items.ts';

/** Records below an envelope's header that are written with a change. */
export interface ChangedRecords {
  /** Changed recipients by role name. */
  recipients?: Record<string, Partial<RecipientItem>>;
  /** Recipients that are written whole: new ones, and those who get another's role. */
  whole?: readonly RecipientItem[];
  /** Roles whose fields the decision depends on: they may not have changed since. */
  decidedOn?: readonly string[];
  keys?: readonly AccessKeyItem[];
  documents?: readonly DocumentItem[];
  /** Fields that the sender prepared. */
  fields?: readonly FieldItem[];
  /** One-time codes that become invalid. */
  removed?: readonly Pick<CodeItem, 'role_name' | 'method'>[];
}

/** A change of an envelope: the new state, and the records to write. */
export interface EnvelopeChange {
  after: EnvelopeState;
  changed: ChangedRecords;
  /** Time of the schedule's next look at the envelope; null for none. */
  due: string | null;
}

/**
 * Changes an envelope: `decide` gets the result of `read` and returns the change, null for none. The change is written
 * with its events in one transaction, which holds only if nothing changed meanwhile; else it starts again. Returns the
 * new state. `known` is the envelope if it was just read.
 */
export const changeEnvelopeRecords = (
  read: () => Promise<EnvelopeState>,
  decide: (before: EnvelopeState) => Promise<EnvelopeChange | null>,
  known?: EnvelopeState,
): Promise<EnvelopeState> => {
  let seen: EnvelopeState | undefined;
  return change(
    read,
    async (before) => {
      seen = before;
      const decided = await decide(before);
      if (!decided) return { answer: before };
      return { writes: changeWrites(before, decided), answer: decided.after };
    },
    // An earlier run's change was the cause of the refusal.
    { known, repeated: async (first) => (first === undefined && seen) || read() },
  );
};

const changeWrites = (before: EnvelopeState, { after, changed, due }: EnvelopeChange): Write[] => {
  const { envelope } = after;
  const isWhole = ({ role_name }: RecipientItem) => (changed.whole ?? []).some((one) => one.role_name === role_name);
  const revisionOf = (role_name: string) =>
    before.recipients.find((recipient) => recipient.role_name === role_name)?.revision;
  return bounded([
    { put: headerItem(envelope, due), where: { version: before.envelope.version } },
    ...(detailsDiffer(before.envelope, envelope) ? [{ put: detailsItem(envelope) }] : []),
    ...after.recipients
      .filter((recipient) => changed.recipients?.[recipient.role_name] && !isWhole(recipient))
      .map(
        ({ envelope_id, role_name, updated_at }): Write => ({
          // Only changed members are set: the count of field changes is written at the same time by others, without
          // touching the header.
          change: recipientKey(envelope_id, role_name),
          set: { ...changed.recipients?.[role_name], updated_at },
          // As in the state after it: a member that is undefined is gone, not as it was.
          unset: undefinedIn(changed.recipients?.[role_name]),
          where: changed.decidedOn?.includes(role_name) ? { revision: revisionOf(role_name) } : undefined,
        }),
      ),
    // The role's previous person may have filled a field meanwhile; then the decision was made on other values.
    ...(changed.whole ?? []).map((recipient): Write => {
      const revision = revisionOf(recipient.role_name);
      return { put: recipientItem(recipient), where: revision === undefined ? ABSENT : { revision } };
    }),
    ...(changed.removed ?? []).map(
      ({ role_name, method }): Write => ({ remove: recipientCodeKey(envelope.id, role_name, method) }),
    ),
    ...(changed.keys ?? []).map((key): Write => ({ put: accessKeyItem(key) })),
    ...(changed.documents ?? []).map((document): Write => ({ put: documentItem(document) })),
    ...(changed.fields ?? []).map(fieldWrite),
    ...eventItems(after.events.slice(before.events.length)).map((item): Write => ({ put: item, where: ABSENT })),
  ]);
};

const undefinedIn = (changes: object = {}): string[] =>
  Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [name] : []));

// The write for filling or preparing a field, whole: it may not have had an item of its own.
const fieldWrite = (field: FieldItem): Write => ({ put: fieldItem(field) });

/** Further writes of the transaction of a new envelope's header. */
export interface Beside {
  also: readonly Write[];
  /** Called if one of `also` doesn't hold; throws a failure. */
  refuse?: (() => never) | undefined;
  /** A change of another envelope, which is decided again if that one has changed meanwhile. */
  other?: OtherEnvelope | undefined;
}

/** Another envelope that changes with the writing of a new one. */
interface OtherEnvelope {
  /** The envelope as it was just read. */
  known: EnvelopeState;
  read: () => Promise<EnvelopeState>;
  decide: (before: EnvelopeState) => Promise<EnvelopeChange>;
}

/**
 * Writes a new envelope: first the records below it, then the header in one transaction. Returns undefined when done,
 * or the id of the envelope that an earlier run of the same request made.
 */
export const addEnvelope = async (
  { envelope, recipients, fields, documents, keys, events }: EnvelopeState,
  due: string | null,
  { also, refuse, other }: Beside,
): Promise<string | undefined> => {
  // An envelope without a header can't be reached, so the records of an unfinished one are harmless.
  await writeItems([
    detailsItem(envelope),
    ...recipients.map(recipientItem),
    ...firstRecords(envelope, fields, keys),
    ...documents.map(documentItem),
    ...documents.map(pointerOf),
    ...firstEntries(new Map([...entriesOf(envelope)].filter(([list]) => !accountOf(list)))),
  ]);
  const writes: Write[] = [
    { put: headerItem(envelope, due), where: ABSENT },
    ...eventItems(events).map((item): Write => ({ put: item })),
    ...also,
  ];
  // The first write is the header's.
  const repeated = async (first: Key) => (await getItem<Pick<EnvelopeItem, 'id'>>(first))?.id ?? envelope.id;
  if (!other) return commit(bounded(writes), { ...(refuse ? { refuse } : {}), repeated });
  return change<EnvelopeState, string | undefined>(
    other.read,
    async (before) => ({
      writes: bounded([...writes, ...changeWrites(before, await other.decide(before))]),
      answer: undefined,
      refuse: (index) => void (index < writes.length && refuse?.()),
    }),
    // A refusal is one of the other envelope's state, which an earlier run has ended only with the draft.
    { known: other.known, repeated: async (first) => first && repeated(first), refusalStands: true },
  );
};

/**
 * Removes an envelope, but not its files. The records below go first and the header last, so
 * that an interrupted removal can be found and repeated. False if it was changed meanwhile.
 */
export const removeEnvelope = async ({ envelope }: EnvelopeState): Promise<boolean> => {
  const items = await collection<Key>(envelopeKey(envelope.id).pk);
  const below = items.filter(({ sk }) => sk !== ENVELOPE_SORT.header);
  await writeItems([], [...below, ...envelope.documents.map(({ id }) => documentPointerKey(id))]);
  return isMade(() => removeRecord(envelopeKey(envelope.id), { version: envelope.version }));
};

/** Changes of a recipient when one of its fields is filled. */
export interface Filling {
  recipient: RecipientItem;
  /** The field with its new value. */
  field: FieldItem;
  /** The picture that it shows, if the envelope doesn't have it yet. */
  image?: ImageItem | undefined;
  /** Condition that the recipient must still satisfy. */
  while: Where;
  /** Bytes by which the recipient's values grow, and their largest size before. */
  grown: number;
  room: number;
}

/**
 * Fills a field: `decide` returns the value after a fresh read. The field, and the count of its recipient's changes,
 * are written if the recipient may still act; else it starts again. The header is not touched, so recipients who fill
 * fields at the same time never wait for each other.
 */
export const changeFieldRecord = <R>(decide: () => Promise<{ filling: Filling; answer: R }>): Promise<R> => {
  let made: R | undefined;
  return change(
    decide,
    async ({ filling, answer }) => {
      made = answer;
      await addImage(filling);
      return { writes: fillWrites(filling), answer };
    },
    { repeated: async () => made as R, refusalStands: true },
  );
};

// The count of changes makes a submit fail that was decided on other values; it then decides again.
const fillWrites = ({ recipient, field, while: where, grown, room }: Filling): Write[] => [
  {
    change: recipientKey(recipient.envelope_id, recipient.role_name),
    add: { revision: 1, filled_bytes: grown },
    where: allOf(where, grown > 0 ? { filled_bytes: is.eitherOf(is.missing, is.atMost(room)) } : undefined),
  },
  fieldWrite(field),
];

// Written before the field that shows it, at half the cost of a transaction. Without the field, nothing shows it.
const addImage = async ({ recipient, image }: Filling): Promise<void> => {
  if (image) await putRecord({ ...image, ...envelopeImageKey(recipient.envelope_id, image.id) });
};

/** Marks a document as sealed, once. Returns the new record; undefined if another seal came first. */
export const markSealed = async (
  { envelope_id, id }: DocumentItem,
  sealed: DocumentSeal,
): Promise<DocumentItem | undefined> => {
  const item = await ifHeld(() =>
    changeRecord<Key>(envelopeDocumentKey(envelope_id, id), { set: sealed, where: { sealed_sha256: null } }),
  );
  return item && readDocument(item);
};

/** Adds a pointer from the hash of a document's new file. Harmless before the document has it. */
export const addRenewedFile = ({ id, envelope_id }: DocumentItem, sha256: string): Promise<void> =>
  writeItems([sealedFile(sha256, { id, envelope_id })]);

/**
 * Adds pointers from the sealed files' hashes and from the certificate's id. Harmless before the envelope contains
 * them.
 */
export const addSealedFiles = (
  envelope_id: string,
  sealed: readonly DocumentItem[],
  certificate: DocumentItem,
): Promise<void> =>
  writeItems([
    pointerOf({ id: certificate.id, envelope_id }),
    ...[...sealed, certificate].flatMap(({ id, sealed_sha256 }) =>
      sealed_sha256 ? [sealedFile(sealed_sha256, { id, envelope_id })] : [],
    ),
  ]);

export const addAccessKey = (key: AccessKeyItem): Promise<void> => putRecord(accessKeyItem(key));

/** Pointer from a sealed file's hash to its document: whoever has the file may learn about it. */
const sealedFile = (sha256: string, { id, envelope_id }: Pick<DocumentItem, 'id' | 'envelope_id'>) => ({
  ...sealedFileKey(sha256),
  envelope_id,
  document_id: id,
});

/** Pointer from a document's id to its envelope: some requests know nothing else. */
const pointerOf = ({ id, envelope_id }: Pick<DocumentItem, 'id' | 'envelope_id'>) => ({
  ...documentPointerKey(id),
  envelope_id,
});

// Limits on recipients and fields keep every change below this, so exceeding it is an internal fault.
const bounded = (writes: Write[]): Write[] => {
  if (writes.length > TRANSACTION_LIMIT)
    throw new Error(`A change of ${writes.length} writes does not fit a transaction`);
  return writes;
};
