import type { Key } from '../key.ts';
import { envelopeEventDataKey } from '../keys.ts';
import type { EventItem } from '../records/envelope.ts';
import { eventItem } from './items.ts';

/**
 * How events lie in the table. An item holds 400 kB: the data of an event may be more (a recipient can leave a thousand
 * values), so what is large lies in parts of its own beside the event. Whoever reads the envelope gets the event whole.
 */
export interface EventDataItem {
  sequence: number;
  part: number;
  /** A piece of the data as UTF-8 JSON. */
  json: Uint8Array;
}

/** An event as it is stored: `data` is empty where it lies in parts. */
export type StoredEvent = EventItem & { data_parts?: number };

/** Data up to this many bytes stay with their event, whose other members take up to 200 kB. */
const LARGEST_INLINE = 100_000;
const PART = 300_000;

/** The items that hold these events. None of them can outgrow an item, whatever the data are. */
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

/** The events whole again, from the items that hold them and their data. */
export const wholeEvents = (stored: readonly StoredEvent[], parts: readonly EventDataItem[]): EventItem[] =>
  stored.map(({ data_parts, ...event }) => {
    if (!data_parts) return event;
    const own = parts.filter(({ sequence }) => sequence === event.sequence).sort((a, b) => a.part - b.part);
    const json = Buffer.concat(own.map((part) => part.json)).toString('utf8');
    return { ...event, data: JSON.parse(json) as Record<string, unknown> };
  });
