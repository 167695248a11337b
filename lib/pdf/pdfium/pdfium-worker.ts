/** A thread that runs PDFium, one task after the other (`pdfium.ts` starts and ends it). */
import { parentPort } from 'node:worker_threads';
import { threadTime } from '../threads/threads.ts';
import { PdfiumError, type PdfiumFault } from './pdfium-failure.ts';
import { type Tasks, tasks } from './pdfium-tasks.ts';

export type Order = {
  [K in keyof Tasks]: { kind: K; given: Tasks[K]['given']; code: WebAssembly.Module };
}[keyof Tasks];

/** Messages of the thread: it has begun a page, or the task has ended. `cpu` is its processor time in milliseconds. */
export type Report =
  | { kind: 'begun'; page: number | undefined; cpu: number }
  | { kind: 'done'; result: unknown; memory: number; cpu: number }
  | { kind: 'failed'; fault: PdfiumFault; page: number | undefined; memory: number; cpu: number };

const report = (message: Report): void => parentPort?.postMessage(message);

const run = async ({ kind, given, code }: Order): Promise<void> => {
  const memory = { bytes: 0 };
  report({ kind: 'begun', page: undefined, cpu: threadTime() });
  const work = tasks[kind] as (given: unknown, context: Parameters<(typeof tasks)['check']>[1]) => Promise<unknown>;
  try {
    const result = await work(given, {
      code,
      memory,
      cpu: threadTime,
      onPage: (page) => report({ kind: 'begun', page, cpu: threadTime() }),
    });
    report({ kind: 'done', result, memory: memory.bytes, cpu: threadTime() });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    report({ kind: 'failed', fault: error.fault, page: error.page, memory: memory.bytes, cpu: threadTime() });
  }
};

parentPort?.on('message', run);
