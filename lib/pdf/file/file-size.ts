import { fail } from '../../base/errors.ts';

const MEGABYTE = 1024 * 1024;
const MAX_FILE_SIZE = 50 * MEGABYTE;

/** Throws `too_large` for a document above 50 MB. */
export const demandFileSize = (bytes: Uint8Array, name: string): void => {
  if (bytes.length > MAX_FILE_SIZE) {
    fail('too_large', { detail: `The document ${name} is larger than ${MAX_FILE_SIZE / MEGABYTE} MB.` });
  }
};
