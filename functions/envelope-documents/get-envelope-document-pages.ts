import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { DocumentPages, PagesQuery } from '../../lib/signing/documents/page-schema.ts';
import { presentPages } from '../../lib/signing/documents/present-pages.ts';
import { keptPages } from '../../lib/signing/envelopes/reading/page-views.ts';
import { visibleDocument } from '../../lib/signing/envelopes/reading/visible.ts';
import { demandPage } from '../../lib/signing/envelopes/rules/recorded-file.ts';

export const handler = operation(
  {
    id: 'getEnvelopeDocumentPages',
    tag: 'Envelope Documents',
    summary: "Get pictures and texts of a document's pages",
    description: [
      "Answers ten pages, or `count`, beginning with page `from`: a short-lived link to each page's picture (PNG, or JPEG",
      'for photographs), and its text line by line in reading order, for screen readers, search and selection. The',
      'answer may hold fewer pages if drawing takes long: then ask again from the next page.',
    ].join(' '),
    route: 'GET /v2/envelope-documents/{document_id}/pages/{variant}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({ document_id: Id, variant: z.enum(['original', 'filled', 'certificate']) }),
    query: PagesQuery,
    returns: DocumentPages,
    errors: ['document_not_found', 'verification_needed', 'step_done', 'page_not_found', 'file_changed'],
    access: {
      read: ['envelope', 'documentPointer'],
      files: {
        get: ['envelopeDocument', 'filledDocument', 'sealedDocument', 'envelopePage'],
        put: ['filledDocument', 'envelopePage'],
      },
    },
  },
  async ({ caller, path: { document_id, variant }, query }) => {
    const { document } = await visibleDocument(caller, document_id);
    demandPage(document, variant, query.from);
    return presentPages(document, query, (pages) => keptPages(document, variant, pages));
  },
);
