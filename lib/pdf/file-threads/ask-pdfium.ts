import { parentPort } from 'node:worker_threads';
import { runPdfiumElsewhere } from '../pdfium/pdfium.ts';
import { PdfiumError } from '../pdfium/pdfium-failure.ts';
import { ownBytes } from '../threads/threads.ts';
import type { Answer, Asked, Message } from './file-messages.ts';

/** Lets the main thread run PDFium's tasks for this one (`pdfium-for-threads.ts`). */
export const askForPdfium = (): void => {
  let waiting: PromiseWithResolvers<unknown> | undefined;
  runPdfiumElsewhere((task, given) => {
    waiting = Promise.withResolvers<unknown>();
    const own = ownBytes(given);
    const asked: Message = { kind: 'asked', task, given: own.given as Asked['given'] };
    parentPort?.postMessage(asked, own.buffers);
    return waiting.promise as Promise<never>;
  });
  parentPort?.on('message', (message: Answer | { kind: string }) => {
    if ('kind' in message) return;
    if ('fault' in message) waiting?.reject(new PdfiumError(message.fault, message.page));
    else waiting?.resolve(message.result);
  });
};
