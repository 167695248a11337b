import type { DocumentItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { keptPage, linkToPage } from '../../documents/kept-pages.ts';
import { pageStampsVersion } from '../rules/stamping.ts';
import { keysOf, originalKeys, type PageKeys } from './original-keys.ts';

/** Keys for the document with submitted values: a page without any has the original's, which is drawn already. */
export const filledKeys =
  (document: DocumentItem, state: EnvelopeState): PageKeys =>
  (page, part) => {
    const version = pageStampsVersion(document, state, page);
    const keys = version === null ? originalKeys(document, 'original') : keysOf(document, 'filled', version);
    return keys(page, part);
  };

/** Page 1 of the document to sign, with a link to its picture; null if it isn't drawn yet. */
export const firstPage = async (
  state: EnvelopeState,
): Promise<{ document_id: string; page: number; picture: string } | null> => {
  const document = state.documents.find(({ type }) => type === 'attachment');
  const kept = document && (await keptPage(filledKeys(document, state), 1));
  return kept ? { document_id: document.id, page: 1, picture: await linkToPage(document, 1, kept) } : null;
};
