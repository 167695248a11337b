import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { duplicateTemplate } from '../../lib/signing/templates/change.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { Template, TemplateAction } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'duplicateTemplate',
    tag: 'Templates',
    summary: 'Copy a template',
    description: [
      "The copy, with documents, roles and fields, is the caller's own. It is as visible as the original; a copy of",
      "another organization's public template is private.",
    ].join(' '),
    route: 'PUT /v2/templates/{template_id}',
    event: 'template:created',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    body: TemplateAction,
    returns: Template,
    errors: ['forbidden', 'template_not_found', 'file_changed'],
    access: {
      change: ['template'],
      write: ['templateList', 'documentPointer', 'outbox'],
      bulk: ['template', 'documentPointer'],
      files: { get: ['templateDocument'], put: ['templateDocument'] },
    },
    examples: { body: { action: 'duplicate', name: 'Lease for offices' } },
  },
  async ({ caller, path, body }) =>
    presentTemplate(await duplicateTemplate(caller, path.template_id, body.name), caller),
);
