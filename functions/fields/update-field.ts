import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { changeField } from '../../lib/signing/templates/fields.ts';
import { presentTemplateField } from '../../lib/signing/templates/present-template.ts';
import { FieldChange, TemplateField } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'updateField',
    tag: 'Fields',
    summary: 'Change a field',
    description: 'What is left out stays. Form builders save fields often: it sends no webhook event.',
    route: 'PATCH /v2/fields/{template_id}/{field_name}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: z.strictObject({ template_id: Id, field_name: z.string() }),
    body: FieldChange,
    returns: TemplateField,
    errors: ['forbidden', 'template_not_found', 'field_not_found', 'field_name_taken'],
    access: { change: ['template'], remove: ['template'] },
    examples: { body: { x: 100, y: 120, required: false } },
  },
  async ({ caller, path, body }) =>
    presentTemplateField(await changeField(caller, path.template_id, path.field_name, body)),
);
