import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConditionFailed, getItems, transact, writeItems } from '../../lib/storage/engine/client.ts';

// Answers that the embedded engine never gives: conflicts between transactions, and half-processed batches.
const table = mockClient(DynamoDBDocumentClient);
const key = { pk: 'A', sk: 'B' };

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'canceled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => {
  process.env.TABLE_NAME = 'table';
  process.env.AWS_REGION = 'us-east-1';
});
afterEach(() => table.reset());

test('a transaction that conflicts with another is repeated until it succeeds', async () => {
  table
    .on(TransactWriteCommand)
    .rejectsOnce(canceled('None', 'TransactionConflict'))
    .rejectsOnce(canceled('TransactionConflict'))
    .resolves({});
  await transact([{ put: key }]);
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(3);
});

test('a failed condition is final, even beside a conflict', async () => {
  table.on(TransactWriteCommand).rejects(canceled('TransactionConflict', 'ConditionalCheckFailed'));
  await expect(transact([{ put: key }, { put: key }])).rejects.toEqual(new ConditionFailed(1));
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

test('a lasting conflict ends with an error of its own', async () => {
  table.on(TransactWriteCommand).rejects(canceled('TransactionConflict'));
  await expect(transact([{ put: key }])).rejects.toBeInstanceOf(TransactionCanceledException);
});

test('unprocessed writes of a batch are written by another batch', async () => {
  const left = { table: [{ PutRequest: { Item: key } }] };
  table.on(BatchWriteCommand).resolvesOnce({ UnprocessedItems: left }).resolves({});
  await writeItems([key, { pk: 'A', sk: 'C' }]);
  expect(table.commandCalls(BatchWriteCommand).at(1)?.args[0].input.RequestItems).toEqual(left);
});

test('unprocessed keys of a batch are read by another batch', async () => {
  table
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [key] } } })
    .resolves({ Responses: { table: [key] } });
  expect(await getItems([key])).toEqual([key]);
});
