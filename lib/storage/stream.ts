import type { Item } from './client.ts';
import { isEnvelopeEvent, isListEntry, isOutboxEvent } from './keys.ts';
import type { OutboxEvent } from './outbox/outbox.ts';
import { plain } from './plain.ts';
import type { EntryChange } from './postings.ts';
import type { EventItem } from './records/envelope.ts';

/** A record as the table's stream shows it. */
export type Streamed = Item;

/** The event of an envelope's chain that the record is; undefined for any other. Large data aren't in it. */
export const envelopeEventIn = (item: Streamed): Omit<EventItem, 'data'> | undefined =>
  isEnvelopeEvent(item) ? plain(item as unknown as EventItem) : undefined;

/** The event of the outbox that the record is; undefined for any other. */
export const outboxEventIn = (item: Streamed): OutboxEvent | undefined =>
  isOutboxEvent(item) ? (item as unknown as OutboxEvent) : undefined;

/** True for a change of a list's entry. */
export const isOfEntry = ({ before, after }: EntryChange): boolean => {
  const item = after ?? before;
  return item !== undefined && isListEntry(item);
};
