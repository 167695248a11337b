import { fileKeys } from '../../aws/files/keys.ts';
import { fileSize, getFile, putFile } from '../../aws/files/store.ts';
import { renderPage } from '../../pdf/render.ts';
import { stampFields } from '../../pdf/stamp.ts';
import type { DocumentItem } from '../../storage/records/envelope.ts';
import { stampsVersion, submittedStamps } from './stamping.ts';
import { envelopeState } from './store.ts';

/**
 * Returns the bucket's key of a page's picture; the first request renders it. `filled` shows the submitted values; its
 * key changes with them. Two simultaneous renderings write the same picture.
 */
export const pageImage = async (
  document: DocumentItem,
  variant: 'original' | 'filled' | 'certificate',
  page: number,
): Promise<string> => {
  const { organization_id, envelope_id, id } = document;
  const source = variant === 'filled' ? await filledSource(document) : originalSource(document);
  const key = fileKeys.envelopePage(organization_id, envelope_id, id, variant, page, source.version);
  if ((await fileSize(key)) === null) {
    await putFile(key, await renderPage(await source.bytes(), page), 'image/png');
  }
  return key;
};

interface Source {
  version: string;
  bytes: () => Promise<Uint8Array>;
}

const originalSource = (document: DocumentItem): Source => ({
  version: document.sha256.slice(0, 16),
  bytes: () => getFile(document.sealed_file && document.type === 'certificate' ? document.sealed_file : document.file),
});

/** The stamped document is stored too, because its other pages need it next. */
const filledSource = async (document: DocumentItem): Promise<Source> => {
  const state = await envelopeState(document.envelope_id);
  const version = stampsVersion(document, state);
  const key = fileKeys.filledDocument(document.organization_id, document.envelope_id, document.id, version);
  return {
    version,
    bytes: async () => {
      if ((await fileSize(key)) !== null) return getFile(key);
      const stamped = await stampFields(await getFile(document.file), submittedStamps(document, state));
      await putFile(key, stamped, 'application/pdf');
      return stamped;
    },
  };
};
