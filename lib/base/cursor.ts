import * as z from 'zod';
import { ROWS_BY_PAGE } from './cursor-schema.ts';
import { invalid } from './errors.ts';

interface Paged {
  page: number;
  rows: number;
  after?: string | undefined;
}

const Content = z.tuple([z.string(), z.string()]);

/**
 * Position after which the page begins, in the order that `order` describes; undefined for a numbered page. Throws
 * `invalid` for a cursor of another order, one beside `page`, and a page beyond `ROWS_BY_PAGE`.
 */
export const positionAfter = ({ page, rows, after }: Paged, order: string): string | undefined => {
  if ((page + 1) * rows > ROWS_BY_PAGE) {
    invalid('page', `must end within the first ${ROWS_BY_PAGE} rows: continue with after, the next of the page before`);
  }
  if (after === undefined) return undefined;
  if (page > 0) invalid('after', 'must stand without page');
  const [of, position] = contentOf(after) ?? [];
  if (of !== order || position === undefined) invalid('after', 'must be next of a page in the same order');
  return position;
};

/** The cursor that continues after a position; null for none. */
export const cursorAfter = (position: string | null, order: string): string | null =>
  position === null ? null : Buffer.from(JSON.stringify([order, position])).toString('base64url');

const contentOf = (cursor: string): readonly [string, string] | undefined => {
  try {
    return Content.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
};
