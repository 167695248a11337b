import type { Key } from '../engine/key.ts';
import {
  accessKeyKey,
  dueIndex,
  ENVELOPE_SORT,
  envelopeDocumentKey,
  envelopeEventKey,
  envelopeFieldKey,
  envelopeKey,
  recipientKey,
} from '../engine/keys.ts';
import type {
  AccessKeyItem,
  DocumentItem,
  EnvelopeItem,
  EventItem,
  FieldItem,
  Party,
  RecipientItem,
} from '../records/envelope.ts';

/** Conversion between an envelope's records and the table's items. */

/** The header with its key; `due` is the time of the schedule's next look at it, null for none. */
export const headerItem = (envelope: EnvelopeItem, due: string | null) => ({
  ...envelope,
  ...envelopeKey(envelope.id),
  ...(due ? dueIndex(envelope.id, due) : {}),
});

export const recipientItem = (recipient: RecipientItem) => ({
  ...recipient,
  ...recipientKey(recipient.envelope_id, recipient.role_name),
});

export const fieldItem = (field: FieldItem) => ({ ...field, ...envelopeFieldKey(field.envelope_id, field.name) });

export const documentItem = (document: DocumentItem) => ({
  ...document,
  ...envelopeDocumentKey(document.envelope_id, document.id),
});

/** The hash is in the key only. */
export const accessKeyItem = ({ hash, ...key }: AccessKeyItem) => ({ ...key, ...accessKeyKey(key.envelope_id, hash) });

export const readAccessKey = ({ pk, sk, ...key }: Omit<AccessKeyItem, 'hash'> & Key): AccessKeyItem => ({
  ...key,
  hash: sk.slice(ENVELOPE_SORT.key.length),
});

export const eventItem = <T extends EventItem>(event: T) => ({
  ...event,
  ...envelopeEventKey(event.envelope_id, event.sequence),
});

/** A header in the table, possibly written by an earlier version. */
type StoredHeader = Omit<EnvelopeItem, 'parties'> &
  Key & { parties?: readonly (Party | EarlierParty)[]; gsi1pk?: string; gsi1sk?: string };

/** A recipient in headers of earlier versions: its answer, and the members that decide on access. */
interface EarlierParty extends Pick<Party, 'role_name' | 'email' | 'status'> {
  record: Omit<Party, 'auth_method_states'> & { auth_method_states: Party['auth_method_states'] | null };
}

export const readHeader = (item: StoredHeader | undefined): EnvelopeItem | undefined => {
  if (!item) return undefined;
  const { pk, sk, gsi1pk, gsi1sk, parties = [], ...header } = item;
  return { ...header, parties: parties.map(readParty) };
};

const readParty = (party: Party | EarlierParty): Party => {
  if (!('record' in party)) return party;
  const { record, ...now } = party;
  return partyOf({ ...record, ...now, auth_method_states: record.auth_method_states ?? {} });
};

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
  created_at: recipient.created_at,
  updated_at: recipient.updated_at,
});
