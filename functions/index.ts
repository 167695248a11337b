import type { Operation } from '../lib/operation/operation.ts';

/** The whole API, one line per operation. */
export const operations: Operation[] = [];
