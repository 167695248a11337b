import { SESSION_PREFIX } from '../lib/storage/keys.ts';
import { kindsOf } from './files/every-kind.ts';

/** A command of the SDK. */
export interface Sent {
  constructor: { name: string };
  input: {
    TransactItems?: Record<string, { Key?: TableKey; Item?: TableKey }>[];
    RequestItems?: Record<string, { Keys?: { sk?: unknown }[] }>;
    Key?: TableKey | string;
    Item?: TableKey;
    QueueUrl?: string;
    ReturnConsumedCapacity?: 'INDEXES';
    KeyId?: string;
    IndexName?: string;
    CopySource?: string;
  };
}

type TableKey = { pk?: unknown };

const TABLE = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** What a part of a transaction needs: `TransactWriteItems` has no permission of its own. */
const PARTS: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

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

const SEND: Record<string, string> = { SendEmail: 'email', Publish: 'sms' };

/** What a command uses of AWS, in the words of `Access`: `table:Query`, `index:gsi1`, `files:get:upload`, `keys:token`, `send:email`. */
export const usesOf = (sent: Sent): string[] => {
  const command = sent.constructor.name.replace(/Command$/, '');
  const { input } = sent;
  if (command === 'TransactWriteItems') {
    const parts = (input.TransactItems ?? []).flatMap((item) => Object.entries(item));
    return parts.filter(([, part]) => !isIdempotency(part)).map(([name]) => `table:${PARTS[name]}`);
  }
  if (IDENTITIES[command]) return [`identities:${IDENTITIES[command]}`];
  if (SEND[command]) return [`send:${SEND[command]}`];
  if (command === 'Sign') return [`keys:${input.KeyId}`];
  if (command === 'SendMessageBatch') return [`queues:${queueOf(input.QueueUrl ?? '')}`];
  if (FILES[command]) return [`files:${FILES[command]}:${kindOf(input.Key)}`, ...copiedFrom(input.CopySource)];
  if (command === 'ListObjectsV2') return ['files:list'];
  if (command === 'Query' && input.IndexName) return [`index:${input.IndexName}`];
  if (command === 'BatchGetItem' && isSession(input)) return ['session'];
  return TABLE.includes(command) && !isIdempotency(input) ? [`table:${command}`] : [];
};

const copiedFrom = (source?: string): string[] =>
  source ? [`files:get:${kindOf(decodeURIComponent(source.slice(source.indexOf('/') + 1)))}`] : [];

const kindOf = (key: unknown): string => kindsOf(String(key)).join(' and ') || String(key);

const queueOf = (url: string): string =>
  ['seal', 'message', 'webhook', 'job'].find((name) => url.toLowerCase().includes(name)) ?? url;

/** True for the pipeline's own read (`lib/people/sessions/live.ts`), which begins with the session; no other does. */
export const isSession = ({ RequestItems = {} }: Sent['input']): boolean =>
  Object.values(RequestItems).some(({ Keys: [first] = [] }) => String(first?.sk).startsWith(SESSION_PREFIX));

// The pipeline's own: every function that writes may do it, on those items alone.
const isIdempotency = ({ Key, Item }: Pick<Sent['input'], 'Key' | 'Item'>): boolean => {
  const key = Item ?? (typeof Key === 'object' ? Key : undefined);
  return typeof key?.pk === 'string' && key.pk.startsWith('IDEMPOTENCY#');
};
