import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Key } from '../../lib/storage/engine/key.ts';

export type StreamRecord = DynamoDBStreamEvent['Records'][number];

/** The stream's record of the change of an item. */
export const recordOf = (before: Key | undefined, after: Key | undefined): StreamRecord =>
  ({
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: { OldImage: imageOf(before), NewImage: imageOf(after) },
  }) as StreamRecord;

const imageOf = (item: Key | undefined) => item && marshall(item, { removeUndefinedValues: true });
