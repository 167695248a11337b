import * as z from 'zod';
import { Id } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { linkToPage } from '../../lib/signing/documents/kept-pages.ts';
import { DocumentPages } from '../../lib/signing/documents/page-schema.ts';
import { demandPage, visibleDocument } from '../../lib/signing/envelopes/document-access.ts';
import { keptPages } from '../../lib/signing/envelopes/page-views.ts';

/** Most pages of one answer. */
const AT_ONCE = 10;

export const handler = operation(
  {
    id: 'getEnvelopeDocumentPages',
    tag: 'Envelope Documents',
    summary: "Get pictures and texts of a document's pages",
    description: [
      'Of ten pages, or `count`, from the one that is asked for on: a short-lived link to the picture of each (PNG, or JPEG for pages',
      'that are photographs), and what stands on it, line by line in the order of reading, for screen readers, search and',
      'selection. The answer may hold fewer pages where they take long to draw: ask for the next one then.',
    ].join(' '),
    route: 'GET /v2/envelope-documents/{document_id}/pages/{variant}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({ document_id: Id, variant: z.enum(['original', 'filled', 'certificate']) }),
    query: z.object({
      from: z.int().min(1).default(1).meta({ description: 'The first page, from 1' }),
      count: z.int().min(1).max(AT_ONCE).default(AT_ONCE).meta({
        description: 'Number of pages at most. A few pages are answered sooner, where they are not drawn yet',
      }),
    }),
    returns: DocumentPages,
    errors: ['document_not_found', 'verification_needed', 'page_not_found', 'file_changed'],
    access: {
      read: ['envelope', 'documentPointer'],
      files: {
        get: ['envelopeDocument', 'filledDocument', 'sealedDocument', 'envelopePage'],
        put: ['filledDocument', 'envelopePage'],
      },
    },
  },
  async ({ caller, path: { document_id, variant }, query: { from, count } }) => {
    const { document } = await visibleDocument(caller, document_id);
    demandPage(document, variant, from);
    const length = Math.min(count, document.pages - from + 1);
    const kept = await keptPages(
      document,
      variant,
      Array.from({ length }, (_, index) => from + index),
    );
    const pages = kept.map(async (one) => ({
      page: one.page,
      picture: await linkToPage(document, one.page, one),
      text: one.text,
    }));
    return { pages: await Promise.all(pages) };
  },
);
