import { getFile } from '../../../aws/files/file-store.ts';
import { viewFirstPage } from '../../../pdf/pdfium/render.ts';
import type { DocumentItem } from '../../../storage/records/envelope.ts';
import type { TemplateDocumentItem } from '../../../storage/records/template.ts';
import { copyPage } from '../../documents/copied-page.ts';
import { keepPage } from '../../documents/kept-pages.ts';
import { documentFile, viewFiles } from '../../templates/document-files.ts';
import { originalKeys } from '../reading/original-keys.ts';

type Named = Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>;

/** Draws the first page of a sent document, so that the first recipient sees it at once. */
export const drawFirstPage = async (document: Named, bytes: Uint8Array): Promise<void> => {
  const view = await viewFirstPage(bytes);
  if (view) await keepPage(originalKeys(document, 'original'), view);
};

/**
 * The same for the copy of a template's document. It is drawn for the template's first envelope, and copied to later
 * ones: a template's document never changes.
 */
export const copyFirstPage = async (source: TemplateDocumentItem, document: Named): Promise<void> => {
  const kept = viewFiles(source);
  const keys = originalKeys(document, 'original');
  if (await copyPage(kept, keys, 1)) return;
  const view = await viewFirstPage(await getFile(documentFile(source), { sha256: source.sha256 }));
  if (view) await Promise.all([keepPage(keys, view), keepPage(kept, view)]);
};
