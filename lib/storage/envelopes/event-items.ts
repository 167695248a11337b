import type { Key } from '../engine/key.ts';
import { envelopeEventDataKey, envelopeEventKey, envelopeOf } from '../engine/keys.ts';
import { type Packed, pack, unpacked } from '../engine/packed.ts';
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

/** An event with its key, as it is stored: what filters of the stream name, the hashes as bytes, and the rest packed. */
type EventRecord = Key & Packed & { event: string; previous_hash: Uint8Array; hash: Uint8Array };

/** Largest data in bytes that stay with their event, whose other members take up to 200 kB. */
const LARGEST_INLINE = 100_000;
const PART = 300_000;

/** Makes the items of these events. None exceeds the limit of an item, whatever its data are. */
export const eventItems = (events: readonly EventItem[]): (EventRecord | (Key & EventDataItem))[] =>
  events.flatMap((event): (EventRecord | (Key & EventDataItem))[] => {
    const json = Buffer.from(JSON.stringify(event.data));
    if (json.length <= LARGEST_INLINE) return [eventItem(event)];
    const parts: (Key & EventDataItem)[] = [];
    for (let at = 0; at < json.length; at += PART) {
      const part = parts.length;
      const { sequence } = event;
      const key = envelopeEventDataKey(event.envelope_id, sequence, part);
      parts.push({ ...key, sequence, part, json: new Uint8Array(json.subarray(at, at + PART)) });
    }
    return [eventItem({ ...event, data: {}, data_parts: parts.length }), ...parts];
  });

const eventItem = ({ envelope_id, event, previous_hash, hash, ...rest }: StoredEvent): EventRecord => ({
  event,
  previous_hash: Buffer.from(previous_hash, 'hex'),
  hash: Buffer.from(hash, 'hex'),
  packed: pack({ ...rest, subject: withoutEnvelope(rest.subject) }),
  ...envelopeEventKey(envelope_id, rest.sequence),
});

const withoutEnvelope = ({ envelope: { id: _, ...envelope }, ...subject }: EventSubject) => ({ ...subject, envelope });

/** An event in the table. An earlier version packed nothing, and left out of the subject what the event says already. */
type EventInTable = Key &
  Omit<StoredEvent, 'subject'> & {
    subject: { envelope: Partial<EventSubject['envelope']>; recipient?: Partial<EventSubject['recipient']> };
  };

export const readEvent = (item: object): StoredEvent => {
  const { pk, sk: _, ...event } = unpacked<EventInTable>(item);
  const envelope_id = envelopeOf(pk);
  const { organization_id, role_name, created_at } = event;
  const { envelope, recipient } = event.subject;
  return {
    ...event,
    envelope_id,
    previous_hash: asHex(event.previous_hash),
    hash: asHex(event.hash),
    subject: {
      envelope: {
        organization_id,
        updated_at: created_at,
        template_id: null,
        data: null,
        ...envelope,
        id: envelope_id,
      },
      ...(recipient && { recipient: { role_name, ...recipient } }),
    } as EventSubject,
  };
};

/** Lambda gives the bytes of a stream's record as Base64. */
const asHex = (hash: Uint8Array | string): string => {
  if (typeof hash !== 'string') return Buffer.from(hash).toString('hex');
  return hash.length === HEX_LENGTH ? hash : Buffer.from(hash, 'base64').toString('hex');
};

const HEX_LENGTH = 64;

/** Joins events with the parts of their data. */
export const wholeEvents = (stored: readonly StoredEvent[], parts: readonly EventDataItem[]): EventItem[] =>
  stored.map(({ data_parts, ...event }) => {
    if (!data_parts) return event;
    const own = parts.filter(({ sequence }) => sequence === event.sequence).sort((a, b) => a.part - b.part);
    const json = Buffer.concat(own.map((part) => part.json)).toString('utf8');
    return { ...event, data: JSON.parse(json) as Record<string, unknown> };
  });
