import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { DocumentPages, PagesQuery } from '../../lib/signing/documents/page-schema.ts';
import { presentPages } from '../../lib/signing/documents/present-pages.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { demandPageOf, viewedPages } from '../../lib/signing/templates/page-images.ts';

export const handler = operation(
  {
    id: 'getTemplateDocumentPages',
    tag: 'Template Documents',
    summary: "Get pictures and texts of a template document's pages",
    description: [
      'Answers ten pages, or `count`, beginning with page `from`, as signers will see them: a short-lived link to each',
      "page's picture, and its text line by line. The answer may hold fewer pages if drawing takes long: then ask",
      'again from the next page.',
    ].join(' '),
    route: 'GET /v2/template-documents/{document_id}/pages',
    unrecorded: 'pictures',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('document_id'),
    query: PagesQuery,
    returns: DocumentPages,
    errors: ['forbidden', 'document_not_found', 'page_not_found', 'file_changed'],
    access: {
      read: ['documentPointer'],
      change: ['template'],
      files: { get: ['templateDocument', 'templatePage'], put: ['templatePage'] },
    },
  },
  async ({ caller, path: { document_id }, query }) => {
    const document = await documentFor(caller, document_id);
    demandPageOf(document, query.from);
    return presentPages(document, query, (pages) => viewedPages(document, pages));
  },
);
