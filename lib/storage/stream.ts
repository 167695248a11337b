import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from './engine/client.ts';
import { plain } from './engine/key.ts';
import {
  isAddress,
  isEnvelopeEvent,
  isEnvelopeHeader,
  isOutboxEvent,
  isSession,
  isTemplateHeader,
} from './engine/keys.ts';
import { accountOf, entriesOf as entriesOfEnvelope } from './envelopes/entries.ts';
import { readEvents } from './envelopes/event-items.ts';
import { readHeaderWithoutDetails } from './envelopes/items.ts';
import { isJob, type JobItem } from './jobs/record.ts';
import { followRecords, type ListedRecord } from './lists/follow.ts';
import type { Entry } from './lists/list.ts';
import type { Seen } from './memberships.ts';
import type { OutboxEvent } from './outbox/outbox.ts';
import type { EventItem } from './records/envelope.ts';
import type { SessionItem } from './records/session.ts';
import type { TemplateItem } from './records/template.ts';
import type { EmailItem } from './records/user.ts';
import { entriesOf as entriesOfTemplate } from './templates/entries.ts';

/** Records that are new in a batch of the table's stream. */
export interface NewRecords {
  /** Events of envelopes' chains, without large data. */
  envelopeEvents: Omit<EventItem, 'data'>[];
  outboxEvents: OutboxEvent[];
  jobs: JobItem[];
  /** Addresses of new accounts. */
  addresses: EmailItem[];
  templates: TemplateItem[];
  /** Members who were seen on another day than before, by their sessions. */
  seen: Seen[];
}

/** New records of a batch, in its order. */
export const newRecordsOf = ({ Records }: DynamoDBStreamEvent): NewRecords => {
  const items = Records.filter(({ eventName }) => eventName === 'INSERT').flatMap(newImage);
  return {
    envelopeEvents: items.filter(isEnvelopeEvent).flatMap(readEvents),
    outboxEvents: items.filter(isOutboxEvent) as unknown as OutboxEvent[],
    jobs: items.filter(isJob),
    addresses: items.filter(isAddress) as unknown as EmailItem[],
    templates: items.filter(isTemplateHeader) as unknown as TemplateItem[],
    seen: [...new Map(Records.flatMap(seenBy).map((seen) => [JSON.stringify(seen), seen])).values()],
  };
};

/**
 * The day on which a person signed in, or went on with a session, if it is another one than before. An application that
 * goes on with a session isn't the person.
 */
const seenBy = (record: Record): Seen[] => {
  const [session] = newImage(record) as unknown as SessionItem[];
  if (!session || !isSession(session) || session.client_id !== null) return [];
  const [before] = oldImage(record) as unknown as SessionItem[];
  const { organization_id, profile_id } = session;
  const day = session.last_seen_at.slice(0, DAY_LETTERS);
  const isKnown = before?.profile_id === profile_id && before.last_seen_at.slice(0, DAY_LETTERS) === day;
  return isKnown ? [] : [{ organization_id, profile_id, day }];
};

/** `2026-11-26` */
const DAY_LETTERS = 10;

/** Updates the lists of a batch's changed records, with their counts and their search index. */
export const followLists = ({ Records }: DynamoDBStreamEvent): Promise<void> =>
  followRecords(Records.flatMap((record) => listedRecord(oldImage(record)[0], newImage(record)[0]) ?? []));

type Record = DynamoDBStreamEvent['Records'][number];

const newImage = ({ dynamodb }: Record): Item[] => imageOf(dynamodb?.NewImage);
const oldImage = ({ dynamodb }: Record): Item[] => imageOf(dynamodb?.OldImage);

const imageOf = (image: object | undefined): Item[] =>
  image ? [unmarshall(image as { [name: string]: AttributeValue }) as Item] : [];

/** The changed record, if lists have entries of its kind. */
const listedRecord = (before: Item | undefined, after: Item | undefined): ListedRecord | undefined => {
  const item = after ?? before;
  const entriesOf = item && entriesOfKind(item);
  if (!entriesOf) return undefined;
  const { pk, sk, id } = item;
  const of = (image: Item | undefined) => [image ? entriesOf(image) : new Map<string, Entry>()];
  return { key: { pk, sk }, id: String(id), before: of(before), after: of(after), entriesOf, accountOf };
};

const entriesOfKind = (item: Item): ((header: Item) => ReadonlyMap<string, Entry>) | undefined => {
  if (isEnvelopeHeader(item)) return (header) => entriesOfEnvelope(readHeaderWithoutDetails(header));
  if (isTemplateHeader(item)) return (header) => entriesOfTemplate(plain(header) as unknown as TemplateItem);
  return undefined;
};
