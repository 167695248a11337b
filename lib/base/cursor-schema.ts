import * as z from 'zod';

/** Rows up to which a list can be read by numbers of pages: each page reads all that come before it. */
export const ROWS_BY_PAGE = 10_000;

/** `after` of a list that can be longer than its numbered pages reach. */
export const After = z
  .string()
  .max(4000)
  .optional()
  .meta({
    description: `\`next\` of the previous page, with the same order. Use it in place of \`page\`, which reaches ${ROWS_BY_PAGE} rows only`,
  });

/** `next` in the answer of such a list. */
export const Next = z.string().nullable().meta({ description: '`after` of the next page; null on the last one' });
