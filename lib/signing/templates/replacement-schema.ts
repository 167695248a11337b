import * as z from 'zod';
import { orNothing } from '../../base/common-schema.ts';
import { DocumentOrigin } from '../documents/document-schema.ts';
import { TemplateDocument } from './template-schema.ts';

const { data, uri, name } = DocumentOrigin;

export const NewDocumentFile = z
  .object({
    data,
    uri,
    name: name.meta({
      description:
        "What the document is called. Unless given: as before, or as the file if it was called like the earlier one's",
    }),
    place_fields: z.boolean().nullish().meta({
      description: 'As for a new document: with false, its form fields and tags become proposals, not fields',
    }),
    previous: orNothing(z.boolean()).meta({
      description: 'True undoes the last replacement; send it without a file. A second call redoes it',
    }),
    misplaced: z.enum(['keep', 'drop']).default('keep').meta({
      description:
        'Fields whose page is gone, or that no longer lie within it: `keep` leaves them as they are, on no page, until they are moved or removed; `drop` removes them',
    }),
  })
  .meta({ id: 'DocumentFileInput' });
export type NewDocumentFile = z.output<typeof NewDocumentFile>;

const AffectedField = z
  .object({
    name: z.string(),
    page: z.int(),
    reason: z.enum(['page_missing', 'outside_page', 'page_size']).meta({
      description:
        '`page_missing`: the file has no such page. `outside_page`: the page has another size, and the field is no longer within it. `page_size`: the page has another size, and the field stands on it at the same points from its lower left corner',
    }),
  })
  .meta({ id: 'AffectedField' });
export type AffectedField = z.output<typeof AffectedField>;

export const DocumentReplacement = z
  .object({
    document: TemplateDocument,
    pages: z.object({ before: z.int(), after: z.int() }),
    fields_in_place: z.int().meta({ description: 'Fields that stand where they stood, on a page of the same size' }),
    fields: z.array(AffectedField).meta({ description: 'All other fields of the document' }),
    dropped: z.boolean().meta({ description: 'True if those of `page_missing` and `outside_page` were removed' }),
    fields_added: z
      .array(z.string())
      .meta({ description: 'Fields that the file brought by its form or its tags, and that had no namesake' }),
  })
  .meta({ id: 'DocumentReplacement' });
export type DocumentReplacement = z.output<typeof DocumentReplacement>;
