import { fileKeys } from '../../aws/files/keys.ts';
import { copyFile, deleteFile, putFile } from '../../aws/files/store.ts';
import { timestamp } from '../../base/clock.ts';
import type { TemplateDocumentItem } from '../../storage/records/template.ts';
import type { ProcessedDocument } from '../pipeline/process.ts';

/** The item of a document that was accepted for a template. */
export const documentItem = (
  accepted: ProcessedDocument,
  template_id: string,
  organization_id: string,
): TemplateDocumentItem => {
  const at = timestamp();
  return {
    id: accepted.id,
    template_id,
    organization_id,
    name: accepted.name,
    order: accepted.order,
    pages: accepted.pages,
    mime: accepted.mime,
    size: accepted.size,
    page_sizes: accepted.page_sizes,
    sha256: accepted.sha256,
    record: accepted.record,
    original_name: accepted.original_name,
    ...(accepted.uploaded ? { processed: true } : {}),
    created_at: at,
    updated_at: at,
  };
};

/** Key of a template document's PDF in the bucket. */
export const documentFile = ({ organization_id, template_id, id }: TemplateDocumentItem): string =>
  fileKeys.templateDocument(organization_id, template_id, id);

/** Key of what was uploaded, before the pipeline took fields off its pages. */
const uploadFile = ({ organization_id, template_id, id }: TemplateDocumentItem): string =>
  fileKeys.templateUpload(organization_id, template_id, id);

/** How a document's pages are shown: as they were uploaded, or without what became fields. */
export type Variant = 'original' | 'tagged';

/** Where the pages of a variant are: their PDF, their images, and which of the item's attributes tells which exist. */
export interface Pages {
  pdf: string;
  image: (page: number) => string;
  rendered: 'rendered' | 'rendered_upload';
}

/** The pages of one variant. They are the same for both unless the pipeline changed the document. */
export const pagesOf = (document: TemplateDocumentItem, variant: Variant): Pages =>
  document.processed && variant === 'original'
    ? { pdf: uploadFile(document), image: (page) => pageFile(document, page, variant), rendered: 'rendered_upload' }
    : { pdf: documentFile(document), image: (page) => pageFile(document, page), rendered: 'rendered' };

/** Stands for the thumbnail among the pages that were rendered. */
export const THUMBNAIL = 0;

/** Key of the image of a template document's page. The document never changes, so neither does the picture. */
const pageFile = (
  { organization_id, template_id, id, processed }: TemplateDocumentItem,
  page: number,
  variant: Variant = processed ? 'tagged' : 'original',
): string =>
  page === THUMBNAIL
    ? fileKeys.templatePage(organization_id, template_id, id, 'thumbnail', 1, 1)
    : fileKeys.templatePage(organization_id, template_id, id, variant, page, 1);

/** Stores the documents' PDFs, and what was uploaded where that is another one. */
export const storeDocuments = async (
  documents: readonly TemplateDocumentItem[],
  processed: readonly ProcessedDocument[],
): Promise<void> => {
  const contents = new Map(processed.map((document) => [document.id, document]));
  await Promise.all(
    documents.flatMap((document) => {
      const { bytes, uploaded } = contents.get(document.id) ?? {};
      return [
        bytes && putFile(documentFile(document), bytes, document.mime),
        uploaded && putFile(uploadFile(document), uploaded, document.mime),
      ];
    }),
  );
};

/** Stores a copy of another document's PDFs for `document`, which is its copy. */
export const copyDocument = async (source: TemplateDocumentItem, document: TemplateDocumentItem): Promise<void> => {
  await Promise.all([
    copyFile(documentFile(source), documentFile(document)),
    source.processed && copyFile(uploadFile(source), uploadFile(document)),
  ]);
};

const AT_ONCE = 20;

/** Removes the files of documents that no template holds. What fails stays behind; nothing leads to it any more. */
export const removeDocumentFiles = async (documents: readonly TemplateDocumentItem[]): Promise<void> => {
  const keys = documents.flatMap((document) => {
    const variants: Variant[] = document.processed ? ['tagged', 'original'] : ['tagged'];
    return variants.flatMap((variant) => {
      const { pdf, image, rendered } = pagesOf(document, variant);
      return [pdf, ...[...(document[rendered] ?? [])].map(image)];
    });
  });
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    await Promise.allSettled(keys.slice(at, at + AT_ONCE).map(deleteFile));
  }
};
