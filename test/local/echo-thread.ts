import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import type { Call } from '../../infra/local/function-thread.ts';
import { setClock, timestamp } from '../../lib/base/clock.ts';

/** A thread with one function, which says what it got. `{ fail }`, `{ wait }` and `{ die }` have it do that. */
parentPort?.on('message', async ({ id, event, requestId, clock }: Call) => {
  const { fail, wait, die } = event as { fail?: string; wait?: number; die?: boolean };
  if (die) process.exit(1);
  setClock(clock);
  await sleep(wait ?? 0);
  const end = fail
    ? { error: { name: 'Error', message: fail, stack: undefined } }
    : { answer: { thread: threadId, time: timestamp(), requestId } };
  parentPort?.postMessage({ id, ...end });
});
parentPort?.postMessage({ operations: [{ id: 'echo', route: 'GET /echo' }] });
