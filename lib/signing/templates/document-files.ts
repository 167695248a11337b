import { fileKeys } from '../../aws/files/file-keys.ts';
import { copyFile, deleteFile, putFile } from '../../aws/files/file-store.ts';
import { allEnded } from '../../base/all-ended.ts';
import { timestamp } from '../../base/clock.ts';
import type { ProposedField, ReplacedFile, TemplateDocumentItem } from '../../storage/records/template.ts';
import type { FieldDefinition } from '../fields/field-schema.ts';
import type { ProcessedDocument } from '../pipeline/process.ts';

/** Makes the item of an accepted document of a template. */
export const templateDocumentItem = (
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
    ...(accepted.form.length > 0 ? { form: accepted.form.map(proposedField) } : {}),
    created_at: at,
    updated_at: at,
  };
};

const proposedField = (field: FieldDefinition): ProposedField => {
  const { name, type, page, x, y, width, height, required, label, options } = field;
  const place = { page: page ?? 1, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
  return { name, type, ...place, required: required ?? false, label: label ?? null, options: options ?? [] };
};

/** Key of a template document's PDF in the bucket. */
export const documentFile = ({ organization_id, template_id, id, file_id }: TemplateDocumentItem): string =>
  fileKeys.templateDocument(organization_id, template_id, file_id ?? id);

/** Key of the uploaded file, before the pipeline removed fields from its pages. */
const uploadFile = ({ organization_id, template_id, id, file_id }: TemplateDocumentItem): string =>
  fileKeys.templateUpload(organization_id, template_id, file_id ?? id);

/** Variants of a document's pages: as uploaded, or without what became fields. */
export type Variant = 'original' | 'tagged';

/** Places of a variant's pages: their PDF, their images, and the item's attribute that lists the rendered ones. */
export interface Pages {
  pdf: string;
  /** Recorded hash of the PDF; the uploaded file has none. */
  sha256: string | undefined;
  image: (page: number) => string;
  rendered: 'rendered' | 'rendered_upload';
}

/** The pages of one variant. Both variants are the same unless the pipeline changed the document. */
export const pagesOf = (document: TemplateDocumentItem, variant: Variant): Pages =>
  document.processed && variant === 'original'
    ? {
        pdf: uploadFile(document),
        sha256: undefined,
        image: (page) => pageFile(document, page, variant),
        rendered: 'rendered_upload',
      }
    : {
        pdf: documentFile(document),
        sha256: document.sha256,
        image: (page) => pageFile(document, page),
        rendered: 'rendered',
      };

/** Number of the thumbnail among the rendered pages. */
export const THUMBNAIL = 0;

/** Key of the image of a template document's page. Files never change, so the image doesn't either. */
const pageFile = (
  { organization_id, template_id, id, file_id, processed }: TemplateDocumentItem,
  page: number,
  variant: Variant = processed ? 'tagged' : 'original',
): string =>
  page === THUMBNAIL
    ? fileKeys.templatePage(organization_id, template_id, file_id ?? id, 'thumbnail', 1, 1)
    : fileKeys.templatePage(organization_id, template_id, file_id ?? id, variant, page, 1);

/** Parts of a page as signers see it: the picture, and its text. */
const PAGE_PARTS = ['picture', 'text'] as const;

/**
 * Keys of the parts of the document's pages as signers see them. The first page is drawn for the template's first
 * envelope.
 */
export const viewFiles =
  ({ organization_id, template_id, id, sha256 }: TemplateDocumentItem) =>
  (page: number, part: (typeof PAGE_PARTS)[number]): string =>
    fileKeys.templateView(organization_id, template_id, id, sha256.slice(0, 16), page, part);

/** Stores the PDFs of new documents, and the uploaded files if they differ: all, or none. */
export const storeDocuments = async (
  documents: readonly TemplateDocumentItem[],
  processed: readonly ProcessedDocument[],
): Promise<void> => {
  const contents = new Map(processed.map((document) => [document.id, document]));
  const storing = allEnded(
    documents.flatMap((document) => {
      const { bytes, uploaded } = contents.get(document.id) ?? {};
      return [
        bytes && putFile(documentFile(document), bytes, document.mime, document.sha256),
        uploaded && putFile(uploadFile(document), uploaded, document.mime),
      ];
    }),
  );
  try {
    await storing;
  } catch (error) {
    await removeNewDocumentFiles(documents);
    throw error;
  }
};

/** Copies a document's PDFs for `document`, its copy. */
export const copyTemplateDocument = async (
  source: TemplateDocumentItem,
  document: TemplateDocumentItem,
): Promise<void> => {
  await Promise.all([
    copyFile(documentFile(source), documentFile(document), source.sha256),
    source.processed && copyFile(uploadFile(source), uploadFile(document)),
  ]);
};

const AT_ONCE = 20;

/**
 * Removes the files of documents that no template has any more, with their drawn pages. A file that can't be removed
 * stays; nothing refers to it.
 */
export const removeDocumentFiles = (documents: readonly TemplateDocumentItem[]): Promise<void> =>
  removeFiles(
    documents.flatMap((document) => [
      ...filesOf(document),
      ...viewsOf(document),
      ...(document.previous ? filesOf(previousOf(document)) : []),
    ]),
  );

/** Removes the drawn pages of a file that was replaced. The file itself stays, until it is no longer the last one. */
export const removeReplacedFiles = (replaced: TemplateDocumentItem): Promise<void> =>
  removeFiles([...imagesOf(replaced), ...viewsOf(replaced)]);

/** Removes the file before a document's present one. */
export const removePreviousFile = async (document: TemplateDocumentItem): Promise<void> => {
  if (document.previous) await removeFiles(filesOf(previousOf(document)));
};

/** The document with the file that it had before, none of whose pages is drawn. */
const previousOf = ({
  id,
  template_id,
  organization_id,
  order,
  ...more
}: TemplateDocumentItem): TemplateDocumentItem => ({
  ...{ id, template_id, organization_id, order, created_at: more.created_at, updated_at: more.updated_at },
  ...(more.previous as ReplacedFile),
});

/** The same for documents that no template has had: none of their pages is drawn. */
export const removeNewDocumentFiles = (documents: readonly TemplateDocumentItem[]): Promise<void> =>
  removeFiles(documents.flatMap(filesOf));

const filesOf = (document: TemplateDocumentItem): string[] => [
  ...variantsOf(document).map((variant) => pagesOf(document, variant).pdf),
  ...imagesOf(document),
];

const variantsOf = ({ processed }: TemplateDocumentItem): Variant[] =>
  processed ? ['tagged', 'original'] : ['tagged'];

const imagesOf = (document: TemplateDocumentItem): string[] =>
  variantsOf(document).flatMap((variant) => {
    const { image, rendered } = pagesOf(document, variant);
    return [...(document[rendered] ?? [])].map(image);
  });

const viewsOf = (document: TemplateDocumentItem): string[] =>
  [1, ...(document.viewed ?? [])].flatMap((page) => PAGE_PARTS.map((part) => viewFiles(document)(page, part)));

const removeFiles = async (keys: readonly string[]): Promise<void> => {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    await Promise.allSettled(keys.slice(at, at + AT_ONCE).map(deleteFile));
  }
};
