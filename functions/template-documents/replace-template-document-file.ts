import { idPath } from '../../lib/base/common-schema.ts';
import { EXAMPLE_PDF } from '../../lib/http/example-files.ts';
import { filePart, fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { type DocumentSource, sourceOf } from '../../lib/signing/documents/accept.ts';
import { replaceFile, takeBackFile } from '../../lib/signing/templates/replace-document.ts';
import { DocumentReplacement, NewDocumentFile } from '../../lib/signing/templates/replacement-schema.ts';

export const handler = operation(
  {
    id: 'replaceTemplateDocumentFile',
    tag: 'Template Documents',
    summary: "Replace a template document's file",
    description: [
      'Fields keep their pages and places, and the answer names those whose place the new file lacks. They are kept,',
      'and nothing can be sent, until they are moved or removed; with `misplaced: drop` they are removed at once. The',
      'file comes as in `POST /v2/template-documents`. The whole file is replaced, or nothing; `previous` brings the',
      'old file back.',
    ].join(' '),
    route: 'PUT /v2/template-documents/{document_id}/file',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('document_id'),
    body: NewDocumentFile,
    multipart: fileParts('file'),
    returns: DocumentReplacement,
    errors: [
      'forbidden',
      'document_not_found',
      'no_previous_file',
      'template_full',
      'unusable_document',
      'unusable_tag',
      'unusable_form_field',
    ],
    access: {
      read: ['organization', 'upload', 'documentPointer'],
      change: ['template'],
      write: ['outbox'],
      remove: ['template'],
      files: {
        get: ['upload'],
        put: ['templateDocument'],
        delete: ['upload', 'templateDocument', 'templatePage'],
      },
    },
    examples: { body: { name: 'lease.pdf', data: EXAMPLE_PDF } },
  },
  async ({ caller, path: { document_id }, body, files }) => {
    const { data, uri, name, previous, misplaced, place_fields } = body;
    if (previous) return takeBackFile(caller, document_id, misplaced);
    const source: DocumentSource =
      data || uri
        ? sourceOf({ data, uri, name, order: null }, 'document')
        : { kind: 'file', file: filePart(files, 'file', 'data'), name, field: 'file' };
    return replaceFile(caller, document_id, source, misplaced, place_fields ?? true);
  },
);
