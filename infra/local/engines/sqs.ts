import { buildApp } from 'fauxqs';
import { holdPort, keepPort, LOOPBACK, loopbackUrl } from '../shared/loopback.ts';
import { never, type QueueEngine } from './engine.ts';
import { keepMessages } from './queue-journal.ts';
import { rewriteQueueUrls } from './queue-urls.ts';

/** Starts SQS: `fauxqs` in this process. Its queues are in memory; the journal at `journalPath` makes them durable. */
export const startSqs = async (journalPath: string): Promise<QueueEngine> => {
  const app = buildApp({ logger: false });
  const own = { endpoint: '' };
  rewriteQueueUrls(app, own);
  const unfinished = keepMessages(app, journalPath);
  const port = await keepPort('sqs', async (wanted) => {
    const address = await app.listen({ port: wanted, host: LOOPBACK });
    return Number(new URL(address).port);
  });
  own.endpoint = loopbackUrl(port);
  const stop = async () => {
    await app.close();
    await holdPort('sqs');
  };
  return { endpoint: own.endpoint, external: false, failed: never, unfinished, stop };
};
