import type { Failure } from '../../base/errors.ts';
import type { PdfiumFault } from '../pdfium/pdfium-failure.ts';
import type { Tasks } from '../pdfium/pdfium-tasks.ts';

/** Tasks of a kind of thread by name, with input and result. */
export type TaskTypes<T> = { [K in keyof T]: { given: object; result: object } };

/** A task of PDFium that a thread asks for. It has one at a time. */
export interface Asked {
  kind: 'asked';
  task: keyof Tasks;
  given: Tasks[keyof Tasks]['given'];
}

/** Result of PDFium's task. */
export type Answer = { result: unknown } | { fault: PdfiumFault; page: number | undefined };

/** Messages of a thread. `cpu` is its processor time in milliseconds, `memory` the bytes that it holds. */
export type Message =
  | { kind: 'begun'; cpu: number }
  | Asked
  | { kind: 'done'; result: unknown; memory: number; cpu: number }
  | { kind: 'failed'; code: Failure['code']; details: Failure['details']; memory: number; cpu: number };
