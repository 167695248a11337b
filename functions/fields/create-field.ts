import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { addField } from '../../lib/signing/templates/fields.ts';
import { presentTemplateField } from '../../lib/signing/templates/present-template.ts';
import { NewField, TemplateField } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'createField',
    tag: 'Fields',
    summary: 'Add a field to a template',
    description: [
      'Coordinates are points from the lower left corner of the page as displayed; width and height default to',
      'those of the type. Names are unique in a template. Form builders save fields often: it sends no',
      'webhook event.',
    ].join(' '),
    route: 'POST /v2/fields/{template_id}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    body: NewField,
    returns: TemplateField,
    errors: ['forbidden', 'template_not_found', 'field_name_taken', 'template_full'],
    access: { change: ['template'] },
    examples: {
      body: { name: 'tenant-signature', role_name: 'Tenant', type: 'signature', required: true, page: 1, x: 72, y: 72 },
    },
  },
  async ({ caller, path, body }) => presentTemplateField(await addField(caller, path.template_id, body)),
);
