import { MAX_DOCUMENT_BYTES } from '../../aws/net/fetch-document.ts';

/** Largest document that is taken in, in bytes: 50 MB. */
export const LARGEST_DOCUMENT = MAX_DOCUMENT_BYTES;

/** The most documents that one call can give. */
export const DOCUMENTS_PER_CALL = 10;

/** All documents of one call together, in bytes: a function holds them in memory at the same time. */
export const LARGEST_CALL = 100 * 1024 * 1024;

/** Bytes as the megabytes that messages state. */
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
