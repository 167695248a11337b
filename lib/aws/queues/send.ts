import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { config, type QueueName } from '../../base/config.ts';
import { clientSettings } from '../client.ts';
import { shortenOnLoopback } from '../loopback.ts';
import { MessagesRefused } from '../outage.ts';

let client: SQSClient | undefined;

const sqs = (): SQSClient => {
  client ??= shortenOnLoopback(new SQSClient(clientSettings()), 'AWS_ENDPOINT_URL_SQS');
  return client;
};

/** SQS accepts at most ten messages a call, and limits the size of the whole call. */
const BATCH_COUNT = 10;
const BATCH_BYTES = 256 * 1024;

/** A message of a batch. `group`: whose it is, for a queue that is fair to all. */
interface Sent {
  text: string;
  group: string | undefined;
}

/**
 * Sends `bodies` to a worker's queue, each as one JSON message, in as few calls as SQS allows. Throws if any was not
 * accepted. The others may have been sent, so consumers must tolerate repeats. `groupOf` says whose a message is.
 */
export const sendBodies = async <T extends object>(
  name: QueueName,
  bodies: readonly T[],
  groupOf: (body: T) => string | undefined = () => undefined,
): Promise<void> => {
  for (const batch of batches(bodies.map((body) => ({ text: asciiJson(body), group: groupOf(body) })))) {
    const { Failed = [] } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: config.queue(name),
        Entries: batch.map(({ text, group }, index) => ({
          Id: String(index),
          MessageBody: text,
          ...(group === undefined ? {} : { MessageGroupId: group }),
        })),
      }),
    );
    const [first] = Failed;
    if (first) {
      const message = `${Failed.length} messages to the queue ${name} failed: ${first.Code ?? 'unknown'}`;
      throw new MessagesRefused(
        message,
        Failed.some(({ SenderFault }) => SenderFault),
      );
    }
  }
};

/** Sends a dead letter of the table's stream to its queue at `url`. */
export const sendDeadLetter = async (url: string, body: object): Promise<void> => {
  await sqs().send(new SendMessageCommand({ QueueUrl: url, MessageBody: asciiJson(body) }));
};

/** Encodes JSON in ASCII: SQS refuses some characters that names may contain, and its emulators refuse more. */
const asciiJson = (body: object): string =>
  JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const batches = (messages: readonly Sent[]): Sent[][] => {
  const made: Sent[][] = [];
  let size = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(message.text);
    const current = made.at(-1);
    if (current && current.length < BATCH_COUNT && size + bytes <= BATCH_BYTES) {
      current.push(message);
      size += bytes;
    } else {
      made.push([message]);
      size = bytes;
    }
  }
  return made;
};
