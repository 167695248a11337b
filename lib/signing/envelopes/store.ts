import { fail } from '../../base/errors.ts';
import { collection, readWhole } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { ENVELOPE_SORT, envelopeKey } from '../../storage/keys.ts';
import { currentFields } from './current.ts';
import { type EventDataItem, wholeEvents } from './event-items.ts';
import type {
  AccessKeyItem,
  CodeItem,
  DocumentItem,
  EnvelopeItem,
  EnvelopeProgress,
  EnvelopeState,
  EventItem,
  FieldItem,
  ImageItem,
  RecipientItem,
} from './items.ts';
import { byCode, byPlace, bySequence } from './order.ts';

/** Everything about the envelope, in one query; undefined where there is none. */
export const loadEnvelope = async (envelope_id: string): Promise<EnvelopeState | undefined> => {
  const items = await collection<Key>(envelopeKey(envelope_id).pk);
  return sortOut(items);
};

/**
 * Where everybody is in the envelope; undefined where there is none. One query, which reads neither fields nor pictures nor
 * large data of events: a message shows none of them, and most events are told by one.
 */
export const loadProgress = async (envelope_id: string): Promise<EnvelopeProgress | undefined> => {
  const { pk } = envelopeKey(envelope_id);
  return progressIn(await readWhole<Key>({ pk, before: ENVELOPE_SORT.eventData }));
};

/** Everything about the envelope; ends the request with 404 where there is none. */
export const envelopeState = async (envelope_id: string): Promise<EnvelopeState> =>
  (await loadEnvelope(envelope_id)) ?? fail('envelope_not_found');

const sortOut = (items: readonly Key[]): EnvelopeState | undefined => {
  const progress = progressIn(items);
  if (!progress) return undefined;
  const { envelope, recipients, events } = progress;
  const of = kindsIn(items);
  return {
    envelope,
    recipients,
    fields: currentFields(of<FieldItem>('field'), recipients).sort(byPlace),
    documents: of<DocumentItem>('document').sort((a, b) => a.order - b.order || byCode(a.id, b.id)),
    events: wholeEvents(events, of<EventDataItem>('eventData')),
    keys: of<AccessKeyItem>('key'),
    images: of<ImageItem>('image'),
    codes: of<CodeItem>('code'),
  };
};

/** Header, recipients and events; the data of large events lie in items of their own. */
const progressIn = (items: readonly Key[]) => {
  const of = kindsIn(items);
  const envelope = items.find(({ sk }) => sk === ENVELOPE_SORT.header) as EnvelopeItem | undefined;
  if (!envelope) return undefined;
  return {
    envelope,
    recipients: of<RecipientItem>('recipient').sort(bySequence),
    // Events that were added after the header was read are no part of this state.
    events: of<EventItem>('event')
      .filter(({ sequence }) => sequence <= envelope.event_count)
      .sort((a, b) => a.sequence - b.sequence),
  };
};

const kindsIn =
  (items: readonly Key[]) =>
  <T>(kind: keyof typeof ENVELOPE_SORT): T[] =>
    items.filter(({ sk }) => sk.startsWith(ENVELOPE_SORT[kind])) as unknown as T[];
