/** Largest document that is accepted, in bytes. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
