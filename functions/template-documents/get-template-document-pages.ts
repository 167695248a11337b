import * as z from 'zod';
import { idPath } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { linkToPage } from '../../lib/signing/documents/kept-pages.ts';
import { DocumentPages } from '../../lib/signing/documents/page-schema.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { demandPageOf, viewedPages } from '../../lib/signing/templates/page-images.ts';

/** Most pages of one answer. */
const AT_ONCE = 10;

export const handler = operation(
  {
    id: 'getTemplateDocumentPages',
    tag: 'Template Documents',
    summary: "Get pictures and texts of a template document's pages",
    description: [
      'Of ten pages, or `count`, from the one that is asked for on, as signers will see them: a short-lived link to the picture of',
      'each, and what stands on it, line by line. The answer may hold fewer pages where they take long to draw: ask for the next one then.',
    ].join(' '),
    route: 'GET /v2/template-documents/{document_id}/pages',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('document_id'),
    query: z.object({
      from: z.int().min(1).default(1).meta({ description: 'The first page, from 1' }),
      count: z.int().min(1).max(AT_ONCE).default(AT_ONCE).meta({ description: 'Number of pages at most' }),
    }),
    returns: DocumentPages,
    errors: ['forbidden', 'document_not_found', 'page_not_found', 'file_changed'],
    access: {
      read: ['documentPointer'],
      change: ['template'],
      files: { get: ['templateDocument', 'templatePage'], put: ['templatePage'] },
    },
  },
  async ({ caller, path: { document_id }, query: { from, count } }) => {
    const document = await documentFor(caller, document_id);
    demandPageOf(document, from);
    const length = Math.min(count, document.pages - from + 1);
    const kept = await viewedPages(
      document,
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
