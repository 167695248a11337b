import { FileMissingError, FileTooLargeError, getFile } from '../../aws/files/file-store.ts';
import { safeFileName } from '../../aws/files/names.ts';
import type { UploadedFile } from '../../aws/files/uploaded-file.ts';
import { fetchDocument } from '../../aws/net/fetch-document.ts';
import { invalid } from '../../base/errors.ts';
import { newId, sha256 } from '../../base/ids.ts';
import { takeInPdf } from '../../pdf/intake/intake.ts';
import { type Budget, newBudget } from '../../pdf/threads/budget.ts';
import type { DocumentRecord } from '../../storage/records/document.ts';
import { decodeBase64 } from './base64.ts';
import type { DocumentInput, PageSizes } from './document-schema.ts';
import { DOCUMENTS_PER_CALL, inMegabytes, LARGEST_CALL, LARGEST_DOCUMENT } from './limits.ts';
import { uploadedFile } from './uploads.ts';

interface Given {
  /** Name of the parameter, for messages; `documents.<index>` unless stated. */
  field?: string;
  order?: number | null;
}

/** A document of a request. */
export type DocumentSource = Given &
  (
    | { kind: 'data'; data: string; name?: string | null }
    | { kind: 'uri'; uri: string; name?: string | null }
    | { kind: 'file'; file: UploadedFile; name?: string | null }
    | { kind: 'upload'; upload_id: string; name?: string | null }
  );

/** A document that was read, checked and made a document of record. It isn't stored yet. */
export interface AcceptedDocument {
  id: string;
  name: string;
  mime: 'application/pdf';
  /** Size of `bytes`. */
  size: number;
  pages: number;
  page_sizes: PageSizes;
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
  /** The document of record: all pages are rendered, stamped and sealed from it. */
  bytes: Uint8Array;
  /** The file as it was sent: the same array if it is the document of record. */
  sent: Uint8Array;
  /** The document before its form was merged into its pages. */
  with_form: Uint8Array;
  record: DocumentRecord;
  /** The file's original name. */
  original_name: string;
  order: number;
  /** Id of the upload, if it was one: see `discardUploads`. */
  upload_id: string | null;
  /** Processor time that is left for it in this request. */
  time: Budget;
}

/** Collects the sources of a call's JSON documents and form files. Throws `invalid` if one has no origin or two. */
export const documentSources = (
  inputs: readonly DocumentInput[],
  files: readonly UploadedFile[],
  field = 'documents',
): DocumentSource[] => [
  ...inputs.map((input, index) => sourceOf(input, `${field}.${index}`)),
  ...files.map((file, index): DocumentSource => ({ kind: 'file', file, field: `${field}.${inputs.length + index}` })),
];

/** Makes the source of one JSON document. `field` names it in messages. */
export const sourceOf = ({ data, uri, name, order }: DocumentInput, field: string): DocumentSource => {
  if ((data && uri) || (!data && !uri)) return invalid(field, 'exactly one of data and uri is required');
  if (data) return { kind: 'data', data, name, order, field };
  return { kind: 'uri', uri: uri as string, name, order, field };
};

/**
 * Reads every source and checks that it is a PDF, or makes it one (PNG and JPEG). `data` and `uri` may also be the id
 * of an upload of the organization. Stores nothing. Throws `invalid` or `unusable_document`, with the document and the
 * reason, if one can't be fetched or read, or exceeds the limits in `limits.ts`.
 */
export const acceptDocuments = async (
  sources: readonly DocumentSource[],
  organization_id: string,
): Promise<AcceptedDocument[]> => {
  if (sources.length > DOCUMENTS_PER_CALL) {
    return invalid('documents', `at most ${DOCUMENTS_PER_CALL} documents are allowed in one call`);
  }
  const files = await Promise.all(
    sources.map((source, index) => read(source, fieldOf(source, index), organization_id)),
  );
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > LARGEST_CALL) {
    return invalid('documents', `at most ${inMegabytes(LARGEST_CALL)} are allowed in one call`);
  }
  const accepted: AcceptedDocument[] = [];
  // Sequentially, because each may need several times its size in memory.
  for (const [index, source] of sources.entries()) {
    accepted.push(await accept(files[index] as ReadFile, source, index));
  }
  return accepted;
};

interface ReadFile {
  bytes: Uint8Array;
  name: string;
  upload_id: string | null;
}

const accept = async (file: ReadFile, source: DocumentSource, index: number): Promise<AcceptedDocument> => {
  const original_name = safeFileName(file.name);
  const time = newBudget();
  const named = `${fieldOf(source, index)} (${original_name})`;
  const { bytes, pages, pageSizes, rewritten, withForm, signatures, form } = await takeInPdf(file.bytes, named, time);
  const sent_sha256 = sha256(file.bytes);
  return {
    id: newId(),
    name: source.name?.trim() || original_name,
    mime: 'application/pdf',
    size: bytes.length,
    pages,
    page_sizes: pageSizes,
    sha256: bytes === file.bytes ? sent_sha256 : sha256(bytes),
    bytes,
    sent: file.bytes,
    with_form: withForm,
    record: {
      size: bytes.length,
      sent_sha256,
      sent_size: file.bytes.length,
      rewritten,
      ...(signatures.length > 0 && { signatures }),
      ...(form.length > 0 && { form }),
    },
    original_name,
    order: source.order ?? index,
    upload_id: file.upload_id,
    time,
  };
};

const fieldOf = (source: DocumentSource, index: number): string => source.field ?? `documents.${index}`;

const read = async (source: DocumentSource, field: string, organization_id: string): Promise<ReadFile> => {
  switch (source.kind) {
    case 'file':
      return bounded({ bytes: source.file.bytes, name: source.file.name, upload_id: null }, field);
    case 'data':
      if (isId(source.data)) return readUpload(source.data, field, organization_id);
      return bounded({ bytes: decodeBase64(source.data, field), name: source.name ?? '', upload_id: null }, field);
    case 'uri':
      if (isId(source.uri)) return readUpload(source.uri, field, organization_id);
      return { ...(await fetchDocument(source.uri, field)), upload_id: null };
    case 'upload':
      return readUpload(source.upload_id, field, organization_id);
  }
};

const readUpload = async (id: string, field: string, organization_id: string): Promise<ReadFile> => {
  const upload = (await uploadedFile(organization_id, id.trim())) ?? invalid(field, 'there is no such upload');
  try {
    const bytes = await getFile(upload.file, { maxBytes: LARGEST_DOCUMENT });
    return { bytes, name: upload.name, upload_id: upload.id };
  } catch (error) {
    if (error instanceof FileMissingError) return invalid(field, 'nothing has been uploaded for this id yet');
    if (error instanceof FileTooLargeError) return tooLarge(field);
    throw error;
  }
};

const isId = (text: string): boolean => /^\s*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*$/i.test(text);

const bounded = (file: ReadFile, field: string): ReadFile =>
  file.bytes.length > LARGEST_DOCUMENT ? tooLarge(field) : file;

const tooLarge = (field: string): never =>
  invalid(field, `the document is larger than the ${inMegabytes(LARGEST_DOCUMENT)} that are allowed`);
