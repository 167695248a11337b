import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { text } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { documentAnswer, documentLink } from '../../lib/http/template-document-answer.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { presentTemplateDocument } from '../../lib/signing/templates/present-template.ts';
import { TemplateDocument } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'getTemplateDocument',
    tag: 'Template Documents',
    summary: 'Get a template document',
    description: [
      'Its record; with `type=file` the bytes of the PDF, or a redirect to a short-lived link where it is large;',
      'with `type=download` or `type=preview` such a link as plain text, to save or to show the file.',
    ].join(' '),
    route: 'GET /v2/template-documents/{document_id}',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('document_id'),
    query: z.object({ type: z.enum(['file', 'download', 'preview']).optional() }),
    returns: TemplateDocument,
    alsoProduces: ['text/plain', 'application/pdf'],
    redirects: 'With `type=file`: a short-lived link to a file too large for an answer',
    errors: ['forbidden', 'document_not_found', 'file_changed'],
    access: { read: ['template', 'documentPointer'], files: { get: ['templateDocument'] } },
  },
  async ({ caller, path, query }) => {
    const document = await documentFor(caller, path.document_id);
    if (query.type === 'file') return documentAnswer(document);
    if (query.type) return text(await documentLink(document, query.type === 'preview' ? 'inline' : 'attachment'));
    return presentTemplateDocument(document);
  },
);
