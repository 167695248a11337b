import { AGGREGATES, type Aggregate, resourcesOf, type TableAction, type TableOrIndex } from '../lib/storage/access.ts';

interface ItemKey {
  pk?: unknown;
  sk?: unknown;
}

/** Input that commands to the table share, as far as it determines which items they reach. */
export interface TableInput {
  Key?: ItemKey | string;
  Item?: ItemKey;
  TransactItems?: Record<string, { Key?: ItemKey; Item?: ItemKey }>[];
  RequestItems?: Record<
    string,
    { Keys?: ItemKey[] } | { PutRequest?: { Item: ItemKey }; DeleteRequest?: { Key: ItemKey } }[]
  >;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** One action on the table that IAM judges, by the families of the partition keys that it names. */
export interface TableRequest {
  action: TableAction;
  resource: TableOrIndex;
  families: string[];
  aggregates: Aggregate[];
}

/** The permission of each part of a transaction: `TransactWriteItems` has no permission of its own. */
const PARTS: Record<string, TableAction> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const SINGLE: readonly string[] = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] satisfies TableAction[];

/**
 * The actions that a command consists of. Throws where it reaches what no aggregate is, or by a command of another
 * kind.
 */
export const tableRequestsOf = ({
  constructor: { name },
  input,
}: {
  constructor: { name: string };
  input: TableInput;
}) => {
  const command = name.replace(/Command$/, '');
  if (command === 'TransactWriteItems') {
    const parts = (input.TransactItems ?? []).flatMap((item) => Object.entries(item));
    return parts.map(([part, { Key, Item }]) => request(PARTS[part] as TableAction, 'table', [keyOf(Item ?? Key)]));
  }
  if (command === 'Query') return [request('Query', (input.IndexName ?? 'table') as TableOrIndex, [queried(input)])];
  if (command === 'BatchGetItem' || command === 'BatchWriteItem') {
    const keys = Object.values(input.RequestItems ?? {}).flatMap((wanted) =>
      Array.isArray(wanted)
        ? wanted.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key)
        : (wanted.Keys ?? []),
    );
    return [request(command, 'table', keys.map(keyOf))];
  }
  if (SINGLE.includes(command)) {
    return [request(command as TableAction, 'table', [keyOf(input.Item ?? (input.Key as ItemKey | undefined))])];
  }
  if (/^(Scan|TransactGetItems|ExecuteStatement|BatchExecuteStatement|ExecuteTransaction)$/.test(command)) {
    throw new Error(`${command} can't be bound to families of keys`);
  }
  return [];
};

/** A key, or all those with a partition key: `sk` is undefined then. */
interface Reached {
  pk: string;
  sk?: string;
}

const keyOf = (key: ItemKey = {}): Reached => ({ pk: String(key.pk), sk: String(key.sk) });

/** The part of a collection that a query reads; the whole if its bounds begin differently. */
const queried = ({ KeyConditionExpression = '', ExpressionAttributeValues = {} }: TableInput): Reached => {
  const [, partition = ''] = /^\S+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const [, prefix] = /begins_with\(\S+, (:\w+)\)$/.exec(KeyConditionExpression) ?? [];
  const pk = String(ExpressionAttributeValues[partition]);
  return prefix ? { pk, sk: String(ExpressionAttributeValues[prefix]) } : { pk };
};

const request = (action: TableAction, resource: TableOrIndex, reached: readonly Reached[]): TableRequest => {
  const found = reached.map((key) => aggregateAt(key, resource));
  return {
    action,
    resource,
    families: [...new Set(found.map(({ family }) => family))].sort(),
    aggregates: [...new Set(found.map(({ aggregate }) => aggregate))],
  };
};

/** IAM's own reading of a pattern: `*` is any text, everything else itself. */
const matcherOf = (pattern: string): ((text: string) => boolean) => {
  const [start = '', ...others] = pattern.split('*');
  const expression = new RegExp(`^${[start, ...others].map(escaped).join('.*')}$`, 's');
  // Most patterns end here, without an expression: every request of every test is judged by all of them.
  return (text) => text.startsWith(start) && expression.test(text);
};

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const ALL = (Object.entries(AGGREGATES) as [Aggregate, (typeof AGGREGATES)[Aggregate]][]).flatMap(
  ([aggregate, { keys }]) =>
    keys.map((key) => ({ aggregate, ...key, hasPk: matcherOf(key.pk), hasSk: matcherOf(key.sk) })),
);

/** The patterns that reach the table, or an index. */
const keysIn = (resource: TableOrIndex): typeof ALL => {
  const known = reaching.get(resource) ?? ALL.filter(({ aggregate }) => resourcesOf(aggregate).includes(resource));
  reaching.set(resource, known);
  return known;
};
const reaching = new Map<TableOrIndex, typeof ALL>();

/** The aggregate that a key belongs to, and the family of its partition key. Throws where there is none. */
export const aggregateAt = ({ pk, sk }: Reached, resource: TableOrIndex): { aggregate: Aggregate; family: string } => {
  const inFamily = keysIn(resource).filter((one) => one.hasPk(pk));
  const found =
    sk === undefined || resource !== 'table'
      ? inFamily
      : inFamily.filter((one) => one.hasSk(sk)).toSorted((a, b) => b.sk.length - a.sk.length);
  if (!found[0]) throw new Error(`No aggregate has ${pk} ${sk} in ${resource} (lib/storage/access.ts)`);
  return { aggregate: found[0].aggregate, family: found[0].pk };
};
