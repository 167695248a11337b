import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteTemplate } from '../../lib/signing/templates/change.ts';

export const handler = operation(
  {
    id: 'deleteTemplate',
    tag: 'Templates',
    summary: 'Delete a template',
    description: 'With its documents, roles, fields and links. Envelopes that were made from it stay as they are.',
    route: 'DELETE /v2/templates/{template_id}',
    event: 'template:deleted',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    returns: Confirmation,
    errors: ['forbidden', 'template_not_found'],
    access: {
      read: ['template', 'templateLink'],
      write: ['outbox'],
      remove: ['template', 'documentPointer'],
      bulk: ['template', 'templateLink'],
      files: { delete: ['templateDocument', 'templatePage'] },
    },
  },
  ({ caller, path }) => deleteTemplate(caller, path.template_id).then(() => 'OK'),
);
