import * as z from 'zod';
import { SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { safeFileName, splitName } from '../files/names.ts';
import { type GuardedFetchOptions, type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
import { MAX_DOCUMENT_BYTES } from './largest-document.ts';
import { UnreachableError } from './unreachable.ts';

/** A file in the document library of a SharePoint site, with a token that may read it. */
export interface SharepointFile {
  siteId: string;
  itemId: string;
  /** An access token for Microsoft Graph. It is sent to Graph only and never stored. */
  oboToken: string;
}

/** The part of Graph's `driveItem` that is read. */
const Item = z.object({ name: z.string(), size: z.number().optional(), file: z.unknown().optional() });

/** File types that Graph converts to PDF (driveItem: content in another format). */
const CONVERTED = /\.(csv|docx?|od[pst]|pot[mx]?|pps[mx]?|ppt[mx]?|rtf|xlsx?)$/i;

const LARGEST_ANSWER = 1024 * 1024;

/**
 * Reads a file's bytes and name from Microsoft Graph with the caller's token, as PDF if Graph can convert it. Throws
 * `sharepoint_file_not_found`, `sharepoint_refused` for a bad token, `sharepoint_unavailable`, or `invalid` if the item
 * is no file, is larger than 50 MB, or can't become a PDF.
 */
export const fetchFromSharepoint = async (file: SharepointFile): Promise<{ bytes: Uint8Array; name: string }> => {
  const item = await itemOf(file);
  if (item.file === undefined) return invalid('itemId', 'is a folder, not a file');
  if ((item.size ?? 0) > MAX_DOCUMENT_BYTES)
    return invalid('itemId', 'the file is larger than the 50 MB that are allowed');
  const name = safeFileName(item.name);
  const converted = CONVERTED.test(name);
  const { bytes } = await ask(file, `/content${converted ? '?format=pdf' : ''}`, {
    timeoutMs: 20 * SECOND,
    maxBytes: MAX_DOCUMENT_BYTES,
    // Graph redirects to a pre-authorized link, which needs no token.
    follow: true,
  });
  return { bytes, name: converted ? `${splitName(name).stem}.pdf` : name };
};

const itemOf = async (file: SharepointFile): Promise<z.output<typeof Item>> => {
  const { bytes } = await ask(file, '?$select=name,size,file', { timeoutMs: 5 * SECOND, maxBytes: LARGEST_ANSWER });
  try {
    return Item.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return fail('sharepoint_unavailable', { reason: 'it sent an invalid answer' });
  }
};

const ask = async (
  { siteId, itemId, oboToken }: SharepointFile,
  what: string,
  options: Pick<GuardedFetchOptions, 'timeoutMs' | 'maxBytes' | 'follow'>,
): Promise<GuardedResponse> => {
  const item = `/v1.0/sites/${encodeURIComponent(siteId)}/drive/items/${encodeURIComponent(itemId)}`;
  try {
    const headers = { authorization: `Bearer ${oboToken}` };
    const response = await guardedFetch(`${config.graphUrl()}${item}${what}`, { ...options, headers });
    return response.status === 200 ? response : refused(response.status);
  } catch (error) {
    if (error instanceof UnreachableError) return fail('sharepoint_unavailable', { reason: error.reason });
    throw error;
  }
};

const refused = (status: number): never => {
  switch (status) {
    case 401:
    case 403:
      return fail('sharepoint_refused');
    case 404:
    case 410:
      return fail('sharepoint_file_not_found');
    case 400:
      return invalid('itemId', "Microsoft Graph doesn't accept it, or siteId, as an id");
    case 406:
    case 415:
      return invalid('itemId', "Microsoft Graph can't make a PDF of the file");
    default:
      return fail('sharepoint_unavailable', { reason: `it answered with status ${status}` });
  }
};
