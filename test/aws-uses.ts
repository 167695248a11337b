import type { Aggregate, TableAction } from '../lib/storage/access.ts';
import { SESSION_PREFIX } from '../lib/storage/engine/keys.ts';
import { kindsOf } from './files/every-kind.ts';
import { type TableInput, tableRequestsOf } from './table-requests.ts';

/** A command of the SDK. */
export interface Sent {
  constructor: { name: string };
  input: TableInput & {
    QueueUrl?: string;
    ReturnConsumedCapacity?: 'INDEXES';
    KeyId?: string;
    CopySource?: string;
  };
}

const WORDS: Record<TableAction, string> = {
  GetItem: 'read',
  BatchGetItem: 'read',
  Query: 'read',
  ConditionCheckItem: 'check',
  PutItem: 'put',
  UpdateItem: 'update',
  DeleteItem: 'delete',
  BatchWriteItem: 'bulk',
};

/**
 * Not what the pipeline remembers of requests, and the events of administration that writes carry: no operation
 * declares these.
 */
const isOwn = (aggregate: Aggregate, action: TableAction, input: TableInput): boolean =>
  aggregate !== 'idempotencyMark' &&
  !(aggregate === 'administration' && (action === 'PutItem' || (action === 'BatchWriteItem' && !isRemoval(input))));

/** True for a batch that writes nothing. */
const isRemoval = ({ RequestItems = {} }: TableInput): boolean =>
  Object.values(RequestItems).every(
    (writes) => Array.isArray(writes) && writes.every(({ PutRequest }) => PutRequest === undefined),
  );

const FILES: Record<string, string> = {
  GetObject: 'get',
  HeadObject: 'get',
  PutObject: 'put',
  CopyObject: 'put',
  DeleteObject: 'delete',
};

const IDENTITIES: Record<string, string> = {
  CreateEmailIdentity: 'create',
  GetEmailIdentity: 'get',
  DeleteEmailIdentity: 'delete',
};

const SEND: Record<string, string> = { SendEmail: 'email', Publish: 'sms', PutEvents: 'events' };

/**
 * A command's uses of AWS, in the words of `declared-uses.ts`: `read:user`, `update:envelope`, `files:get:upload`,
 * `keys:user-token`, `send:email`.
 */
export const usesOf = (sent: Sent): string[] => {
  const command = sent.constructor.name.replace(/Command$/, '');
  const { input } = sent;
  if (IDENTITIES[command]) return [`identities:${IDENTITIES[command]}`];
  if (SEND[command]) return [`send:${SEND[command]}`];
  if (command === 'Sign') return [`keys:${input.KeyId}`];
  if (command === 'SendMessageBatch') return [`queues:${queueOf(input.QueueUrl ?? '')}`];
  if (FILES[command]) return [`files:${FILES[command]}:${kindOf(input.Key)}`, ...copiedFrom(input.CopySource)];
  if (command === 'ListObjectsV2') return ['files:list'];
  const ofSession = command === 'BatchGetItem' && isSession(input);
  return tableRequestsOf(sent).flatMap(({ action, resource, families, aggregates }) => [
    ...(ofSession
      ? ['session']
      : aggregates.filter((one) => isOwn(one, action, input)).map((aggregate) => `${WORDS[action]}:${aggregate}`)),
    `request:${action}:${resource}:${families.join(',')}`,
  ]);
};

const copiedFrom = (source?: string): string[] =>
  source ? [`files:get:${kindOf(decodeURIComponent(source.slice(source.indexOf('/') + 1)))}`] : [];

const kindOf = (key: unknown): string => kindsOf(String(key)).join(' and ') || String(key);

const queueOf = (url: string): string =>
  ['seal', 'message', 'webhook', 'job'].find((name) => url.toLowerCase().includes(name)) ?? url;

/** True for the pipeline's own read (`lib/people/sessions/live.ts`), which begins with the session; no other does. */
export const isSession = ({ RequestItems = {} }: TableInput): boolean =>
  Object.values(RequestItems).some(
    (wanted) => !Array.isArray(wanted) && String(wanted.Keys?.[0]?.sk).startsWith(SESSION_PREFIX),
  );
