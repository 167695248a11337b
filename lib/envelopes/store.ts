import { fail } from '../operation/errors.ts';
import { collection } from '../table/client.ts';
import { ENVELOPE_SORT, envelopeKey } from '../table/keys.ts';
import type {
  AccessKeyItem,
  CodeItem,
  DocumentItem,
  EnvelopeItem,
  EnvelopeState,
  EventItem,
  FieldItem,
  ImageItem,
  RecipientItem,
} from './items.ts';
import { byCode, byPlace, bySequence } from './order.ts';
import { MARKED, withoutMarks } from './values.ts';

/** Everything about the envelope, in one query; undefined where there is none. */
export const loadEnvelope = async (envelope_id: string): Promise<EnvelopeState | undefined> => {
  const items = await collection<{ pk: string; sk: string }>(envelopeKey(envelope_id).pk);
  return sortOut(items);
};

/** Everything about the envelope; ends the request with 404 where there is none. */
export const envelopeState = async (envelope_id: string): Promise<EnvelopeState> =>
  (await loadEnvelope(envelope_id)) ?? fail('envelope_not_found');

const sortOut = (items: readonly { pk: string; sk: string }[]): EnvelopeState | undefined => {
  const of = <T>(kind: keyof typeof ENVELOPE_SORT): T[] =>
    items.filter(({ sk }) => sk.startsWith(ENVELOPE_SORT[kind])) as unknown as T[];
  const envelope = items.find(({ sk }) => sk === ENVELOPE_SORT.header) as EnvelopeItem | undefined;
  if (!envelope) return undefined;
  const recipients = of<RecipientItem>('recipient').sort(bySequence);
  return {
    envelope,
    recipients,
    fields: of<FieldItem>('field')
      .map((field) => currentField(field, recipients))
      .sort(byPlace),
    documents: of<DocumentItem>('document').sort((a, b) => a.order - b.order || byCode(a.id, b.id)),
    // Events that were added after the header was read are no part of this state.
    events: of<EventItem>('event')
      .filter(({ sequence }) => sequence <= envelope.event_count)
      .sort((a, b) => a.sequence - b.sequence),
    keys: of<AccessKeyItem>('key'),
    images: of<ImageItem>('image'),
    codes: of<CodeItem>('code'),
  };
};

/**
 * A field as it stands for its recipient now. Timestamp fields are never sent: they hold the moment at which their
 * recipient submitted. What somebody signed who was the recipient before the address was corrected is not signed, and what
 * was filled before the recipient was started anew is as it was when the envelope was sent.
 */
export const currentField = (field: FieldItem, recipients: readonly RecipientItem[]): FieldItem => {
  const recipient = recipients.find(({ role_name }) => role_name === field.role_name);
  if (field.type === 'timestamp') return { ...field, value: recipient?.submitted_at ?? null };
  if (recipient && field.round !== recipient.round) {
    return {
      ...field,
      value: field.prepared ? field.prepared_value : field.default,
      settings: MARKED.includes(field.type) ? withoutMarks(field.settings) : field.settings,
      signed_by: null,
      round: recipient.round,
    };
  }
  if (field.signed_by === null || field.signed_by === recipient?.profile_id) return field;
  return { ...field, value: null, settings: withoutMarks(field.settings) };
};
