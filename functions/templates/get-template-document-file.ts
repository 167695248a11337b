import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { documentAnswer } from '../../lib/http/template-document-answer.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { thumbnail } from '../../lib/signing/templates/page-images.ts';
import { presentTemplateDocument } from '../../lib/signing/templates/present-template.ts';
import { TemplateDocument } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'getTemplateDocumentFile',
    tag: 'Template Documents',
    summary: "Get a template's document, its file or its thumbnail",
    description: [
      'With `file=true` the bytes of the PDF, or a redirect to a short-lived link where it is large; with',
      '`thumbnail=true` a small PNG of its first page; else its record.',
    ].join(' '),
    route: 'GET /v2/templates/{template_id}/documents/{document_id}',
    unrecorded: 'pictures',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('template_id', 'document_id'),
    query: z.object({ file: z.boolean().default(false), thumbnail: z.boolean().default(false) }),
    returns: TemplateDocument,
    alsoProduces: ['application/pdf', 'image/png'],
    redirects: 'With `file=true`: a short-lived link to a file too large for an answer',
    errors: ['forbidden', 'document_not_found', 'file_changed'],
    access: { change: ['template'], files: { get: ['templateDocument', 'templatePage'], put: ['templatePage'] } },
  },
  async ({ caller, path, query }) => {
    const document = await documentFor(caller, path.document_id, path.template_id);
    if (query.file) return documentAnswer(document);
    if (query.thumbnail) return new Answer('image/png', await thumbnail(document));
    return presentTemplateDocument(document);
  },
);
