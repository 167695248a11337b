/** A thread that runs PDFium, one task after the other (`pdfium.ts` starts and ends it). */
import { parentPort } from 'node:worker_threads';
import { PdfiumError, type PdfiumFault } from './pdfium-failure.ts';
import { type Tasks, tasks } from './pdfium-tasks.ts';

export type Order = {
  [K in keyof Tasks]: { kind: K; given: Tasks[K]['given']; code: WebAssembly.Module };
}[keyof Tasks];

/** Messages of the thread: it has begun a page, or the task has ended. `cpu` is its processor time in milliseconds. */
export type Report =
  | { page: number | undefined; cpu: number }
  | { result: unknown; memory: number }
  | { fault: PdfiumFault; page: number | undefined };

const report = (message: Report): void => parentPort?.postMessage(message);

const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const run = async ({ kind, given, code }: Order): Promise<void> => {
  const memory = { bytes: 0 };
  report({ page: undefined, cpu: cpu() });
  const work = tasks[kind] as (given: unknown, context: Parameters<(typeof tasks)['check']>[1]) => Promise<unknown>;
  try {
    const result = await work(given, { code, memory, cpu, onPage: (page) => report({ page, cpu: cpu() }) });
    report({ result, memory: memory.bytes });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    report({ fault: error.fault, page: error.page });
  }
};

parentPort?.on('message', run);
