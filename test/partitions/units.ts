import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { tableDefinition } from '../../infra/table-definition.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import type { AwsCall, Run } from '../aws-calls.ts';
import type { PartitionUse } from './reads.ts';
import { sizeOf } from './size.ts';

/*
 * Units that partitions of the table and of its indexes take: of writes from the images in the stream, of reads from
 * what was answered. These are AWS's rules, as `storage/capacity.test.ts` states them; the engine says only what a call
 * takes altogether.
 */

type Item = Key & Record<string, unknown>;

const kilobytes = (item: object | undefined): number => (item ? Math.max(1, Math.ceil(sizeOf(item) / 1024)) : 0);

interface Index {
  name: string;
  partitionKey: string;
  sortKey: string;
  attributes: 'all' | readonly string[];
}

/** The item as an index shows it; undefined if it isn't in it. */
const shownIn = ({ partitionKey, sortKey, attributes }: Index, item: Item | undefined): Item | undefined => {
  if (!item || item[partitionKey] === undefined || item[sortKey] === undefined) return undefined;
  if (attributes === 'all') return item;
  const names = ['pk', 'sk', partitionKey, sortKey, ...attributes];
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) as Item;
};

type Written = PartitionUse;

/** Units of one change of an item, in the table and in its indexes, outside of a transaction. */
const writtenBy = (before: Item | undefined, after: Item | undefined): Written[] => {
  const { pk } = (after ?? before) as Item;
  const table = { resource: 'table', pk, units: Math.max(kilobytes(before), kilobytes(after)) };
  const indexes = (tableDefinition.indexes as readonly Index[]).flatMap((index): Written[] => {
    const [old, now] = [shownIn(index, before), shownIn(index, after)];
    const of = (item: Item, units: number) => ({
      resource: index.name,
      pk: String(item[index.partitionKey]),
      units,
    });
    const isMoved =
      old && now && (old[index.partitionKey] !== now[index.partitionKey] || old[index.sortKey] !== now[index.sortKey]);
    if (old && now && !isMoved) {
      return JSON.stringify(sorted(old)) === JSON.stringify(sorted(now))
        ? []
        : [of(now, Math.max(kilobytes(old), kilobytes(now)))];
    }
    return [...(old ? [of(old, kilobytes(old))] : []), ...(now ? [of(now, kilobytes(now))] : [])];
  });
  return [table, ...indexes];
};

const sorted = (item: object): [string, unknown][] =>
  Object.entries(item)
    .map(
      ([name, value]) =>
        [name, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value] as [string, unknown],
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** An event of Lambda has bytes as base64. */
const imageOf = (image: object | undefined): Item | undefined =>
  image ? (unmarshall(withBytes(image) as Record<string, AttributeValue>) as Item) : undefined;

const withBytes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'B' && typeof one === 'string' ? Buffer.from(one, 'base64') : withBytes(one),
    ]),
  );
};

/** Units that one call took from partitions. */
export interface CallUnits {
  call: AwsCall;
  reads: readonly PartitionUse[];
  writes: readonly PartitionUse[];
}

/**
 * Units that each call to the table took from each partition. `runs` have the table's whole stream: the local platform
 * calls the dispatcher for every change. A write that changed nothing, because its condition failed or it was a check,
 * takes a unit.
 */
export const unitsOf = (runs: readonly Run[]): Map<Run, CallUnits[]> => {
  const changes = changesIn(runs);
  return new Map(
    runs.map((run) => [
      run,
      run.calls
        .filter(({ service }) => service === 'DynamoDB')
        .map((call) => ({
          call,
          reads: call.reads,
          writes: call.touched.flatMap((key) => writesOf(call, key, changes)),
        })),
    ]),
  );
};

const writesOf = ({ command }: AwsCall, key: Key, changes: Map<string, Written[][]>): PartitionUse[] => {
  const taken = changes.get(placeOf(key))?.shift() ?? [{ resource: 'table', pk: key.pk, units: 1 }];
  // An index follows by itself, outside of the transaction.
  const factor = (resource: string): number => (command.startsWith('Transact') && resource === 'table' ? 2 : 1);
  return taken.map(({ resource, pk, units }) => ({ resource, pk, units: units * factor(resource) }));
};

const placeOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** The changes of each item, in their order. */
const changesIn = (runs: readonly Run[]): Map<string, Written[][]> => {
  const found = new Map<string, Written[][]>();
  for (const { name, event } of runs) {
    if (name !== 'dispatch-events') continue;
    for (const { dynamodb } of (event as DynamoDBStreamEvent).Records) {
      const [before, after] = [imageOf(dynamodb?.OldImage), imageOf(dynamodb?.NewImage)];
      const place = placeOf((after ?? before) as Item);
      found.set(place, [...(found.get(place) ?? []), writtenBy(before, after)]);
    }
  }
  return found;
};
