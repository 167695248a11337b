import { parentPort, workerData } from 'node:worker_threads';
import { loadPdf } from '../../lib/pdf/file/load-pdf.ts';

/** Opens a file in a thread of its own, and tells the reason why it can't. */
loadPdf(workerData as Uint8Array).then(
  () => parentPort?.postMessage('opened'),
  (error: unknown) => parentPort?.postMessage((error as { reason?: string }).reason ?? String(error)),
);
