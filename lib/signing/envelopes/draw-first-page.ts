import { viewFirstPage } from '../../pdf/render.ts';
import type { DocumentItem } from '../../storage/records/envelope.ts';
import { keepPage, originalKeys } from './kept-pages.ts';

/** Draws the first page of a sent document, so that the first recipient sees it at once. */
export const drawFirstPage = async (
  document: Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>,
  bytes: Uint8Array,
): Promise<void> => {
  const view = await viewFirstPage(bytes);
  if (view) await keepPage(originalKeys(document, 'original'), view);
};
