import { getFile, linkToFile, putFile } from '../../aws/files/file-store.ts';
import { splitName } from '../../aws/files/names.ts';
import { fail } from '../../base/errors.ts';
import { renderPage } from '../../pdf/pdfium/render.ts';
import type { Template, TemplateDocumentItem } from '../../storage/records/template.ts';
import { notePageImages } from '../../storage/templates/write.ts';
import { type KeptPage, keptOrDrawn, keptPage } from '../documents/kept-pages.ts';
import { presentPage } from '../documents/present-pages.ts';
import { documentFile, type Pages, pagesOf, THUMBNAIL, type Variant, viewFiles } from './document-files.ts';
import { sortedDocuments } from './present-template.ts';

/** A page is open in a browser for a while before its image is loaded. */
const LINK_SECONDS = 3600;
/** In pixels. */
const THUMBNAIL_WIDTH = 256;

/**
 * Makes a short-lived link to a page's image (PNG). The first request renders and stores it; the document's item lists
 * the rendered pages, so that no request has to look into the bucket.
 */
export const pageImageLink = async (
  document: TemplateDocumentItem,
  variant: Variant,
  page: number,
): Promise<string> => {
  demandPageOf(document, page);
  const pages = pagesOf(document, variant);
  if (!document[pages.rendered]?.has(page)) await render(document, pages, page);
  return linkToFile(pages.image(page), {
    filename: `${splitName(document.name).stem} ${page}.png`,
    mime: 'image/png',
    disposition: 'inline',
    expiresIn: LINK_SECONDS,
  });
};

/** Throws `page_not_found` unless the document has the page. */
export const demandPageOf = ({ pages }: TemplateDocumentItem, page: number): void => {
  if (page < 1 || page > pages) fail('page_not_found');
};

/** Returns a small image (PNG) of the document's first page. */
export const thumbnail = async (document: TemplateDocumentItem): Promise<Uint8Array> => {
  const pages = pagesOf(document, 'tagged');
  return document.rendered?.has(THUMBNAIL) ? getFile(pages.image(THUMBNAIL)) : render(document, pages, THUMBNAIL);
};

const render = async (document: TemplateDocumentItem, pages: Pages, page: number): Promise<Uint8Array> => {
  const pdf = await getFile(pages.pdf, { sha256: pages.sha256 });
  const image = page === THUMBNAIL ? await renderPage(pdf, 1, { width: THUMBNAIL_WIDTH }) : await renderPage(pdf, page);
  await putFile(pages.image(page), image, 'image/png');
  // If the document was deleted meanwhile, nothing refers to the image.
  if (!(await notePageImages(document, pages.rendered, [page]))) fail('document_not_found');
  return image;
};

/**
 * Pages as signers will see them, with their text, drawn at the first request (`keptOrDrawn`). Throws
 * `document_not_found` if the document is deleted meanwhile.
 */
export const viewedPages = async (document: TemplateDocumentItem, pages: readonly number[]): Promise<KeptPage[]> => {
  const bytes = () => getFile(documentFile(document), { sha256: document.sha256 });
  const kept = await keptOrDrawn(viewFiles(document), pages, bytes);
  const fresh = kept.map(({ page }) => page).filter((page) => page > 1 && !document.viewed?.has(page));
  // If the document was deleted meanwhile, nothing refers to the pictures.
  if (fresh.length > 0 && !(await notePageImages(document, 'viewed', fresh))) fail('document_not_found');
  return kept;
};

/** Page 1 of the first document, with a link to its picture; null where it wasn't drawn yet. */
export const firstViewedPage = async ({ documents }: Pick<Template, 'documents'>) => {
  const [first] = sortedDocuments(documents);
  const kept = first && (await keptPage(viewFiles(first), 1));
  return kept ? { document_id: first.id, ...(await presentPage(first, kept)) } : null;
};
