import * as z from 'zod';

/** Text of a page, for screen readers, search and selection. */
export const PageText = z
  .array(
    z.object({
      heading: z.int().meta({ description: 'Level of a heading, 1 to 6; 0 for other text' }),
      lines: z.array(
        z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), text: z.string() }),
      ),
    }),
  )
  .meta({ description: 'Headings and paragraphs. Places in points of the displayed page, as those of fields' });

/** Most pages of one answer. */
const AT_ONCE = 10;

/** The pages that are asked for: some, one after the other. */
export const PagesQuery = z.object({
  from: z.int().min(1).default(1).meta({ description: 'The first page, from 1' }),
  count: z.int().min(1).max(AT_ONCE).default(AT_ONCE).meta({
    description: 'Number of pages at most. Fewer pages are answered sooner if they are not drawn yet',
  }),
});

/** A page's picture and text. */
export const DrawnPage = z.object({
  page: z.int(),
  picture: z.string().meta({ description: 'A short-lived link' }),
  text: PageText,
});

export const DocumentPages = z.object({ pages: z.array(DrawnPage) }).meta({ id: 'DocumentPages' });

export const DocumentText = z
  .object({
    outline: z
      .array(
        z.object({
          title: z.string().meta({ description: 'At most 200 characters' }),
          level: z.int().meta({ description: 'From 1 to 6' }),
          page: z.int(),
        }),
      )
      .nullable()
      .meta({
        description:
          "The file's outline (bookmarks), at most 1000 entries, with the answer from page 1; null with others",
      }),
    pages: z.array(z.object({ page: z.int(), text: PageText })),
  })
  .meta({ id: 'DocumentText' });
