import { collection, getItem, getItems, readWhole } from '../engine/client.ts';
import { type Key, plain } from '../engine/key.ts';
import {
  accessKeyKey,
  blockImageKey,
  documentPointerKey,
  ENVELOPE_SORT,
  envelopeDetailsKey,
  envelopeDocumentKey,
  envelopeFieldKey,
  envelopeFirstRecordsKey,
  envelopeImageKey,
  envelopeKey,
  recipientKey,
  sealedFileKey,
} from '../engine/keys.ts';
import { type CountedList, countsKeys, countsOf, type ListCounts } from '../lists/list.ts';
import type {
  AccessKeyItem,
  CodeItem,
  DocumentItem,
  EnvelopeItem,
  EnvelopeProgress,
  EnvelopeState,
  FieldItem,
  ImageItem,
  RecipientItem,
} from '../records/envelope.ts';
import type { BlockImage } from '../records/signature.ts';
import type { Tombstone } from './deletion.ts';
import { type EventDataItem, readEvents, wholeEvents } from './event-items.ts';
import { readAccessKeys, readFields } from './first-records.ts';
import { type HeaderWithoutDetails, readDocument, readHeader, readHeaderWithoutDetails } from './items.ts';
import { readRecipient } from './recipient-items.ts';

/**
 * Reads everything of an envelope, its events in order and its fields as they were written; undefined if there is none.
 * One query.
 */
export const findEnvelopeState = async (envelope_id: string): Promise<EnvelopeState | undefined> => {
  const items = await collection<Key>(envelopeKey(envelope_id).pk);
  const progress = progressIn(items);
  if (!progress) return undefined;
  return {
    ...progress,
    fields: readFields(items),
    documents: itemsOf(items, 'document').map(readDocument),
    events: wholeEvents(progress.events, recordsOf<EventDataItem>(items, 'eventData')),
    keys: readAccessKeys(items),
    images: recordsOf<ImageItem>(items, 'image'),
    codes: recordsOf<CodeItem>(items, 'code'),
  };
};

/** Reads the header, the recipients and the events in order, without large data. One query that reads nothing else. */
export const findProgress = async (envelope_id: string): Promise<EnvelopeProgress | undefined> =>
  progressIn(await readWhole<Key>({ pk: envelopeKey(envelope_id).pk, before: ENVELOPE_SORT.eventData }));

const itemsOf = (items: readonly Key[], kind: keyof typeof ENVELOPE_SORT): Key[] =>
  items.filter(({ sk }) => sk.startsWith(ENVELOPE_SORT[kind]));

const recordsOf = <T>(items: readonly Key[], kind: keyof typeof ENVELOPE_SORT): T[] =>
  itemsOf(items, kind).map((item) => plain(item as unknown as T & Key) as T);

const progressIn = (items: readonly Key[]) => {
  const at = (place: string): Key | undefined => items.find(({ sk }) => sk === place);
  const envelope = readHeader(at(ENVELOPE_SORT.header), at(ENVELOPE_SORT.details));
  if (!envelope) return undefined;
  return {
    envelope,
    recipients: itemsOf(items, 'recipient').map((item) => readRecipient(item, envelope)),
    // Events after the header was read don't belong to this state.
    events: itemsOf(items, 'event')
      .flatMap(readEvents)
      .filter(({ sequence }) => sequence <= envelope.event_count)
      .sort((a, b) => a.sequence - b.sequence),
  };
};

/** The items of a header. */
const headerKeys = (envelope_id: string): [Key, Key] => [envelopeKey(envelope_id), envelopeDetailsKey(envelope_id)];

/** Reads the envelope's header only. */
export const findEnvelope = async (envelope_id: string): Promise<EnvelopeItem | undefined> => {
  const [header, details] = await getItems<Key>(headerKeys(envelope_id));
  return readHeader(header, details);
};

/** Records that decide if a recipient may fill a field; each may be missing. */
export interface Deciding {
  envelope: EnvelopeItem | undefined;
  recipient: RecipientItem | undefined;
  field: FieldItem | undefined;
  /** The pictures of the signature and of the initials block with the requested owner and id. */
  blocks: { signature?: BlockImage | undefined; initial?: BlockImage | undefined };
  /** True if the envelope has the block's picture already. */
  hasImage: boolean;
}

/**
 * Reads all records that filling a field depends on, in one call. `block` names the owner and id of a block. Both kinds
 * are read with it, because the field's type isn't known before.
 */
export const readForFilling = async (
  { envelope_id, role_name, field_name }: { envelope_id: string; role_name: string; field_name: string },
  block: { owner_id: string; id: string } | undefined,
): Promise<Deciding> => {
  const [header, details, recipient, first, own, signature, initial, image] = (await getItems<Key>([
    ...headerKeys(envelope_id),
    recipientKey(envelope_id, role_name),
    envelopeFirstRecordsKey(envelope_id),
    envelopeFieldKey(envelope_id, field_name),
    ...(block ? KINDS.map((kind) => blockImageKey(block.owner_id, kind, block.id)) : []),
    ...(block ? [envelopeImageKey(envelope_id, block.id)] : []),
  ])) as unknown as [Key?, Key?, Key?, Key?, Key?, (BlockImage & Key)?, (BlockImage & Key)?, Key?];
  const envelope = readHeader(header, details);
  return {
    envelope,
    recipient: envelope && readRecipient(recipient, envelope),
    field: readFields([first, own]).find(({ name }) => name === field_name),
    blocks: { signature: plain(signature), initial: plain(initial) },
    hasImage: image !== undefined,
  };
};

const KINDS = ['signature', 'initial'] as const;

/** Header, recipient and access key that a link names; each may be missing, or of others. One call. */
export const findForLink = async (
  envelope_id: string,
  role_name: string,
  hash: string,
): Promise<{ envelope?: EnvelopeItem; recipient?: RecipientItem; key?: AccessKeyItem }> => {
  const [header, details, recipient, ...keys] = (await getItems<Key>([
    ...headerKeys(envelope_id),
    recipientKey(envelope_id, role_name),
    envelopeFirstRecordsKey(envelope_id),
    accessKeyKey(envelope_id, hash),
  ])) as (Key | undefined)[];
  const envelope = readHeader(header, details);
  const key = readAccessKeys(keys.filter((item) => item !== undefined)).find((one) => one.hash === hash);
  if (!envelope || !recipient || !key) return {};
  return { envelope, recipient: readRecipient(recipient, envelope) as RecipientItem, key };
};

/** Finds a document's envelope by the document's id. Undefined for a template's document. */
export const envelopeOfDocument = async (document_id: string): Promise<string | undefined> =>
  (await getItem<{ envelope_id?: string }>(documentPointerKey(document_id)))?.envelope_id;

/** Finds the envelope and document of a sealed file by its SHA-256. */
export const findSealedFile = (sha256: string): Promise<SealedFile | undefined> =>
  getItem<SealedFile>(sealedFileKey(sha256));

/** The place of a sealed file's document; with a tombstone where its envelope was deleted. */
export type SealedFile = Pointer | (Pointer & Tombstone);
type Pointer = { envelope_id: string; document_id: string };

/** Reads the envelope's documents. One query. */
export const findDocuments = async (envelope_id: string): Promise<DocumentItem[]> =>
  (await collection<Key>(envelopeKey(envelope_id).pk, ENVELOPE_SORT.document)).map(readDocument);

/** Reads a document with its envelope's header, without the details; either may be missing. One read. */
export const findDocument = async (
  envelope_id: string,
  document_id: string,
): Promise<{ envelope: HeaderWithoutDetails | undefined; document: DocumentItem | undefined }> => {
  const [header, document] = await getItems<Key>([
    envelopeKey(envelope_id),
    envelopeDocumentKey(envelope_id, document_id),
  ]);
  return {
    envelope: readHeaderWithoutDetails(header),
    document: document && readDocument(document),
  };
};

/**
 * Reads the counts of lists, and the existing headers of these envelopes in this order, with their documents as lists
 * show them. One consistent read.
 */
export const readCountsAndHeaders = async (
  lists: readonly CountedList[],
  ids: readonly string[],
): Promise<{ counts: ListCounts[]; envelopes: EnvelopeItem[] }> => {
  const parts = lists.flatMap(countsKeys);
  const found = await getItems<Key>([...parts, ...ids.flatMap(headerKeys)]);
  const headers = found.slice(parts.length);
  const envelopes = ids
    .map((_, at) => readHeader(headers[2 * at], headers[2 * at + 1]))
    .filter((envelope) => envelope !== undefined);
  return { counts: countsOf(lists, found), envelopes };
};
