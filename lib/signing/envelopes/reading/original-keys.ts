import { fileKeys } from '../../../aws/files/file-keys.ts';
import type { DocumentItem } from '../../../storage/records/envelope.ts';

export type Variant = 'original' | 'filled' | 'certificate';

/** Keys of a document's stored pages in one variant; variants that look alike share them. */
export type PageKeys = (page: number, part: 'picture' | 'large' | 'text') => string;

type Named = Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>;

/** Keys for the original document, or for a certificate. */
export const originalKeys = (document: Named, variant: 'original' | 'certificate'): PageKeys =>
  keysOf(document, variant, document.sha256.slice(0, 16));

/** Keys for the pages of one version. */
export const keysOf =
  ({ organization_id, envelope_id, id }: Named, variant: Variant, version: string): PageKeys =>
  (page, part) =>
    fileKeys.envelopePage(organization_id, envelope_id, id, variant, page, version, part);
