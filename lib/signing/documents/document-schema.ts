import * as z from 'zod';
import { Id, legible, orNothing, Timestamp } from '../../base/common-schema.ts';
import { inMegabytes, LARGEST_DOCUMENT } from './limits.ts';

const Order = z.int().min(0).max(10_000).nullish();
const DocumentName = legible(z.string().trim().max(255));

/** Origin of a document in a JSON call: exactly one of `data` and `uri`. */
export const DocumentOrigin = {
  data: orNothing(z.string()).meta({
    description: 'The file as base64 or as a data: URL (PDF, PNG or JPEG), or the id of an upload',
  }),
  uri: orNothing(z.string().max(4000)).meta({
    description: 'An https address that the file is fetched from, or the id of an upload',
  }),
  name: orNothing(DocumentName).meta({ description: "What the document is called; the file's own name unless given" }),
  order: Order.meta({ description: 'Place among the documents; as given in the call unless stated' }),
};

/** One document of a call that gives several. */
export const DocumentInput = z.object(DocumentOrigin).meta({ id: 'DocumentInput' });
export type DocumentInput = z.output<typeof DocumentInput>;

/** Widths and heights of a document's pages, by the 1-based number of the page. */
export const PageSizes = z
  .record(z.string(), z.object({ width: z.number(), height: z.number() }))
  .meta({ description: 'Points, as displayed, by 1-based page', example: { '1': { width: 612, height: 792 } } });
export type PageSizes = z.infer<typeof PageSizes>;

export const NewUpload = z
  .object({
    name: DocumentName.min(1, 'must not be empty').default('document.pdf'),
    size: z
      .int()
      .min(1, 'an empty file is no document')
      .max(LARGEST_DOCUMENT, `at most ${inMegabytes(LARGEST_DOCUMENT)} are allowed`)
      .meta({ description: 'Exact size in bytes' }),
    mime: z
      .enum(['application/pdf', 'image/png', 'image/jpeg', 'text/csv', 'application/json'])
      .default('application/pdf'),
  })
  .meta({ id: 'UploadInput' });

export const Upload = z
  .object({
    id: Id,
    url: z.url().meta({ description: 'Address for one PUT request' }),
    expires_at: Timestamp,
    headers: z.record(z.string(), z.string()).meta({ description: 'Headers to send with the PUT request' }),
    max_bytes: z.int(),
  })
  .meta({ id: 'Upload' });
