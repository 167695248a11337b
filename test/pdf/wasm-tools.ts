import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Ran, ReadText, Reply, Run } from './wasm-worker.ts';

interface Running {
  worker: Worker;
  port: MessagePort;
  done: Int32Array<SharedArrayBuffer>;
}

let running: Running | undefined;

const start = (): Running => {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./wasm-worker.ts', import.meta.url), {
    workerData: { port: port2, done },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { worker, port: port1, done };
};

/** Longer than any file of the tests takes. */
const LIMIT = 60_000;

/**
 * Waits for the worker thread, so that a test calls a WASM program as it would call an installed one. A thread that
 * does not answer in time, or that died, is replaced at the next call; this call throws.
 */
const ask = (question: Run | ReadText): Reply => {
  running ??= start();
  const { worker, port, done } = running;
  Atomics.store(done, 0, 0);
  port.postMessage(question);
  Atomics.wait(done, 0, 0, LIMIT);
  const reply = receiveMessageOnPort(port) as { message: Reply } | undefined;
  if (reply) return reply.message;
  void worker.terminate();
  running = undefined;
  throw new Error(`${question.program} gave no answer`);
};

/** Runs qpdf, which comes as WASM with `npm ci`. Throws where it died of what it was given. */
export const runQpdf = (run: Omit<Run, 'program'>): Ran => {
  const reply = ask({ program: 'qpdf', ...run });
  if ('ran' in reply) return reply.ran;
  throw new Error(`qpdf died: ${'failure' in reply ? reply.failure : ''}`);
};

/** The text of a PDF's pages, as PDFium reads it. Throws where it can't. */
export const pdfiumText = (file: Uint8Array): string => {
  const reply = ask({ program: 'pdfium', file });
  if ('text' in reply) return reply.text;
  throw new Error(`PDFium can't read the text: ${'failure' in reply ? reply.failure : ''}`);
};
