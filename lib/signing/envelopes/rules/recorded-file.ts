import { fail } from '../../../base/errors.ts';
import type { DocumentItem, FieldItem } from '../../../storage/records/envelope.ts';

/** A stored file with the SHA-256 (hex) that its record has of it. */
export interface RecordedFile {
  file: string;
  sha256: string;
}

/** SHA-256 (hex) of the document's newest sealed file; null before its sealing. */
export const currentHash = ({ renewals, sealed_sha256 }: DocumentItem): string | null =>
  renewals?.at(-1)?.sha256 ?? sealed_sha256;

/** The document's current file: the newest sealed one if there is one, else as it was sent. */
export const currentFile = (document: DocumentItem): RecordedFile =>
  document.sealed_file
    ? { file: document.sealed_file, sha256: currentHash(document) ?? '' }
    : { file: document.file, sha256: document.sha256 };

/** The file that pages are shown from: as it was sent, or the certificate, of which only the sealed one is kept. */
export const shownFile = (document: DocumentItem): RecordedFile =>
  document.type === 'certificate' ? currentFile(document) : { file: document.file, sha256: document.sha256 };

/** The file that a recipient attached to a field. */
export const attachedFile = ({ settings }: Pick<FieldItem, 'settings'>): RecordedFile => ({
  file: String(settings.file),
  sha256: String(settings.sha256),
});

/** Ends the request with 404 unless the document has this page in this variant. */
export const demandPage = ({ type, pages }: DocumentItem, variant: string, page: number): void => {
  if (page > pages || (variant === 'certificate') !== (type === 'certificate')) fail('page_not_found');
};
