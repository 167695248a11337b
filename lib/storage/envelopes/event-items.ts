import type { Key } from '../engine/key.ts';
import { envelopeEventDataKey, envelopeEventKey, envelopeOf } from '../engine/keys.ts';
import { plain } from '../engine/plain.ts';
import type { EventItem, EventSubject } from '../records/envelope.ts';
import { type Nulls, withoutNulls } from './nulls.ts';

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
 * An event as it is stored. It stays below the kB of a write unit, because nothing is in it that its key says, that it says
 * already, or that is null; hashes are bytes.
 */
type CompactEvent = Omit<StoredEvent, 'envelope_id' | 'previous_hash' | 'hash' | 'subject'> & {
  previous_hash: Uint8Array;
  hash: Uint8Array;
  subject: { envelope: Partial<EventSubject['envelope']>; recipient?: Partial<EventSubject['recipient']> };
};

/** Largest data in bytes that stay with their event, whose other members take up to 200 kB. */
const LARGEST_INLINE = 100_000;
const PART = 300_000;

/** Makes the items of these events. None exceeds the limit of an item, whatever its data are. */
export const eventItems = (events: readonly EventItem[]): (Key & (CompactEvent | EventDataItem))[] =>
  events.flatMap((event): (Key & (CompactEvent | EventDataItem))[] => {
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

const eventItem = ({ envelope_id, ...event }: StoredEvent): Key & CompactEvent => ({
  ...event,
  previous_hash: Buffer.from(event.previous_hash, 'hex'),
  hash: Buffer.from(event.hash, 'hex'),
  subject: compactSubject(event),
  ...envelopeEventKey(envelope_id, event.sequence),
});

const compactSubject = ({ subject, organization_id, role_name, created_at }: Omit<StoredEvent, 'envelope_id'>) => {
  const { id: _id, ...envelope } = subject.envelope;
  return {
    envelope: {
      ...withoutNulls(envelope),
      ...sameAs(envelope, { organization_id, updated_at: created_at }),
    },
    ...(subject.recipient && { recipient: { ...subject.recipient, ...sameAs(subject.recipient, { role_name }) } }),
  };
};

/** Members of `record` that equal those of `known`, as undefined ones: such are not stored. */
const sameAs = <T extends object, K extends keyof T>(record: T, known: Pick<T, K>): { [member in K]?: undefined } =>
  Object.fromEntries(
    Object.entries(known)
      .filter(([name, value]) => record[name as K] === value)
      .map(([name]) => [name, undefined]),
  ) as { [member in K]?: undefined };

/** The event of an item, possibly of an earlier version, which stored it whole. */
export const readEvent = (item: object): StoredEvent => {
  const { pk } = item as Key;
  const event = plain(item as CompactEvent & Key) as CompactEvent;
  const envelope_id = envelopeOf(pk);
  const { organization_id, role_name, created_at } = event;
  const { envelope, recipient } = event.subject;
  return {
    ...event,
    envelope_id,
    previous_hash: asHex(event.previous_hash),
    hash: asHex(event.hash),
    subject: {
      envelope: { id: envelope_id, organization_id, updated_at: created_at, ...NO_SUBJECT, ...envelope },
      ...(recipient && { recipient: { role_name, ...recipient } }),
    } as EventSubject,
  };
};

const NO_SUBJECT: Nulls<EventSubject['envelope']> = { template_id: null, data: null };

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
