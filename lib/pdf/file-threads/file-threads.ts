import type { Worker } from 'node:worker_threads';
import { Failure } from '../../base/errors.ts';
import { type Budget, TOO_MUCH_MEMORY, TOO_MUCH_TIME } from '../threads/budget.ts';
import { IS_BUNDLED, ownBytes, Threads, watchThread } from '../threads/threads.ts';
import type { Answer, Asked, Message, TaskTypes } from './file-messages.ts';

/** A file needs more time or memory than a file gets. `reason` is the end of a sentence. */
export class FileLimitError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'FileLimitError';
    this.reason = reason;
  }
}

/** Megabytes of objects in a thread. A function has 1769 MB, and files themselves don't count. */
const HEAP_MB = 1024;

/** A thread that needed more bytes than this ends with its task, because they would stay until they are collected. */
const MEMORY_KEPT = 256 * 1024 * 1024;

/** Does in this thread what a thread asks for, within the time that is left for the file. */
export type Assist = (order: Asked, budget: Budget) => Promise<Answer | { unexpected: unknown }>;

/**
 * Makes the function that runs tasks on strangers' files in threads. `file` is the name of the thread's code beside
 * `of`, without its ending; it calls `answerTasks`. If it asks for PDFium's tasks, `assist` does them. A task is ended
 * when the file has used up its time (`budget`, from which what was used is taken), or the thread its memory: it throws
 * `FileLimitError`. A file without any time left gets no thread. It throws what the task throws if that is a `Failure`.
 */
export const fileThreads = <T extends TaskTypes<T>>(file: string, of: string, assist: Assist = refuseToAssist) => {
  const threads = new Threads(new URL(`./${file}.${IS_BUNDLED ? 'mjs' : 'ts'}`, of), {
    maxOldGenerationSizeMb: HEAP_MB,
  });
  return async <K extends keyof T>(kind: K, given: T[K]['given'], budget: Budget): Promise<T[K]['result']> => {
    if (budget.left <= 0) throw new FileLimitError(TOO_MUCH_TIME);
    const ended = await threads.run(async (thread) => {
      const { result, isIdle } = await carryOut(thread, { kind: String(kind), given }, budget, assist);
      return { result, keep: isIdle && result.memory <= MEMORY_KEPT };
    });
    if (ended.kind === 'failed') throw new Failure(ended.code, ended.details);
    return ended.result as T[K]['result'];
  };
};

/** A task has ended by itself, so its thread can do others. `isIdle`: no answer is on its way to the thread. */
interface Ended {
  result: Extract<Message, { kind: 'done' | 'failed' }>;
  isIdle: boolean;
}

const refuseToAssist: Assist = async () => ({ unexpected: new Error('This kind of thread uses no PDFium') });

const carryOut = (
  thread: Worker,
  { kind, given }: { kind: string; given: object },
  budget: Budget,
  assist: Assist,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let begun: number | undefined;
    let asked = 0;
    const charge = (cpu: number): void => {
      budget.left -= cpu - (begun ?? cpu);
      begun = cpu;
    };
    const watch = watchThread(thread, {
      milliseconds: Math.max(budget.left, 0),
      look: (used) => {
        if (begun === undefined) return;
        charge(used);
        if (budget.left < 0) fail(new FileLimitError(TOO_MUCH_TIME));
      },
      onWall: () => {
        if (asked === 0) fail(new FileLimitError(TOO_MUCH_TIME));
      },
    });
    const stop = (): void => {
      watch.stop();
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const answer = async (order: Asked): Promise<void> => {
      asked++;
      const reply = await assist(order, budget);
      asked--;
      watch.again();
      if ('unexpected' in reply) fail(reply.unexpected);
      else thread.postMessage(reply);
    };
    const onMessage = (message: Message): void => {
      if (message.kind === 'begun') begun = message.cpu;
      else if (message.kind === 'asked') void answer(message);
      else {
        charge(message.cpu);
        stop();
        // The task may have used up the time between two looks.
        if (message.kind === 'done' && budget.left < 0) reject(new FileLimitError(TOO_MUCH_TIME));
        else resolve({ result: message, isIdle: asked === 0 });
      }
    };
    const onError = (error: unknown): void => fail(isOutOfMemory(error) ? new FileLimitError(TOO_MUCH_MEMORY) : error);
    const onExit = (): void => fail(new Error('A thread ended without a result'));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    const own = ownBytes(given);
    thread.postMessage({ kind, given: own.given }, own.buffers);
  });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
