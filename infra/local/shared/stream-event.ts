import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** Makes Lambda's event from records of the stream. */
export const streamEvent = (records: readonly DynamoDBRecord[], streamArn: string): DynamoDBStreamEvent => ({
  Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })),
});
