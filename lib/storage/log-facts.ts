import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { collection, type Item } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import {
  ENVELOPE_SORT,
  envelopeKey,
  isAdministrationEvent,
  isEnvelopeDocument,
  isEnvelopeEvent,
  isEnvelopeHeader,
  isLogDue,
  organizationOfHeadDue,
} from './engine/keys.ts';
import {
  type EventDataItem,
  readEvents,
  SEALING_EVENTS,
  type StoredEvent,
  wholeEvents,
} from './envelopes/event-items.ts';
import { readDocument, readHeaderWithoutDetails, sealedHashesOf } from './envelopes/items.ts';
import type { AdministrationItem } from './records/administration.ts';

/** Facts for the log of evidence in a batch of the table's stream. */
export interface LogFacts {
  /** Sealings: hashes of the sealed files, and of the event that binds them. */
  sealings: { files: string[]; event: string }[];
  /** Last chain heads of sealed envelopes that were removed. */
  removed: string[];
  /** Hashes of the sealed files whose documents were removed: of deleted envelopes. */
  removedFiles: string[];
  /** True if a time-stamp is due. */
  isDue: boolean;
  /** Ids of new events of administration, by organization. */
  acts: Map<string, string[]>;
  /** Organizations whose head of administration is due. */
  heads: string[];
}

/**
 * True for records of the stream that the log follows. In AWS the stream's filters say the same (`infra/workers.ts`).
 */
export const isForLog = ({ eventName, dynamodb }: DynamoDBRecord): boolean => {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const key: Key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
  if (eventName === 'INSERT') {
    const event = dynamodb?.NewImage?.event?.S;
    return isAdministrationEvent(key) || (isEnvelopeEvent(key) && SEALING_EVENTS.some((one) => one === event));
  }
  if (eventName !== 'REMOVE') return false;
  return isEnvelopeHeader(key) || isEnvelopeDocument(key) || isLogDue(key) || organizationOfHeadDue(key) !== undefined;
};

/** The log's facts in a batch, in its order. Data of an event that are stored beside it take a Query. */
export const logFactsOf = async ({ Records }: DynamoDBStreamEvent): Promise<LogFacts> => {
  const facts: LogFacts = { sealings: [], removed: [], removedFiles: [], isDue: false, acts: new Map(), heads: [] };
  for (const record of Records.filter(isForLog)) {
    const item = imageOf(record.eventName === 'INSERT' ? record.dynamodb?.NewImage : record.dynamodb?.OldImage);
    const due = organizationOfHeadDue(item);
    if (due !== undefined) facts.heads.push(due);
    else if (isAdministrationEvent(item)) {
      const { organization_id, id } = item as unknown as AdministrationItem;
      facts.acts.set(organization_id, [...(facts.acts.get(organization_id) ?? []), id]);
    } else if (isLogDue(item)) facts.isDue = true;
    else if (isEnvelopeHeader(item)) {
      const header = readHeaderWithoutDetails(item);
      if (header?.signed) facts.removed.push(header.chain_head);
    } else if (isEnvelopeDocument(item)) facts.removedFiles.push(...sealedHashesOf(readDocument(item)));
    else for (const event of readEvents(item)) facts.sealings.push(await sealingOf(event));
  }
  return facts;
};

const imageOf = (image: object | undefined): Item =>
  unmarshall(image as { [name: string]: AttributeValue }) as unknown as Item;

const sealingOf = async (stored: StoredEvent): Promise<LogFacts['sealings'][number]> => {
  const parts = stored.data_parts ? await partsOf(stored) : [];
  const [{ event, hash, data }] = wholeEvents([stored], parts) as [StoredEvent];
  // Of a renewed file, `sealed_sha256` is the first one's, which the log has already.
  const { documents } = data as { documents: { sealed_sha256: string; sha256: string }[] };
  const isNew = event === SEALING_EVENTS[0];
  return { files: documents.map((one) => (isNew ? one.sealed_sha256 : one.sha256)), event: hash };
};

const partsOf = ({ envelope_id, sequence }: StoredEvent): Promise<EventDataItem[]> =>
  collection<EventDataItem>(
    envelopeKey(envelope_id).pk,
    `${ENVELOPE_SORT.eventData}${String(sequence).padStart(6, '0')}#`,
  );
