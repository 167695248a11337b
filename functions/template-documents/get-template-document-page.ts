import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { pageImageLink } from '../../lib/signing/templates/page-images.ts';

export const handler = operation(
  {
    id: 'getTemplateDocumentPage',
    tag: 'Template Documents',
    summary: "Get the image of a template document's page",
    description: [
      'A short-lived link to a PNG, as plain text. Pages count from 1. `original` shows the page as it was uploaded,',
      "`tagged` without the tags and form fields that became fields (see the organization's pipeline settings).",
    ].join(' '),
    route: 'GET /v2/template-documents/page-image/{document_id}/{variant}/{page}',
    unrecorded: 'pictures',
    session: 'user',
    callableBy: 'templates:read',
    path: z.strictObject({
      document_id: Id,
      variant: z.enum(['original', 'tagged']),
      page: z.int().min(1),
    }),
    returns: z.string(),
    produces: 'text/plain',
    errors: ['forbidden', 'document_not_found', 'page_not_found', 'file_changed'],
    access: {
      read: ['documentPointer'],
      change: ['template'],
      files: { get: ['templateDocument', 'templatePage'], put: ['templatePage'] },
    },
  },
  async ({ caller, path }) =>
    text(await pageImageLink(await documentFor(caller, path.document_id), path.variant, path.page)),
);
