import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { StreamClient } from '../local/shared/stream-client.ts';
import { streamEvent } from '../local/shared/stream-event.ts';
import { recordsOf, type Stretch, stretchOf } from './stream-records.ts';

/** Calls a function with an event, and waits for its success. */
export type Invoke = (functionName: string, event: object) => Promise<void>;

export interface Redrive {
  sqs: SQSClient;
  streams: StreamClient;
  /** Name of the function `DispatchEvents`. */
  dispatcher: string;
  invoke: Invoke;
}

/** Outcome for a queue's letters. */
export interface Redriven {
  /** Handed to their functions again. */
  handed: number;
  /** Made up for by a later run of the schedule. */
  obsolete: number;
  /** Still in the queue, each with the reason. */
  left: string[];
}

/** Lambda's letter of a batch of the stream: of the dispatcher's, or of the log's worker. */
const BatchLetter = z.object({
  requestContext: z.object({ functionArn: z.string() }).optional(),
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});
/** The dispatcher's own letter of a record. */
const RecordLetter = z.object({ stream_arn: z.string(), sequence_number: z.string() });
/** Lambda's letter of an asynchronous call. */
const CallLetter = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.record(z.string(), z.unknown()),
});

/** Seconds for which a letter is hidden while it is handled, and after that has failed. */
const HIDDEN = 600;
/** Lambda takes 6 MB an event; a record has at most two images of 400 kB. */
const EVENT_BYTES = 4 * 1024 * 1024;
const BATCH = 100;

/**
 * Hands the letters of the stream's or the schedule's queue to their functions again, and removes those that succeeded.
 * Every function takes repeats without harm.
 */
export const redrive = async (queueUrl: string, options: Redrive): Promise<Redriven> => {
  const result: Redriven = { handed: 0, obsolete: 0, left: [] };
  for (;;) {
    const { Messages = [] } = await options.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        VisibilityTimeout: HIDDEN,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return result;
    for (const message of Messages) {
      try {
        result[await handOver(message, options)] += 1;
      } catch (error) {
        result.left.push(`${message.MessageId}: ${(error as Error).message}`);
        continue;
      }
      await options.sqs.send(
        new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle ?? '' }),
      );
    }
  }
};

const handOver = async (message: Message, options: Redrive): Promise<'handed' | 'obsolete'> => {
  const body: unknown = JSON.parse(message.Body ?? '');
  const batch = BatchLetter.safeParse(body).data;
  if (batch) {
    const functionName = batch.requestContext?.functionArn ?? options.dispatcher;
    return handAgain(batch.DDBStreamBatchInfo, functionName, options);
  }
  const record = RecordLetter.safeParse(body).data;
  if (record) {
    const place = { streamArn: record.stream_arn, sequenceNumber: record.sequence_number };
    return handAgain(await stretchOf(options.streams, place), options.dispatcher, options);
  }
  const call = CallLetter.safeParse(body).data;
  if (call && isBounce(call.requestContext.functionArn)) {
    await options.invoke(call.requestContext.functionArn, call.requestPayload);
    return 'handed';
  }
  // A run of the schedule, from Lambda or from EventBridge.
  if (call || message.MessageAttributes?.RULE_ARN) return 'obsolete';
  throw new Error('Nobody knows such a letter');
};

/** A bounce comes once; the schedule looks each minute for all that is due. */
const isBounce = (functionArn: string): boolean => /record-?bounces/i.test(functionArn);

const handAgain = async (stretch: Stretch, functionName: string, { streams, invoke }: Redrive): Promise<'handed'> => {
  const records = await recordsOf(streams, stretch);
  let some: typeof records = [];
  let size = 0;
  const flush = async () => {
    if (some.length > 0) await invoke(functionName, streamEvent(some, stretch.streamArn));
    some = [];
    size = 0;
  };
  for (const record of records) {
    const bytes = Buffer.byteLength(JSON.stringify(record));
    if (some.length === BATCH || size + bytes > EVENT_BYTES) await flush();
    some.push(record);
    size += bytes;
  }
  await flush();
  return 'handed';
};
