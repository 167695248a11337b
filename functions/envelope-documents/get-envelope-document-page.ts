import * as z from 'zod';
import { linkToFile } from '../../lib/aws/files/store.ts';
import { fail } from '../../lib/base/errors.ts';
import { Id } from '../../lib/base/schema.ts';
import { text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { visibleDocument } from '../../lib/signing/envelopes/document-access.ts';
import { pageImage } from '../../lib/signing/envelopes/page-image.ts';

/** A page is open in a browser for a while before its image is loaded. */
const LINK_SECONDS = 3600;

export const handler = operation(
  {
    id: 'getEnvelopeDocumentPage',
    tag: 'Envelope Documents',
    summary: "Get the image of a document's page",
    description: [
      'A short-lived link to a PNG, as plain text. `original`: as it was sent; `filled`: with what recipients have',
      'submitted so far; `certificate`: a page of the certificate of completion. The link changes when the picture does.',
    ].join(' '),
    route: 'GET /v2/envelope-documents/page-image/{document_id}/{variant}/{page}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({
      document_id: Id,
      variant: z.enum(['original', 'filled', 'certificate']),
      page: z.coerce.number().int().min(1),
    }),
    returns: z.string(),
    produces: 'text/plain',
    errors: ['document_not_found', 'verification_needed', 'page_not_found'],
    access: {
      read: ['envelope', 'documentPointer'],
      files: {
        get: ['envelopeDocument', 'filledDocument', 'sealedDocument', 'envelopePage'],
        put: ['filledDocument', 'envelopePage'],
      },
    },
  },
  async ({ caller, path }) => {
    const { document } = await visibleDocument(caller, path.document_id);
    if (path.page > document.pages) fail('page_not_found');
    if ((path.variant === 'certificate') !== (document.type === 'certificate')) fail('page_not_found');
    const key = await pageImage(document, path.variant, path.page);
    const filename = `${document.name} ${path.page}.png`;
    return text(await linkToFile(key, { filename, mime: 'image/png', disposition: 'inline', expiresIn: LINK_SECONDS }));
  },
);
