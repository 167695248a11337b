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
      'Answers the blanks that a person would see on twenty pages, or `count`, beginning with page `from`: lines,',
      'underscores, boxes to tick, empty cells, remaining text tags, and the form fields that the PDF had. Each has a',
      'kind and a place like a field; the label beside it suggests the kind and the person, in ten languages. No',
      'field is created: create those that fit. Each page also has guides: the places of its lines and boxes. The',
      'answer may hold fewer pages if reading takes long: then ask again from the next page.',
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
