import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { collection, type Item } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { ENVELOPE_SORT, envelopeKey, isEnvelopeEvent, isEnvelopeHeader, isLogDue } from './engine/keys.ts';
import { type EventDataItem, readEvent, type StoredEvent, wholeEvents } from './envelopes/event-items.ts';

/** Facts for the log of evidence in a batch of the table's stream. */
export interface LogNews {
  /** Sealings: hashes of the sealed files, and of the event that binds them. */
  sealings: { files: string[]; event: string }[];
  /** Last chain heads of sealed envelopes that were removed. */
  removed: string[];
  /** True if a time-stamp is due. */
  isDue: boolean;
}

/** The event that ends a sealing, and whose data have the hashes of all sealed files. */
export const SEALED = 'envelope:sealed';

/** True for records of the stream that the log follows. In AWS the stream's filters say the same (`infra/workers.ts`). */
export const isForLog = ({ eventName, dynamodb }: DynamoDBRecord): boolean => {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const key: Key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
  if (eventName === 'INSERT') return isEnvelopeEvent(key) && dynamodb?.NewImage?.event?.S === SEALED;
  return eventName === 'REMOVE' && (isEnvelopeHeader(key) || isLogDue(key));
};

/** The log's news in a batch, in its order. Data of an event that are stored beside it take a Query. */
export const logNewsOf = async ({ Records }: DynamoDBStreamEvent): Promise<LogNews> => {
  const news: LogNews = { sealings: [], removed: [], isDue: false };
  for (const record of Records.filter(isForLog)) {
    const item = imageOf(record.eventName === 'INSERT' ? record.dynamodb?.NewImage : record.dynamodb?.OldImage);
    if (isLogDue(item)) news.isDue = true;
    else if (isEnvelopeHeader(item)) {
      if (item.signed === true) news.removed.push(String(item.chain_head));
    } else news.sealings.push(await sealingOf(readEvent(item)));
  }
  return news;
};

const imageOf = (image: object | undefined): Item =>
  unmarshall(image as { [name: string]: AttributeValue }) as unknown as Item;

const sealingOf = async (stored: StoredEvent): Promise<LogNews['sealings'][number]> => {
  const parts = stored.data_parts ? await partsOf(stored) : [];
  const [{ hash, data }] = wholeEvents([stored], parts) as [StoredEvent];
  const { documents } = data as { documents: { sealed_sha256: string }[] };
  return { files: documents.map(({ sealed_sha256 }) => sealed_sha256), event: hash };
};

const partsOf = ({ envelope_id, sequence }: StoredEvent): Promise<EventDataItem[]> =>
  collection<EventDataItem>(
    envelopeKey(envelope_id).pk,
    `${ENVELOPE_SORT.eventData}${String(sequence).padStart(6, '0')}#`,
  );
