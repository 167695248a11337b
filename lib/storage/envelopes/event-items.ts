import type { Key } from '../engine/key.ts';
import { envelopeEventDataKey } from '../engine/keys.ts';
import type { EventItem } from '../records/envelope.ts';
import { eventItem } from './items.ts';

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

/** An event as it is stored: `data` is empty if it is stored in parts. */
export type StoredEvent = EventItem & { data_parts?: number };

/** Largest data in bytes that stay with their event, whose other members take up to 200 kB. */
const LARGEST_INLINE = 100_000;
const PART = 300_000;

/** Makes the items of these events. None exceeds the limit of an item, whatever its data are. */
export const eventItems = (events: readonly EventItem[]): (Key & (EventItem | EventDataItem))[] =>
  events.flatMap((event): (Key & (EventItem | EventDataItem))[] => {
    const json = Buffer.from(JSON.stringify(event.data));
    if (json.length <= LARGEST_INLINE) return [eventItem(event)];
    const parts: (Key & EventDataItem)[] = [];
    for (let at = 0; at < json.length; at += PART) {
      const part = parts.length;
      const { sequence } = event;
      const key = envelopeEventDataKey(event.envelope_id, sequence, part);
      parts.push({ ...key, sequence, part, json: new Uint8Array(json.subarray(at, at + PART)) });
    }
    const stored: StoredEvent = { ...event, data: {}, data_parts: parts.length };
    return [eventItem(stored), ...parts];
  });

/** Joins events with the parts of their data. */
export const wholeEvents = (stored: readonly StoredEvent[], parts: readonly EventDataItem[]): EventItem[] =>
  stored.map(({ data_parts, ...event }) => {
    if (!data_parts) return event;
    const own = parts.filter(({ sequence }) => sequence === event.sequence).sort((a, b) => a.part - b.part);
    const json = Buffer.concat(own.map((part) => part.json)).toString('utf8');
    return { ...event, data: JSON.parse(json) as Record<string, unknown> };
  });
