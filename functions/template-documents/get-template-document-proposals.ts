import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { FieldProposals, ProposalsQuery } from '../../lib/signing/documents/proposal-schema.ts';
import { documentFor } from '../../lib/signing/templates/documents.ts';
import { demandPageOf } from '../../lib/signing/templates/page-images.ts';
import { proposalsFor } from '../../lib/signing/templates/proposals.ts';

export const handler = operation(
  {
    id: 'getTemplateDocumentProposals',
    tag: 'Template Documents',
    summary: "Get proposals for fields of a template document's pages",
    description: [
      'The blanks that a person would see on twenty pages, or `count`, from the one that is asked for on: lines, underscores, boxes to tick,',
      'empty cells, text tags that are still there, and the fields of the form that the PDF had. Each has a kind and a place as a field has them; the label beside it proposes the kind',
      'and the person, in ten languages. Nothing is placed: create the fields that fit. Each page also has guides: where its lines and boxes are. The answer may hold fewer pages where they take',
      'long to read: ask for the next one then.',
    ].join(' '),
    route: 'GET /v2/template-documents/{document_id}/proposals',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('document_id'),
    query: ProposalsQuery,
    returns: FieldProposals,
    errors: ['forbidden', 'document_not_found', 'page_not_found', 'file_changed'],
    access: { read: ['template', 'documentPointer'], files: { get: ['templateDocument'] } },
  },
  async ({ caller, path: { document_id }, query: { from, count } }) => {
    const document = await documentFor(caller, document_id);
    demandPageOf(document, from);
    const length = Math.min(count, document.pages - from + 1);
    return proposalsFor(
      document,
      Array.from({ length }, (_, index) => from + index),
    );
  },
);
