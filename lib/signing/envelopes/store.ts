import { fail } from '../../base/errors.ts';
import { collection } from '../../storage/client.ts';
import { ENVELOPE_SORT, envelopeKey } from '../../storage/keys.ts';
import { currentFields } from './current.ts';
import { type EventDataItem, wholeEvents } from './event-items.ts';
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
    fields: currentFields(of<FieldItem>('field'), recipients).sort(byPlace),
    documents: of<DocumentItem>('document').sort((a, b) => a.order - b.order || byCode(a.id, b.id)),
    // Events that were added after the header was read are no part of this state.
    events: wholeEvents(
      of<EventItem>('event').filter(({ sequence }) => sequence <= envelope.event_count),
      of<EventDataItem>('eventData'),
    ).sort((a, b) => a.sequence - b.sequence),
    keys: of<AccessKeyItem>('key'),
    images: of<ImageItem>('image'),
    codes: of<CodeItem>('code'),
  };
};
