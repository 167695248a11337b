import * as z from 'zod';
import { FIELD_TYPES } from '../../fields/types.ts';

/** Most pages of one answer. */
const AT_ONCE = 20;

/** The pages that are asked for: some, one after the other. */
export const ProposalsQuery = z.object({
  from: z.int().min(1).default(1).meta({ description: 'The first page, from 1' }),
  count: z.int().min(1).max(AT_ONCE).default(AT_ONCE).meta({ description: 'Number of pages at most' }),
});

const FieldProposal = z
  .object({
    source: z.enum(['blank', 'tag', 'form']).meta({
      description:
        '`blank`: a line, a box or an empty cell of the page. `tag`: a text tag such as `{{signature:Tenant}}`. `form`: a field of the form that the PDF had',
    }),
    type: z.enum(FIELD_TYPES),
    page: z.int(),
    x: z.number().meta({ description: 'Place and size in points of the displayed page, as those of fields' }),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    label: z.string().nullable().meta({ description: 'What the page says beside it, at most 200 characters' }),
    role: z.string().nullable().meta({
      description: "The page's word for the person who fills it, such as `Tenant`; null where it names none",
    }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Its name in the form of the PDF or in the tag; null where there is none' }),
    required: z.boolean().meta({ description: 'True where the form or the tag demands it' }),
    options: z
      .array(z.object({ id: z.string(), label: z.string() }))
      .meta({ description: "Those of the form's field" }),
    confidence: z.number().meta({ description: 'Confidence, from 0 to 1' }),
  })
  .meta({ id: 'FieldProposal' });

const PageGuides = z
  .object({
    x: z.array(z.number()).meta({ description: 'From the left edge: vertical lines, sides of boxes, ends of lines' }),
    y: z
      .array(z.number())
      .meta({ description: 'From the lower edge: horizontal lines, lower and upper sides of boxes' }),
  })
  .meta({
    id: 'PageGuides',
    description:
      "Places of the page's own lines and boxes, in points, that fields can be put in line with; at most 200 each way",
  });

export const FieldProposals = z
  .object({ pages: z.array(z.object({ page: z.int(), proposals: z.array(FieldProposal), guides: PageGuides })) })
  .meta({ id: 'FieldProposals' });
