import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PdfiumError } from './pdfium-failure.ts';
import { MEMORY_KEPT, NATIVE_STACK_MB, TIME_LIMITS, type TimeLimit, WALL_FACTOR } from './pdfium-limits.ts';
import type { Tasks } from './pdfium-tasks.ts';
import type { Order, Report } from './pdfium-worker.ts';

/** Number of threads: while one is busy with a hostile file, others continue. */
const MOST_THREADS = Math.max(2, Math.min(4, availableParallelism()));

/** Milliseconds between two checks of a thread's time. */
const LOOK_EVERY = 100;

/** In a bundle the thread's code is beside the function's, and so is PDFium. */
const isBundled = !import.meta.url.endsWith('.ts');
const THREAD = new URL(isBundled ? './pdfium-worker.mjs' : './pdfium-worker.ts', import.meta.url);

let code: Promise<WebAssembly.Module> | undefined;

/** PDFium's code, compiled once for all threads on first use. */
const compiledCode = (): Promise<WebAssembly.Module> => {
  const file = isBundled
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

const idle: Worker[] = [];
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a task of PDFium in a thread of its own, which can be ended without affecting the process and other tasks. Each
 * file is opened in a new instance, so that the result doesn't depend on earlier files. Throws `PdfiumError`.
 */
export const runPdfium = async <K extends keyof Tasks>(
  kind: K,
  given: Tasks[K]['given'],
): Promise<Tasks[K]['result']> => {
  await takeTurn();
  const worker = idle.pop() ?? startWorker();
  worker.ref();
  try {
    const { result, memory } = await carryOut(worker, { kind, given, code: await compiledCode() } as Order);
    if (memory > MEMORY_KEPT) end(worker);
    else keep(worker);
    return result as Tasks[K]['result'];
  } catch (error) {
    end(worker);
    throw error;
  } finally {
    giveTurn();
  }
};

const takeTurn = async (): Promise<void> => {
  if (running < MOST_THREADS) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
};

const giveTurn = (): void => {
  const next = waiting.shift();
  if (next) next();
  else running--;
};

/** Starts a thread. It reads strangers' files, so it gets nothing of the process's environment, such as keys. */
const startWorker = (): Worker => {
  const worker = new Worker(THREAD, {
    env: {},
    execArgv: [],
    argv: [],
    resourceLimits: { stackSizeMb: NATIVE_STACK_MB },
  });
  // A waiting task gets the error, too; later messages of the thread are ignored.
  worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  return worker;
};

const forget = (worker: Worker): void => {
  const at = idle.indexOf(worker);
  if (at >= 0) idle.splice(at, 1);
};

/** Keeps a thread for the next task, without keeping the process alive. */
const keep = (worker: Worker): void => {
  worker.unref();
  idle.push(worker);
};

const end = (worker: Worker): void => {
  worker.unref();
  void worker.terminate();
};

type Done = Extract<Report, { result: unknown }>;

const carryOut = (worker: Worker, order: Order): Promise<Done> =>
  new Promise((resolve, reject) => {
    const watch = watchTime(worker, TIME_LIMITS[order.kind], (page) => fail(new PdfiumError('time_limit', page)));
    const stop = (): void => {
      watch.stop();
      worker.off('message', onReport).off('error', onEnd).off('exit', onEnd);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const onReport = (report: Report): void => {
      if ('cpu' in report) watch.note(report);
      else if ('fault' in report) fail(new PdfiumError(report.fault, report.page));
      else {
        stop();
        resolve(report);
      }
    };
    // Before it has begun, the file isn't the cause.
    const onEnd = (reason: unknown): void =>
      fail(watch.hasBegun() ? new PdfiumError('aborted', watch.page()) : new PdfiumStartError(reason));
    worker.on('message', onReport).on('error', onEnd).on('exit', onEnd);
    const { given, buffers } = ownBytes(order.given);
    worker.postMessage({ ...order, given }, buffers);
  });

/** Copies the files before they are transferred: a view would be transferred with its whole buffer. */
const ownBytes = (given: object): { given: object; buffers: ArrayBuffer[] } => {
  const buffers: ArrayBuffer[] = [];
  const entries = Object.entries(given).map(([key, value]): [string, unknown] => {
    if (!(value instanceof Uint8Array)) return [key, value];
    const copy = new Uint8Array(value);
    buffers.push(copy.buffer);
    return [key, copy];
  });
  return { given: Object.fromEntries(entries), buffers };
};

type Begun = Extract<Report, { cpu: number }>;

/** Calls `onLimit` when a thread has used up its time for a page or for the task. */
const watchTime = (worker: Worker, limit: TimeLimit, onLimit: (page: number | undefined) => void) => {
  const started = performance.now();
  let task: number | undefined;
  let current: Begun | undefined;
  const look = async (): Promise<void> => {
    if (performance.now() - started > limit.document * WALL_FACTOR) return onLimit(current?.page);
    const { user, system } = await worker.cpuUsage();
    const used = (user + system) / 1000;
    if (task === undefined || !current) return;
    if (used - current.cpu > limit.page || used - task > limit.document) onLimit(current.page);
  };
  // A thread that has not started, or has ended, can't answer.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  return {
    note: (begun: Begun): void => {
      task ??= begun.cpu;
      current = begun;
    },
    hasBegun: (): boolean => current !== undefined,
    page: (): number | undefined => current?.page,
    stop: (): void => clearInterval(timer),
  };
};
