import { MIMEType } from 'node:util';
import { SECOND } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { safeFileName } from '../files/names.ts';
import { type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
import { MAX_DOCUMENT_BYTES } from './largest-document.ts';
import { UnreachableError } from './unreachable.ts';

/**
 * Fetches the document at `uri`: its bytes and a name (from Content-Disposition, else the end of its path). https only,
 * no private addresses, at most 50 MB and 30 seconds, up to three redirects. Throws `invalid` for `field`, with the
 * reason, if it can't be fetched.
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

/** The file name in a Content-Disposition header (RFC 6266). Its parameters have the syntax of a media type's. */
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
