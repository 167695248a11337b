import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from './engine/client.ts';
import { isEnvelopeEvent, isListEntry, isOutboxEvent } from './engine/keys.ts';
import { isJob, type JobItem } from './jobs/record.ts';
import { type EntryChange, followEntries } from './lists/postings.ts';
import type { OutboxEvent } from './outbox/outbox.ts';
import type { EventItem } from './records/envelope.ts';

/** Records that are new in a batch of the table's stream. */
export interface News {
  /** Events of envelopes' chains, without large data. */
  envelopeEvents: Omit<EventItem, 'data'>[];
  outboxEvents: OutboxEvent[];
  jobs: JobItem[];
}

/** New records of a batch, in its order. */
export const newsOf = ({ Records }: DynamoDBStreamEvent): News => {
  const items = Records.filter(({ eventName }) => eventName === 'INSERT').flatMap(newImage);
  return {
    envelopeEvents: items.filter(isEnvelopeEvent) as unknown as News['envelopeEvents'],
    outboxEvents: items.filter(isOutboxEvent) as unknown as OutboxEvent[],
    jobs: items.filter(isJob),
  };
};

/** Updates the search index after the changed entries of a batch. */
export const followLists = ({ Records }: DynamoDBStreamEvent): Promise<void> =>
  followEntries(
    Records.map((record) => ({ before: oldImage(record)[0], after: newImage(record)[0] })).filter(isOfEntry),
  );

type Record = DynamoDBStreamEvent['Records'][number];

const newImage = ({ dynamodb }: Record): Item[] => imageOf(dynamodb?.NewImage);
const oldImage = ({ dynamodb }: Record): Item[] => imageOf(dynamodb?.OldImage);

const imageOf = (image: object | undefined): Item[] =>
  image ? [unmarshall(image as { [name: string]: AttributeValue }) as Item] : [];

const isOfEntry = ({ before, after }: EntryChange): boolean => {
  const item = after ?? before;
  return item !== undefined && isListEntry(item);
};
