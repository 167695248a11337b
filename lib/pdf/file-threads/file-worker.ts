/** The other end of `file-threads.ts`: what its threads do. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { Failure } from '../../base/errors.ts';
import { leaveTimeToThread } from '../file/time-limit.ts';
import { ownBytes, threadTime } from '../threads/threads.ts';
import type { Answer, Message, TaskTypes } from './file-messages.ts';

const post = (message: Message, buffers: ArrayBuffer[] = []): void => parentPort?.postMessage(message, buffers);

/** Runs the tasks that the thread is given, one after the other. */
export const answerTasks = <T extends TaskTypes<T>>(
  tasks: {
    [K in keyof T]: (given: T[K]['given']) => Promise<T[K]['result']>;
  },
): void => {
  leaveTimeToThread();
  parentPort?.on('message', (message: Answer | { kind: keyof T; given: never }) => {
    if ('kind' in message) void run(() => tasks[message.kind](message.given));
  });
};

/** Bytes that this thread holds. */
const memoryHeld = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

const run = async (work: () => object | Promise<object>): Promise<void> => {
  post({ kind: 'begun', cpu: threadTime() });
  try {
    const { given: result, buffers } = ownBytes(await work());
    post({ kind: 'done', result, memory: memoryHeld(), cpu: threadTime() }, buffers);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, details } = error;
    post({ kind: 'failed', code, details, memory: memoryHeld(), cpu: threadTime() });
  }
};
