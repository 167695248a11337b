import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log } from '../../base/log.ts';

/**
 * The handler of a queue's worker from what it does with one message's body. It works through a batch at the same time
 * and reports those that failed: only they come again, and a poison message ends in the dead-letter queue without holding
 * up the rest.
 */
export const queueConsumer =
  (handle: (body: string) => Promise<void>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(Records.map(async ({ body }) => handle(body)));
    const failed = Records.flatMap(({ messageId }, index) => {
      const result = results[index];
      if (result?.status !== 'rejected') return [];
      const { name, message, stack } = result.reason as Error;
      log().error('A message failed', { message_id: messageId, error: { name, message, stack } });
      return [{ itemIdentifier: messageId }];
    });
    return { batchItemFailures: failed };
  };
