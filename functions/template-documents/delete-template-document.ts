import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteDocument } from '../../lib/signing/templates/documents.ts';

export const handler = operation(
  {
    id: 'deleteTemplateDocument',
    tag: 'Template Documents',
    summary: 'Delete a template document',
    description: 'With the fields on it.',
    route: 'DELETE /v2/template-documents/{document_id}',
    session: 'user',
    callableBy: 'templates:write',
    path: z.strictObject({ document_id: Id }),
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
  async ({ caller, path }) => {
    await deleteDocument(caller, path.document_id);
    return 'OK';
  },
);
