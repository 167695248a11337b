import { MIMEType } from 'node:util';
import { SECOND } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { safeFileName } from '../files/names.ts';
import { type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
import { UnreachableError } from './unreachable.ts';

/** Largest document that is taken in, in bytes. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

/**
 * The document at `uri`: its bytes and a name for it (from Content-Disposition, else the end of its path). https only,
 * no private addresses, at most 50 MB and 30 seconds, up to three redirects. Ends the request with 406 naming `field`
 * and the reason where it can't be had.
 */
export const fetchDocument = async (uri: string, field = 'uri'): Promise<{ bytes: Uint8Array; name: string }> => {
  try {
    const response = await guardedFetch(uri, { timeoutMs: 30 * SECOND, maxBytes: MAX_DOCUMENT_BYTES, follow: true });
    if (response.status !== 200) throw new UnreachableError(`the server answered with status ${response.status}`);
    return { bytes: response.bytes, name: nameOf(response) };
  } catch (error) {
    if (error instanceof UnreachableError) return invalid(field, `The document could not be fetched: ${error.reason}.`);
    throw error;
  }
};

const nameOf = (response: GuardedResponse): string =>
  safeFileName(
    attachmentName(response.headers['content-disposition'] ?? '') ??
      decoded(new URL(response.url).pathname.split('/').at(-1) ?? ''),
  );

/** The file name in a Content-Disposition header (RFC 6266), whose parameters are written like those of a media type. */
const attachmentName = (header: string): string | undefined => {
  try {
    const { params } = new MIMEType(`header/${header}`);
    const extended = params.get('filename*')?.match(/^utf-8'[^']*'(.+)$/i)?.[1];
    return (extended && decoded(extended)) || params.get('filename') || undefined;
  } catch {
    return undefined;
  }
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
