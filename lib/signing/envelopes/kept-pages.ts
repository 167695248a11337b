import { fileKeys } from '../../aws/files/file-keys.ts';
import { FileMissingError, getFile, linkToFile, putFile } from '../../aws/files/store.ts';
import type { PageText } from '../../pdf/paragraphs.ts';
import type { PageView } from '../../pdf/pdfium-tasks.ts';
import type { DocumentItem, EnvelopeState } from '../../storage/records/envelope.ts';
import { stampsVersion, submittedStamps } from './stamping.ts';

export type Variant = 'original' | 'filled' | 'certificate';

/** A page as it is kept: where its picture is, of which type, and its text. */
export interface KeptPage {
  page: number;
  picture: string;
  mime: string;
  text: PageText;
}

/** Keys under which the pages of a document are kept, in one variant; those of two variants that look alike are the same. */
export type PageKeys = (page: number, part: 'picture' | 'large' | 'text') => string;

type Named = Pick<DocumentItem, 'organization_id' | 'envelope_id' | 'id' | 'sha256'>;

/** Keys for the document as it was sent, or a certificate. */
export const originalKeys = (document: Named, variant: 'original' | 'certificate'): PageKeys =>
  keysOf(document, variant, document.sha256.slice(0, 16));

/** Keys for the document with what recipients have submitted: before anything was, they are the original's. */
export const filledKeys = (document: DocumentItem, state: EnvelopeState): PageKeys =>
  submittedStamps(document, state).length === 0
    ? originalKeys(document, 'original')
    : keysOf(document, 'filled', stampsVersion(document, state));

const keysOf =
  ({ organization_id, envelope_id, id }: Named, variant: Variant, version: string): PageKeys =>
  (page, part) =>
    fileKeys.envelopePage(organization_id, envelope_id, id, variant, page, version, part);

/** What stands in the file of a page's text: the picture's type is kept with it. */
type TextFile = Pick<KeptPage, 'mime' | 'text'>;

/** The page, where it was drawn already. */
export const keptPage = async (keys: PageKeys, page: number): Promise<KeptPage | null> => {
  try {
    const { mime, text } = JSON.parse(Buffer.from(await getFile(keys(page, 'text'))).toString()) as TextFile;
    return { page, picture: keys(page, 'picture'), mime, text };
  } catch (error) {
    if (error instanceof FileMissingError) return null;
    throw error;
  }
};

/** Keeps a page that was drawn. */
export const keepPage = async (keys: PageKeys, { page, picture, text }: PageView): Promise<KeptPage> => {
  const kept = { page, picture: keys(page, 'picture'), mime: picture.mime, text };
  await putFile(kept.picture, picture.bytes, picture.mime);
  // Last: where the text is, the picture is too.
  const file: TextFile = { mime: picture.mime, text };
  await putFile(keys(page, 'text'), Buffer.from(JSON.stringify(file)), 'application/json');
  return kept;
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

/** Page 1 of what is to be signed, with a link to its picture; null where nobody has drawn it yet. */
export const firstPage = async (
  state: EnvelopeState,
): Promise<{ document_id: string; page: number; picture: string } | null> => {
  const document = state.documents.find(({ type }) => type === 'attachment');
  const kept = document && (await keptPage(filledKeys(document, state), 1));
  return kept ? { document_id: document.id, page: 1, picture: await linkToPage(document, 1, kept) } : null;
};
