import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log } from '../../base/log.ts';

/**
 * Makes a queue worker's handler from a function that handles one message. Messages of a batch run concurrently, and
 * the failed ones are reported: only they are delivered again, and a poison message ends in the dead-letter queue
 * without delaying others.
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
