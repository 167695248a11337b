import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { DocumentText } from '../../lib/signing/documents/page-schema.ts';
import { documentTexts } from '../../lib/signing/envelopes/reading/page-views.ts';
import { visibleDocument } from '../../lib/signing/envelopes/reading/visible.ts';
import { demandPage } from '../../lib/signing/envelopes/rules/recorded-file.ts';

export const handler = operation(
  {
    id: 'getEnvelopeDocumentText',
    tag: 'Envelope Documents',
    summary: "Get a document's text and outline",
    description: [
      'Answers the text of pages, beginning with page `from`, line by line in reading order and without pictures: for a',
      'search of the whole document. The answer holds as many pages as can be read in a short time, about a hundred',
      'of a book, and at least one: then ask again from the next page. With page 1 comes the outline of the file.',
    ].join(' '),
    route: 'GET /v2/envelope-documents/{document_id}/text/{variant}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({ document_id: Id, variant: z.enum(['original', 'filled', 'certificate']) }),
    query: z.object({
      from: z.int().min(1).default(1).meta({ description: 'The first page, from 1' }),
    }),
    returns: DocumentText,
    errors: ['document_not_found', 'verification_needed', 'step_done', 'page_not_found', 'file_changed'],
    access: {
      read: ['envelope', 'documentPointer'],
      files: {
        get: ['envelopeDocument', 'filledDocument', 'sealedDocument'],
        put: ['filledDocument'],
      },
    },
  },
  async ({ caller, path: { document_id, variant }, query: { from } }) => {
    const { document } = await visibleDocument(caller, document_id);
    demandPage(document, variant, from);
    return documentTexts(document, variant, from);
  },
);
