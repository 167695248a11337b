import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteDocument } from '../../lib/signing/templates/documents.ts';

export const handler = operation(
  {
    id: 'deleteTemplateDocument',
    tag: 'Template Documents',
    summary: 'Delete a template document',
    description: 'With the fields on it.',
    route: 'DELETE /v2/template-documents/{document_id}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('document_id'),
    returns: Confirmation,
    errors: ['forbidden', 'document_not_found'],
    access: {
      read: ['documentPointer'],
      change: ['template'],
      write: ['outbox'],
      remove: ['template', 'documentPointer'],
      files: { delete: ['templateDocument', 'templatePage'] },
    },
  },
  ({ caller, path }) => deleteDocument(caller, path.document_id).then(() => 'OK'),
);
