import * as z from 'zod';
import { SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { safeFileName, splitName } from '../files/names.ts';
import { MAX_DOCUMENT_BYTES } from './fetch-document.ts';
import { type GuardedFetchOptions, type GuardedResponse, guardedFetch } from './guarded-fetch.ts';
import { UnreachableError } from './unreachable.ts';

/** A file in the document library of a SharePoint site, and what lets its holder read it. */
export interface SharepointFile {
  siteId: string;
  itemId: string;
  /** An access token for Microsoft Graph. It goes to Graph alone, and is kept nowhere. */
  oboToken: string;
}

/** What Graph tells of a file (`driveItem`). */
const Item = z.object({ name: z.string(), size: z.number().optional(), file: z.unknown().optional() });

/** Kinds of files that Graph makes PDFs of (driveItem: content in another format). */
const CONVERTED = /\.(csv|docx?|od[pst]|pot[mx]?|pps[mx]?|ppt[mx]?|rtf|xlsx?)$/i;

const LARGEST_ANSWER = 1024 * 1024;

/**
 * The bytes of a file in SharePoint and its name, read from Microsoft Graph with the caller's token. What Graph can make
 * a PDF of comes as one. Ends the request with 404 where Graph knows no such file, with 400 where it refuses the token or
 * doesn't answer, with 406 where the item is no file, is larger than 50 MB, or can't become a PDF.
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
    // Graph sends on to a link of its own, without the token.
    follow: true,
  });
  return { bytes, name: converted ? `${splitName(name).stem}.pdf` : name };
};

const itemOf = async (file: SharepointFile): Promise<z.output<typeof Item>> => {
  const { bytes } = await ask(file, '?$select=name,size,file', { timeoutMs: 5 * SECOND, maxBytes: LARGEST_ANSWER });
  try {
    return Item.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return fail('sharepoint_unavailable', { reason: 'its answer makes no sense' });
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
      return invalid('itemId', 'Microsoft Graph takes it, or siteId, for no id');
    case 406:
    case 415:
      return invalid('itemId', "Microsoft Graph can't make a PDF of the file");
    default:
      return fail('sharepoint_unavailable', { reason: `it answered with status ${status}` });
  }
};
