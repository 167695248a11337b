import { MAX_DOCUMENT_BYTES } from '../../aws/net/largest-document.ts';

/** Largest document, in bytes: 50 MB. */
export const LARGEST_DOCUMENT = MAX_DOCUMENT_BYTES;

/** The most documents of one call. */
export const DOCUMENTS_PER_CALL = 10;

/** Largest sum of all documents of one call, in bytes: a function has them in memory at the same time. */
export const LARGEST_CALL = 100 * 1024 * 1024;

/** Formats bytes as megabytes for messages. */
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
