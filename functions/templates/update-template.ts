import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { updateTemplate } from '../../lib/signing/templates/change.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { Template, TemplateChange } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'updateTemplate',
    tag: 'Templates',
    summary: 'Change a template',
    description: [
      'What is left out stays. Roles, fields and documents have operations of their own and are ignored here, so that',
      'a whole record can be sent back. `visibility`, `is_personal` and `is_public` say the same: the one that',
      'differs from the record decides. Only the member who made the template can set the sender `template_owner`',
      '(otherwise {not_the_creator}).',
    ].join(' '),
    route: 'PATCH /v2/templates/{template_id}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    body: TemplateChange,
    returns: Template,
    errors: ['forbidden', 'template_not_found', 'not_the_creator'],
    access: { change: ['template'], write: ['outbox'] },
    examples: { body: { name: 'Lease 2026', visibility: 'shared' } },
  },
  async ({ caller, path, body }) => presentTemplate(await updateTemplate(caller, path.template_id, body), caller),
);
