import type * as z from 'zod';
import { type KeptPage, linkToPage } from './kept-pages.ts';
import type { DocumentPages, DrawnPage, PagesQuery } from './page-schema.ts';

/**
 * The pages of a document that are asked for, each with a link to its picture. `read` draws those that nobody has asked
 * for yet.
 */
export const presentPages = async (
  document: { name: string; pages: number },
  { from, count }: z.output<typeof PagesQuery>,
  read: (pages: readonly number[]) => Promise<KeptPage[]>,
): Promise<z.output<typeof DocumentPages>> => {
  const length = Math.min(count, document.pages - from + 1);
  const kept = await read(Array.from({ length }, (_, index) => from + index));
  return { pages: await Promise.all(kept.map((one) => presentPage(document, one))) };
};

/** A stored page, with a link to its picture. */
export const presentPage = async (document: { name: string }, kept: KeptPage): Promise<z.output<typeof DrawnPage>> => ({
  page: kept.page,
  picture: await linkToPage(document, kept.page, kept),
  text: kept.text,
});
