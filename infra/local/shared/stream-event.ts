import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** Makes Lambda's event from records of the stream. */
export const streamEvent = (records: readonly DynamoDBRecord[], streamArn: string): DynamoDBStreamEvent => ({
  Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })),
});

/** A record as Lambda gets it: bytes as base64, times as seconds. */
export const onTheWire = (record: _Record): DynamoDBRecord =>
  JSON.parse(
    JSON.stringify(record, function (this: Record<string, unknown>, key, value) {
      const original = this[key];
      if (original instanceof Uint8Array) return Buffer.from(original).toString('base64');
      return original instanceof Date ? original.getTime() / 1000 : value;
    }),
  ) as DynamoDBRecord;
