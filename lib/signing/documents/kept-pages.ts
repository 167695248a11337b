import { FileMissingError, getFile, linkToFile, putFile } from '../../aws/files/file-store.ts';
import type { PageText } from '../../pdf/pdfium/paragraphs.ts';
import type { PageView } from '../../pdf/pdfium/pdfium-tasks.ts';
import { viewPages } from '../../pdf/pdfium/render.ts';
import type { KeptKeys } from './copied-page.ts';

/** A stored page: its picture's key and type, and its text. */
export interface KeptPage {
  page: number;
  picture: string;
  mime: string;
  text: PageText;
}

/** Content of the file of a page's text: the picture's type is stored with it. */
type TextFile = Pick<KeptPage, 'mime' | 'text'>;

/** The page, if it was drawn already. */
export const keptPage = async (keys: KeptKeys, page: number): Promise<KeptPage | null> => {
  try {
    const { mime, text } = JSON.parse(Buffer.from(await getFile(keys(page, 'text'))).toString()) as TextFile;
    return { page, picture: keys(page, 'picture'), mime, text };
  } catch (error) {
    if (error instanceof FileMissingError) return null;
    throw error;
  }
};

/**
 * Pages for reading, drawn at the first request. Of several pages, those that can be drawn soon, and always the first.
 * Two requests that draw at the same moment write the same.
 */
export const keptOrDrawn = async (
  keys: KeptKeys,
  pages: readonly number[],
  bytes: () => Promise<Uint8Array>,
): Promise<KeptPage[]> => {
  const known = await Promise.all(pages.map((page) => keptPage(keys, page)));
  const missing = pages.filter((_, index) => !known[index]);
  const drawn = missing.length === 0 ? [] : await viewPages(await bytes(), missing);
  const kept = await Promise.all(drawn.map((view) => keepPage(keys, view)));
  return [...known.flatMap((page) => page ?? []), ...kept].sort((a, b) => a.page - b.page);
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

/** A page stays open in a browser for a while before its picture is loaded. */
const LINK_SECONDS = 3600;

/** A short-lived link to a page's picture. */
export const linkToPage = (
  { name }: { name: string },
  page: number,
  { picture, mime }: Pick<KeptPage, 'picture' | 'mime'>,
): Promise<string> =>
  linkToFile(picture, {
    filename: `${name} ${page}.${mime === 'image/jpeg' ? 'jpg' : 'png'}`,
    mime,
    disposition: 'inline',
    expiresIn: LINK_SECONDS,
  });
