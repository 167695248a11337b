import { isDeepStrictEqual } from 'node:util';
import { type Key, plain } from '../engine/key.ts';
import {
  accessKeyKey,
  dueIndex,
  ENVELOPE_SORT,
  envelopeDetailsKey,
  envelopeDocumentKey,
  envelopeKey,
} from '../engine/keys.ts';
import { pack, unpacked } from '../engine/packed.ts';
import type { AccessKeyItem, DocumentItem, EnvelopeItem, Party } from '../records/envelope.ts';
import {
  constantsOf,
  type DocumentConstants,
  headerPartOf,
  readSummary,
  type StoredSummary,
} from './document-summaries.ts';
import { type Nulls, withoutNulls } from './nulls.ts';

/** Conversion between an envelope's records and the table's items. */

/**
 * Attributes of the header that rarely change and may be long. They have an item of their own, because each change of
 * an envelope writes the whole header.
 */
const DETAILS = [
  'organization',
  'profile',
  'brand',
  'brand_key',
  'description',
  'data',
  'data_key',
  'sender_name',
  'sender_email',
  'no_contact',
  'initial_reminder',
  'followup_reminders',
  'max_reminder_days',
  'locale',
  'timezone',
  'fields_bytes',
  'unwanted_by',
] as const satisfies readonly (keyof EnvelopeItem)[];
type Details = Pick<EnvelopeItem, (typeof DETAILS)[number]>;

const isDetail = (name: string): boolean => (DETAILS as readonly string[]).includes(name);

const detailsOf = (envelope: EnvelopeItem): object => ({
  ...Object.fromEntries(Object.entries(envelope).filter(([name, value]) => isDetail(name) && value !== undefined)),
  documents: constantsOf(envelope.documents, envelope.created_at),
});

/** The header without its details, with its key; `due` is the time of the schedule's next look at it, null for none. */
export const headerItem = (envelope: EnvelopeItem, due: string | null) => {
  const members = Object.fromEntries(Object.entries(envelope).filter(([name]) => !isDetail(name)));
  const { id, version, record_version: _, ...rest } = withoutNulls(members);
  return {
    id,
    version,
    record_version: RECORD_VERSION,
    packed: pack({
      ...rest,
      parties: envelope.parties.map(withoutNulls),
      documents: envelope.documents.map((document) => headerPartOf(document, envelope.created_at)),
    }),
    ...envelopeKey(envelope.id),
    ...(due ? dueIndex(envelope.id, due) : {}),
  };
};

export const detailsItem = (envelope: EnvelopeItem) => ({
  packed: pack(detailsOf(envelope)),
  ...envelopeDetailsKey(envelope.id),
});

/** True if the details must be written with this change. */
export const detailsDiffer = (before: EnvelopeItem, after: EnvelopeItem): boolean =>
  !isDeepStrictEqual(detailsOf(before), detailsOf(after));

/** The form of stored headers. A new form gets the next number, and a migration (`migrate.ts`). */
const RECORD_VERSION = 1;

/** Members of a document that never change. */
const DOCUMENT_CONSTANTS = [
  'organization_id',
  'template_document_id',
  'order',
  'type',
  'name',
  'pages',
  'mime',
  'page_sizes',
  'sha256',
  'record',
  'file',
  'created_at',
] as const satisfies readonly (keyof DocumentItem)[];

/** Members of a document that its sealing and the renewals of its seal set. */
export type DocumentSeal = Partial<Omit<DocumentItem, 'id' | 'envelope_id' | (typeof DOCUMENT_CONSTANTS)[number]>>;

export const documentItem = (document: DocumentItem) => {
  const isConstant = (name: string): boolean => (DOCUMENT_CONSTANTS as readonly string[]).includes(name);
  const { constants = [], others = [] } = Object.groupBy(Object.entries(document), ([name]) =>
    isConstant(name) ? 'constants' : 'others',
  );
  return {
    ...(Object.fromEntries(others) as Pick<DocumentItem, 'id'>),
    packed: pack(Object.fromEntries(constants)),
    ...envelopeDocumentKey(document.envelope_id, document.id),
  };
};

/** The document of an item. */
export const readDocument = (item: object): DocumentItem => plain(unpacked<DocumentItem & Key>(item)) as DocumentItem;

/** Hashes of a document's sealed file, and of those that continue it. */
export const sealedHashesOf = ({ sealed_sha256, renewals = [] }: DocumentItem): string[] =>
  [sealed_sha256, ...renewals.map(({ sha256 }) => sha256)].filter((hash) => hash !== null);

/** The hash is in the key only. */
export const accessKeyItem = ({ hash, ...key }: AccessKeyItem) => ({ ...key, ...accessKeyKey(key.envelope_id, hash) });

export const readAccessKey = ({ pk, sk, ...key }: Omit<AccessKeyItem, 'hash'> & Key): AccessKeyItem => ({
  ...key,
  hash: sk.slice(ENVELOPE_SORT.key.length),
});

/** A header in the table. */
type StoredHeader = Omit<EnvelopeItem, 'parties' | 'documents' | keyof Details> &
  Key & { parties: readonly StoredParty[]; documents: readonly StoredSummary[]; gsi1pk?: string; gsi1sk?: string };

/** Details in the table. */
type StoredDetails = Details & Key & { documents: DocumentConstants };

/** A party without its nulls. */
type StoredParty = Partial<Party> & Pick<Party, 'role_name'>;

/** The header as lists need it: without its details. */
export type HeaderWithoutDetails = Omit<EnvelopeItem, 'documents' | keyof Details> & {
  documents: readonly StoredSummary[];
};

export const readHeaderWithoutDetails = (item: object | undefined): HeaderWithoutDetails | undefined => {
  if (!item) return undefined;
  const { pk, sk, gsi1pk, gsi1sk, parties, ...header } = unpacked<StoredHeader>(item);
  return { ...NO_HEADER, ...header, parties: parties.map(readParty) };
};

/** Joins a header with its details; undefined without a header. */
export const readHeader = (item: object | undefined, details: object | undefined): EnvelopeItem | undefined => {
  const header = readHeaderWithoutDetails(item);
  if (!header) return undefined;
  // An interrupted deletion may have left the header alone.
  const { documents: constants = {}, ...rest } = details ? unpacked<StoredDetails>(details) : {};
  const documents = header.documents.map((one) => readSummary(one, constants, header.created_at));
  return { ...header, ...plain(rest as Details & Key), documents } as EnvelopeItem;
};

const readParty = (party: StoredParty): Party => ({ ...NO_PARTY, ...party }) as Party;

/** The part of a recipient that the header contains. */
export const partyOf = (recipient: Party): Party => ({
  id: recipient.id,
  role_name: recipient.role_name,
  profile_id: recipient.profile_id,
  type: recipient.type,
  status: recipient.status,
  first_name: recipient.first_name,
  last_name: recipient.last_name,
  email: recipient.email,
  phone: recipient.phone,
  sequence: recipient.sequence,
  order: recipient.order,
  turn_since: recipient.turn_since,
  ...(recipient.step_needs ? { step_needs: recipient.step_needs } : {}),
  ...(recipient.released ? { released: true } : {}),
  ...(recipient.skipped ? { skipped: true } : {}),
  ...(recipient.named_by ? { named_by: recipient.named_by } : {}),
  ...(recipient.may_name_self ? { may_name_self: true } : {}),
  ...(recipient.named ? { named: true } : {}),
  ...(recipient.shared ? { shared: recipient.shared } : {}),
  ...(recipient.held_in ? { held_in: recipient.held_in, held_since: recipient.held_since } : {}),
  ...(recipient.may_send_back ? { may_send_back: true } : {}),
  ...(recipient.signature_meaning ? { signature_meaning: recipient.signature_meaning } : {}),
  delegator: recipient.delegator,
  delegated_to: recipient.delegated_to,
  claimed: recipient.claimed,
  agreed: recipient.agreed,
  name_locked: recipient.name_locked,
  disclosures_accepted_at: recipient.disclosures_accepted_at,
  key_used_to_conclude: recipient.key_used_to_conclude,
  last_attempt_at: recipient.last_attempt_at,
  locale: recipient.locale,
  timezone: recipient.timezone,
  auth_methods: recipient.auth_methods,
  auth_method_states: recipient.auth_method_states,
  ...(recipient.proven_in?.length ? { proven_in: recipient.proven_in } : {}),
  created_at: recipient.created_at,
  updated_at: recipient.updated_at,
});

/** Members of a header that are not stored while they are null. */
const NO_HEADER: Nulls<HeaderWithoutDetails> = {
  template_id: null,
  next_reminder: null,
  expires_at: null,
  canceled_at: null,
  completed_at: null,
  seal_due_at: null,
};

/** Members of a party that are not stored while they are null. */
export const NO_PARTY: Nulls<Party> = {
  phone: null,
  turn_since: null,
  delegated_to: null,
  disclosures_accepted_at: null,
  key_used_to_conclude: null,
  last_attempt_at: null,
  locale: null,
  timezone: null,
};
