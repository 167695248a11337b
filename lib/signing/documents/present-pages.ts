import type * as z from 'zod';
import { type KeptPage, linkToPage } from './kept-pages.ts';
import type { DocumentPages, PagesQuery } from './page-schema.ts';

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
  const pages = kept.map(async (one) => ({
    page: one.page,
    picture: await linkToPage(document, one.page, one),
    text: one.text,
  }));
  return { pages: await Promise.all(pages) };
};
