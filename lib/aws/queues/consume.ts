import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { log, logged, withLogKeys } from '../../base/log.ts';

/**
 * Makes a queue worker's handler from a function that handles one message. Messages of a batch run concurrently, and
 * the failed ones are reported: only they are delivered again, and a poison message ends in the dead-letter queue
 * without delaying others.
 */
export const queueConsumer = (handle: (body: string) => Promise<void>) =>
  logged(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(
      Records.map(({ messageId, body }) =>
        withLogKeys({ message_id: messageId, ...idsOf(body) }, async () => {
          try {
            await handle(body);
            return [];
          } catch (error) {
            const { name, message, stack } = error as Error;
            log().error('A message failed', { error: { name, message, stack } });
            return [{ itemIdentifier: messageId }];
          }
        }),
      ),
    );
    return { batchItemFailures: failed.flat() };
  });

/** Ids of what a message is about. Each queue has messages of its own shape. */
const idsOf = (body: string): Record<string, unknown> => {
  try {
    const { envelope_id, job_id, id, event_id = id } = JSON.parse(body) as Record<string, unknown>;
    return { envelope_id, job_id, event_id };
  } catch {
    return {};
  }
};
