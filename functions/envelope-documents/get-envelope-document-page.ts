import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { linkToPage } from '../../lib/signing/documents/kept-pages.ts';
import { pagePicture } from '../../lib/signing/envelopes/reading/page-views.ts';
import { visibleDocument } from '../../lib/signing/envelopes/reading/visible.ts';
import { demandPage } from '../../lib/signing/envelopes/rules/recorded-file.ts';

export const handler = operation(
  {
    id: 'getEnvelopeDocumentPage',
    tag: 'Envelope Documents',
    summary: "Get the image of a document's page",
    description: [
      'A short-lived link to a picture, as plain text: a PNG, or a JPEG for pages that are photographs. `original`: as it was',
      'sent; `filled`: with what recipients have submitted so far; `certificate`: a page of the certificate of completion. The',
      'link changes when the picture does.',
    ].join(' '),
    route: 'GET /v2/envelope-documents/page-image/{document_id}/{variant}/{page}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({
      document_id: Id,
      variant: z.enum(['original', 'filled', 'certificate']),
      page: z.int().min(1),
    }),
    query: z.object({
      scale: z
        .enum(['1', '2'])
        .optional()
        .meta({ description: '2 doubles the pixels in each direction, for zoomed pages' }),
    }),
    returns: z.string(),
    produces: 'text/plain',
    errors: ['document_not_found', 'verification_needed', 'step_done', 'page_not_found', 'file_changed'],
    access: {
      read: ['envelope', 'documentPointer'],
      files: {
        get: ['envelopeDocument', 'filledDocument', 'sealedDocument', 'envelopePage'],
        put: ['filledDocument', 'envelopePage'],
      },
    },
  },
  async ({ caller, path: { document_id, variant, page }, query }) => {
    const { document } = await visibleDocument(caller, document_id);
    demandPage(document, variant, page);
    return text(await linkToPage(document, page, await pagePicture(document, variant, page, query.scale === '2')));
  },
);
