import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Budget } from '../threads/budget.ts';
import { IS_BUNDLED, ownBytes, Threads, watchThread } from '../threads/threads.ts';
import { PdfiumError } from './pdfium-failure.ts';
import { MEMORY_KEPT, NATIVE_STACK_MB, TIME_LIMITS, type TimeLimit } from './pdfium-limits.ts';
import type { Tasks } from './pdfium-tasks.ts';
import type { Order, Report } from './pdfium-worker.ts';

const threads = new Threads(new URL(IS_BUNDLED ? './pdfium-worker.mjs' : './pdfium-worker.ts', import.meta.url), {
  stackSizeMb: NATIVE_STACK_MB,
});

let code: Promise<WebAssembly.Module> | undefined;

/** PDFium's code, compiled once for all threads on first use. In a bundle it is beside the function's. */
const compiledCode = (): Promise<WebAssembly.Module> => {
  const file = IS_BUNDLED
    ? fileURLToPath(new URL('./pdfium.wasm', import.meta.url))
    : createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  code ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  return code;
};

/** No thread for PDFium could be started. The file isn't the cause: the same file may succeed later. */
export class PdfiumStartError extends Error {
  constructor(cause: unknown) {
    super('PDFium did not start', { cause });
    this.name = 'PdfiumStartError';
  }
}

/** Runs a task of PDFium. */
export type RunPdfium = <K extends keyof Tasks>(kind: K, given: Tasks[K]['given']) => Promise<Tasks[K]['result']>;

let runHere: RunPdfium = (kind, given) => runPdfiumWithin(undefined, kind, given);

/** Lets another thread run all tasks that this thread asks for (`file-worker.ts`). */
export const runPdfiumElsewhere = (run: RunPdfium): void => {
  runHere = run;
};

/**
 * Runs a task of PDFium in a thread of its own, which can be ended without affecting the process and other tasks. Each
 * file is opened in a new instance, so that the result doesn't depend on earlier files. Throws `PdfiumError`.
 */
export const runPdfium: RunPdfium = (kind, given) => runHere(kind, given);

/**
 * The same, within the time that is left for the file, and takes from it what was used. A file without any time left
 * gets no thread.
 */
export const runPdfiumWithin = async <K extends keyof Tasks>(
  budget: Budget | undefined,
  kind: K,
  given: Tasks[K]['given'],
): Promise<Tasks[K]['result']> => {
  if (budget && budget.left <= 0) throw new PdfiumError('time_limit');
  const ended = await threads.run(async (thread) => {
    const order = { kind, given, code: await compiledCode() } as Order;
    const result = await carryOut(thread, order, budget);
    return { result, keep: result.memory <= MEMORY_KEPT && !hasFailed(result) };
  });
  if (ended.kind === 'failed') throw new PdfiumError(ended.fault, ended.page);
  return ended.result as Tasks[K]['result'];
};

/** A task has ended by itself. */
type Ended = Extract<Report, { kind: 'done' | 'failed' }>;

/** True if PDFium's code has failed, and not only refused the file: its thread ends with it. */
const hasFailed = (ended: Ended): boolean =>
  ended.kind === 'failed' && (ended.fault === 'aborted' || ended.fault === 'memory_limit');

const carryOut = (thread: Worker, order: Order, budget: Budget | undefined): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const watch = watchTime(thread, TIME_LIMITS[order.kind], budget, (page) =>
      fail(new PdfiumError('time_limit', page)),
    );
    const stop = (): void => {
      watch.stop();
      thread.off('message', onReport).off('error', onEnd).off('exit', onEnd);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const onReport = (report: Report): void => {
      if (report.kind === 'begun') {
        watch.note(report);
        return;
      }
      watch.end(report.cpu);
      stop();
      // The task may have used up the time between two looks.
      if (report.kind === 'done' && budget && budget.left < 0) reject(new PdfiumError('time_limit', watch.page()));
      else resolve(report);
    };
    // Before it has begun, the file isn't the cause.
    const onEnd = (reason: unknown): void =>
      fail(watch.hasBegun() ? new PdfiumError('aborted', watch.page()) : new PdfiumStartError(reason));
    thread.on('message', onReport).on('error', onEnd).on('exit', onEnd);
    const { given, buffers } = ownBytes(order.given);
    thread.postMessage({ ...order, given }, buffers);
  });

type Begun = Extract<Report, { kind: 'begun' }>;

/** Calls `onLimit` when a thread has used up its time for a page, for the task, or for the file. */
const watchTime = (
  thread: Worker,
  limit: TimeLimit,
  budget: Budget | undefined,
  onLimit: (page: number | undefined) => void,
) => {
  let task: number | undefined;
  let current: Begun | undefined;
  let pages = 0;
  /** Time that belongs to the pages themselves, and not to the file. */
  const free = (): number => pages * (limit.each ?? 0);
  const charge = (used: number): void => {
    if (budget) budget.left -= Math.max(0, used - free());
  };
  const look = (used: number): void => {
    if (task === undefined || !current) return;
    const whole = used - task;
    if (used - current.cpu <= limit.page && whole <= limit.document && !(budget && whole - free() > budget.left))
      return;
    charge(whole);
    onLimit(current.page);
  };
  const watch = watchThread(thread, {
    milliseconds: limit.document,
    look,
    onWall: () => onLimit(current?.page),
  });
  return {
    note: (begun: Begun): void => {
      task ??= begun.cpu;
      current = begun;
      if (begun.page !== undefined) pages++;
    },
    end: (cpu: number): void => charge(cpu - (task ?? cpu)),
    hasBegun: (): boolean => current !== undefined,
    page: (): number | undefined => current?.page,
    stop: watch.stop,
  };
};
