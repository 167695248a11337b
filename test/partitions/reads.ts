import type { Key } from '../../lib/storage/engine/key.ts';
import { readUnits } from './size.ts';

/** Units of one partition that a call reads or writes. */
export interface PartitionUse {
  /** `table`, or the index. */
  resource: string;
  /** The partition key. */
  pk: string;
  units: number;
}

interface Reading {
  Key?: Key;
  RequestItems?: Record<string, { Keys?: Key[]; ConsistentRead?: boolean }>;
  IndexName?: string;
  ExpressionAttributeValues?: Record<string, unknown>;
  KeyConditionExpression?: string;
}

/**
 * The partitions that a command has read, `units` altogether. Of a batch, the items that were answered say what each
 * key took.
 */
export const readsOf = (
  { constructor: { name }, input }: { constructor: { name: string }; input: object },
  { Responses = {} }: { Responses?: Record<string, Record<string, unknown>[]> },
  units: number,
): PartitionUse[] => {
  const {
    Key: key,
    RequestItems = {},
    IndexName,
    KeyConditionExpression = '',
    ExpressionAttributeValues,
  } = input as Reading;
  if (/^Get/.test(name)) return [{ resource: 'table', pk: key?.pk ?? '', units }];
  if (/^Query/.test(name)) {
    const [, value = ''] = /^\S+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
    return [{ resource: IndexName ?? 'table', pk: String(ExpressionAttributeValues?.[value]), units }];
  }
  if (!/^BatchGet/.test(name)) return [];
  return Object.entries(RequestItems).flatMap(([table, { Keys = [], ConsistentRead = false }]) =>
    Keys.map(({ pk, sk }) => {
      const item = Responses[table]?.find((one) => one.pk === pk && one.sk === sk);
      return { resource: 'table', pk, units: readUnits(item, ConsistentRead) };
    }),
  );
};
