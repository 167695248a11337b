import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { HOUR, MINUTE, SECOND } from '../../../lib/base/clock.ts';
import { queueName } from '../engines/queue-protocol.ts';
import { MAX_RECEIVES, type Queue, VISIBILITY_SECONDS } from '../engines/resources.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { report } from '../shared/report.ts';
import { QUEUE_WORKERS, type Worker } from '../shared/workers.ts';
import type { Activity } from './activity.ts';
import { parkedMessages } from './parked.ts';
import { queueEvent } from './queue-event.ts';

export interface QueuePump {
  /** True if the queue is empty and its worker doesn't run; messages for a later moment don't count. */
  isIdle(): Promise<boolean>;
  /** Retries failed messages that are due by the platform's clock. */
  release(): Promise<void>;
  /** Takes no more messages, and waits for running workers. */
  stop(): Promise<void>;
}

/** Gaps between the tries of a failed message, in milliseconds: together half a day. */
const GAPS = [1 * SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 1 * HOUR, 3 * HOUR, 8 * HOUR];
/** Milliseconds for which a read of an empty queue waits for a message. */
export const LONG_POLL = 20 * SECOND;

/**
 * Calls the worker with the queue's messages, as Lambda's event source mapping does: failed ones are retried with
 * growing gaps, and become dead letters after ten receives; the rest of the batch isn't delayed.
 */
export const startQueuePump = (options: {
  client: SQSClient;
  queue: Queue;
  worker: Worker;
  batchSize: number;
  /** Number of batches at a time. */
  concurrency: number;
  /** The key of messages that are handled one after the other; needs batches of one. */
  keyOf?: ((body: string) => string | undefined) | undefined;
  activity: Activity;
  /** Called after each batch, because the worker may have written to the table. */
  afterwards(): void;
  /** `QueueEngine.unfinished` */
  unfinished?: ((queue: string) => number) | undefined;
}): QueuePump => {
  const { client, queue, activity } = options;
  const QueueUrl = queue.url;
  const name = QUEUE_WORKERS[queue.name];
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const parked = parkedMessages();

  const receive = async (): Promise<Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: options.batchSize,
        WaitTimeSeconds: LONG_POLL / SECOND,
        VisibilityTimeout: VISIBILITY_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: stopping.signal },
    );
    return Messages;
  };

  // The last batch of each key. The next one waits for it.
  const latest = new Map<string, Promise<void>>();

  const work = async (messages: Message[]): Promise<void> => {
    const key = options.keyOf?.(messages[0]?.Body ?? '');
    if (key === undefined) return handle(messages);
    const mine = (latest.get(key) ?? Promise.resolve()).then(() => handle(messages));
    const settled = mine.catch(() => {});
    latest.set(key, settled);
    await mine.finally(() => {
      if (latest.get(key) === settled) latest.delete(key);
    });
  };

  const handle = async (messages: Message[]): Promise<void> => {
    const { failed, error } = await invoke(name, options.worker, messages, queue);
    for (const message of messages) {
      if (failed.has(message.MessageId ?? '')) await retry(message, error);
      else await remove(message);
    }
  };

  const remove = ({ ReceiptHandle }: Message) => client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));

  const retry = async (message: Message, error: unknown): Promise<void> => {
    const { MessageId = '', ReceiptHandle = '', Body: MessageBody, MessageAttributes } = message;
    const receives = Number(message.Attributes?.ApproximateReceiveCount ?? 1);
    const gap = GAPS[receives - 1];
    if (receives < MAX_RECEIVES && gap !== undefined) {
      parked.add(MessageId, ReceiptHandle, gap);
      await hide(ReceiptHandle, gap / SECOND);
      return;
    }
    report(`${name} failed ${receives} times on a message, which is now a dead letter (${MessageBody})`, error);
    await client.send(new SendMessageCommand({ QueueUrl: queue.deadLetterUrl, MessageBody, MessageAttributes }));
    await remove(message);
  };

  const hide = (ReceiptHandle: string, seconds: number) =>
    client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: seconds }));

  const loop = async () => {
    while (!stopping.signal.aborted) {
      if (running.size >= options.concurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        const messages = await receive();
        if (messages.length === 0) continue;
        activity.count++;
        for (const { MessageId = '' } of messages) parked.remove(MessageId);
        const batch = work(messages)
          .catch((error) => stopping.signal.aborted || report(`The queue ${queue.name} can not be served`, error))
          .then(() => {
            running.delete(batch);
            options.afterwards();
          });
        running.add(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        report(`The queue ${queue.name} can not be read`, error);
        await sleep(SECOND, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const looping = loop();

  return {
    isIdle: async () => {
      if (running.size > 0) return false;
      if (options.unfinished) return options.unfinished(queueName(QueueUrl)) === parked.size;
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      const visible = Number(Attributes.ApproximateNumberOfMessages);
      const taken = Number(Attributes.ApproximateNumberOfMessagesNotVisible);
      return running.size === 0 && visible === 0 && taken === parked.size;
    },
    release: async () => {
      await Promise.all(parked.takeDue().map((receipt) => hide(receipt, 0)));
    },
    stop: async () => {
      stopping.abort();
      await looping;
      await Promise.all(running);
    },
  };
};

const invoke = async (name: string, worker: Worker, messages: Message[], queue: Queue) => {
  const all = messages.map(({ MessageId = '' }) => MessageId);
  try {
    const context = lambdaContext(name, randomUUID(), VISIBILITY_SECONDS);
    const answer = (await worker(queueEvent(messages, `countersign-${queue.name}`) as never, context)) as
      | SQSBatchResponse
      | undefined;
    const failed = answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
    // Lambda treats an unknown identifier as a failure of the whole batch.
    const unknown = failed.some((id) => !all.includes(id));
    return { failed: new Set(unknown ? all : failed), error: new Error('it reported the message as failed') };
  } catch (error) {
    return { failed: new Set(all), error };
  }
};
