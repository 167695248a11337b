import { fileKeys } from '../../aws/files/file-keys.ts';
import { copyFile, FileMissingError, getFile, linkToFile, putFile } from '../../aws/files/store.ts';
import type { PageText } from '../../pdf/paragraphs.ts';
import type { PageView } from '../../pdf/pdfium-tasks.ts';
import type { DocumentItem, EnvelopeState } from '../../storage/records/envelope.ts';
import { pageStampsVersion } from './stamping.ts';

export type Variant = 'original' | 'filled' | 'certificate';

/** A stored page: its picture's key and type, and its text. */
export interface KeptPage {
  page: number;
  picture: string;
  mime: string;
  text: PageText;
}

/** Keys of a document's stored pages in one variant; variants that look alike share them. */
export type PageKeys = (page: number, part: 'picture' | 'large' | 'text') => string;

/** Keys of what `KeptPage` names. */
type KeptKeys = (page: number, part: 'picture' | 'text') => string;

type Named = Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>;

/** Keys for the original document, or for a certificate. */
export const originalKeys = (document: Named, variant: 'original' | 'certificate'): PageKeys =>
  keysOf(document, variant, document.sha256.slice(0, 16));

/** Keys for the document with submitted values: a page without any has the original's, which is drawn already. */
export const filledKeys =
  (document: DocumentItem, state: EnvelopeState): PageKeys =>
  (page, part) => {
    const version = pageStampsVersion(document, state, page);
    const keys = version === null ? originalKeys(document, 'original') : keysOf(document, 'filled', version);
    return keys(page, part);
  };

const keysOf =
  ({ organization_id, envelope_id, id }: Named, variant: Variant, version: string): PageKeys =>
  (page, part) =>
    fileKeys.envelopePage(organization_id, envelope_id, id, variant, page, version, part);

/** Content of the file of a page's text: the picture's type is stored with it. */
type TextFile = Pick<KeptPage, 'mime' | 'text'>;

/** The page, if it was drawn already. */
export const keptPage = async (keys: PageKeys, page: number): Promise<KeptPage | null> => {
  try {
    const { mime, text } = JSON.parse(Buffer.from(await getFile(keys(page, 'text'))).toString()) as TextFile;
    return { page, picture: keys(page, 'picture'), mime, text };
  } catch (error) {
    if (error instanceof FileMissingError) return null;
    throw error;
  }
};

/** Stores a drawn page. */
export const keepPage = async (keys: KeptKeys, { page, picture, text }: PageView): Promise<KeptPage> => {
  const kept = { page, picture: keys(page, 'picture'), mime: picture.mime, text };
  await putFile(kept.picture, picture.bytes, picture.mime);
  // Written last: if the text exists, the picture does too.
  const file: TextFile = { mime: picture.mime, text };
  await putFile(keys(page, 'text'), Buffer.from(JSON.stringify(file)), 'application/json');
  return kept;
};

/** Copies a page that was drawn already. False if it wasn't. */
export const copyPage = async (from: KeptKeys, to: KeptKeys, page: number): Promise<boolean> => {
  try {
    await copyFile(from(page, 'picture'), to(page, 'picture'));
    // Written last, as in `keepPage`.
    await copyFile(from(page, 'text'), to(page, 'text'));
    return true;
  } catch (error) {
    if (error instanceof FileMissingError) return false;
    throw error;
  }
};

/** A page stays open in a browser for a while before its picture is loaded. */
const LINK_SECONDS = 3600;

/** A short-lived link to a page's picture. */
export const linkToPage = (
  { name }: Pick<DocumentItem, 'name'>,
  page: number,
  { picture, mime }: Pick<KeptPage, 'picture' | 'mime'>,
): Promise<string> =>
  linkToFile(picture, {
    filename: `${name} ${page}.${mime === 'image/jpeg' ? 'jpg' : 'png'}`,
    mime,
    disposition: 'inline',
    expiresIn: LINK_SECONDS,
  });

/** Page 1 of the document to sign, with a link to its picture; null if it isn't drawn yet. */
export const firstPage = async (
  state: EnvelopeState,
): Promise<{ document_id: string; page: number; picture: string } | null> => {
  const document = state.documents.find(({ type }) => type === 'attachment');
  const kept = document && (await keptPage(filledKeys(document, state), 1));
  return kept ? { document_id: document.id, page: 1, picture: await linkToPage(document, 1, kept) } : null;
};
