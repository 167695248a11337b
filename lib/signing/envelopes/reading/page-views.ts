import { fileKeys } from '../../../aws/files/file-keys.ts';
import { fileSize, fileType, getFile, putFile } from '../../../aws/files/file-store.ts';
import type { DocumentTexts, PageView } from '../../../pdf/pdfium/pdfium-tasks.ts';
import { readTexts, viewPages } from '../../../pdf/pdfium/render.ts';
import { stampFields } from '../../../pdf/stamp/stamp-fields.ts';
import type { DocumentItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { type KeptPage, keptOrDrawn } from '../../documents/kept-pages.ts';
import { shownFile } from '../rules/recorded-file.ts';
import { stampsVersion, submittedStamps } from '../rules/stamping.ts';
import { originalKeys, type PageKeys, type Variant } from './original-keys.ts';
import { filledKeys } from './page-keys.ts';
import { readWholeEnvelope } from './read-envelope.ts';

/** Enlargement of a large picture. */
const LARGE = 2;

/**
 * Pages for reading (`keptOrDrawn`). `filled` shows the values that recipients have submitted so far; keys change with
 * them.
 */
export const keptPages = async (
  document: DocumentItem,
  variant: Variant,
  pages: readonly number[],
): Promise<KeptPage[]> => {
  const { keys, bytes } = await sourceOf(document, variant);
  return keptOrDrawn(keys, pages, bytes);
};

/**
 * The key and type of a page's picture, of twice the usual size if `large`; drawn at the first request. Without its
 * text, which is stored when it is asked for.
 */
export const pagePicture = async (
  document: DocumentItem,
  variant: Variant,
  page: number,
  large: boolean,
): Promise<Pick<KeptPage, 'picture' | 'mime'>> => {
  const { keys, bytes } = await sourceOf(document, variant);
  const picture = keys(page, large ? 'large' : 'picture');
  const mime = await fileType(picture);
  if (mime) return { picture, mime };
  const [view] = await viewPages(await bytes(), [page], large ? LARGE : 1);
  const drawn = (view as PageView).picture;
  await putFile(picture, drawn.bytes, drawn.mime);
  return { picture, mime: drawn.mime };
};

/** Texts of the document's pages from `from` on, as many as are read soon, and with page 1 its outline. */
export const documentTexts = async (document: DocumentItem, variant: Variant, from: number): Promise<DocumentTexts> => {
  const { bytes } = await sourceOf(document, variant);
  return readTexts(await bytes(), from);
};

interface Source {
  keys: PageKeys;
  bytes: () => Promise<Uint8Array>;
}

const bytesOf = (document: DocumentItem): Promise<Uint8Array> => {
  const shown = shownFile(document);
  return getFile(shown.file, shown);
};

const sourceOf = async (document: DocumentItem, variant: Variant): Promise<Source> => {
  if (variant === 'filled') return filledSource(document, await readWholeEnvelope(document.envelope_id));
  return { keys: originalKeys(document, variant), bytes: () => bytesOf(document) };
};

const filledSource = (document: DocumentItem, state: EnvelopeState): Source => ({
  keys: filledKeys(document, state),
  bytes: async () => {
    const stamps = submittedStamps(document, state);
    if (stamps.length === 0) return bytesOf(document);
    const { organization_id, envelope_id, id } = document;
    const key = fileKeys.filledDocument(organization_id, envelope_id, id, stampsVersion(document, state));
    // The stamped document is stored too, because its other pages need it next.
    if ((await fileSize(key)) !== null) return getFile(key);
    const stamped = await stampFields(await bytesOf(document), stamps);
    await putFile(key, stamped, 'application/pdf');
    return stamped;
  },
});
