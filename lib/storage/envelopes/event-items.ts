import type { Key } from '../engine/key.ts';
import { envelopeEventDataKey, envelopeEventKey, envelopeOf } from '../engine/keys.ts';
import { type Packed, pack, unpacked } from '../engine/packed.ts';
import type { EventName } from '../outbox/event-names.ts';
import type { EventItem, EventSubject } from '../records/envelope.ts';

/**
 * Items of events. An item has at most 400 kB, but an event's data may have more (a recipient can submit a thousand
 * values). So large data are stored in parts beside the event. Readers of the envelope get the whole event.
 */
export interface EventDataItem {
  sequence: number;
  part: number;
  /** A piece of the data as UTF-8 JSON. */
  json: Uint8Array;
}

/** An event as it is read: `data` is empty if it is stored in parts. */
export type StoredEvent = EventItem & { data_parts?: number };

/**
 * Events of one change that follow each other, as they are stored: one item, because a transaction is billed for each
 * kB of each item. The key has the first one's number; `hash` has the hash of each, which is the previous one of the
 * next. What filters of the stream name and the hashes are attributes, the rest is packed.
 */
type EventsRecord = Key & Packed & { event: string; previous_hash: Uint8Array; hash: Uint8Array };

/**
 * Events whose data have the hashes of new sealed files. Each has an item of its own, which the log's filter of the
 * stream finds.
 */
export const SEALING_EVENTS: readonly EventName[] = ['envelope:sealed', 'envelope:seal_renewed'];

/** Largest data in bytes that stay with their event, whose other members take up to 200 kB. */
const LARGEST_INLINE = 100_000;
/** Largest events, unpacked and all together, that share an item. */
const LARGEST_SHARED = 100_000;
const PART = 300_000;

/** Makes the items of these events. None exceeds the limit of an item, whatever its data are. */
export const eventItems = (events: readonly EventItem[]): (EventsRecord | (Key & EventDataItem))[] => {
  const parts: (Key & EventDataItem)[] = [];
  const shares: Share[] = [];
  for (const event of events) {
    const stored = withDataApart(event, parts);
    const size = Buffer.byteLength(JSON.stringify(stored));
    const share = shares.at(-1);
    if (share && mayJoin(share, stored, size)) {
      share.events.push(stored);
      share.size += size;
    } else shares.push({ events: [stored], size });
  }
  return [...shares.map((share) => eventsItem(share.events)), ...parts];
};

/** Events that share an item, with their size as JSON. */
interface Share {
  events: StoredEvent[];
  size: number;
}

const mayJoin = (share: Share, event: StoredEvent, size: number): boolean =>
  share.events.at(-1)?.hash === event.previous_hash &&
  ![...share.events, event].some((one) => SEALING_EVENTS.includes(one.event)) &&
  share.size + size <= LARGEST_SHARED;

/** The event without large data, which become `parts`. */
const withDataApart = (event: EventItem, parts: (Key & EventDataItem)[]): StoredEvent => {
  const json = Buffer.from(JSON.stringify(event.data));
  if (json.length <= LARGEST_INLINE) return event;
  const { envelope_id, sequence } = event;
  let part = 0;
  for (let at = 0; at < json.length; at += PART) {
    const key = envelopeEventDataKey(envelope_id, sequence, part);
    parts.push({ ...key, sequence, part, json: new Uint8Array(json.subarray(at, at + PART)) });
    part += 1;
  }
  return { ...event, data: {}, data_parts: part };
};

const eventsItem = (events: readonly StoredEvent[]): EventsRecord => {
  const [first] = events as [StoredEvent];
  return {
    event: first.event,
    previous_hash: Buffer.from(first.previous_hash, 'hex'),
    hash: Buffer.from(events.map(({ hash }) => hash).join(''), 'hex'),
    packed: pack({
      events: events.map(({ envelope_id: _, previous_hash: _previous, hash: _hash, ...event }) => ({
        ...event,
        subject: withoutEnvelope(event.subject),
      })),
    }),
    ...envelopeEventKey(first.envelope_id, first.sequence),
  };
};

const withoutEnvelope = ({ envelope: { id: _, ...envelope }, ...subject }: EventSubject) => ({ ...subject, envelope });

/** An event as it is packed: without what its item and its key say. */
type PackedEvent = Omit<StoredEvent, 'envelope_id' | 'previous_hash' | 'hash' | 'subject'> & {
  subject: ReturnType<typeof withoutEnvelope>;
};

/** The events of an item, in their order. */
export const readEvents = (item: object): StoredEvent[] => {
  const { pk, previous_hash, hash, events } = unpacked<EventsRecord & { events: PackedEvent[] }>(item);
  const envelope_id = envelopeOf(pk);
  const hashes = [asHex(previous_hash), ...(asHex(hash).match(/.{64}/g) ?? [])];
  return events.map(({ subject, ...event }, at) => ({
    ...event,
    envelope_id,
    previous_hash: hashes[at] ?? '',
    hash: hashes[at + 1] ?? '',
    subject: { ...subject, envelope: { ...subject.envelope, id: envelope_id } },
  }));
};

/** Lambda gives the bytes of a stream's record as Base64. */
const asHex = (hash: Uint8Array | string): string => Buffer.from(hash as string, 'base64').toString('hex');

/** Joins events with the parts of their data. */
export const wholeEvents = (stored: readonly StoredEvent[], parts: readonly EventDataItem[]): EventItem[] =>
  stored.map(({ data_parts, ...event }) => {
    if (!data_parts) return event;
    const own = parts.filter(({ sequence }) => sequence === event.sequence).sort((a, b) => a.part - b.part);
    const json = Buffer.concat(own.map((part) => part.json)).toString('utf8');
    return { ...event, data: JSON.parse(json) as Record<string, unknown> };
  });
