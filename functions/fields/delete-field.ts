import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteField } from '../../lib/signing/templates/fields.ts';

export const handler = operation(
  {
    id: 'deleteField',
    tag: 'Fields',
    summary: 'Delete a field',
    route: 'DELETE /v2/fields/{template_id}/{field_name}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: z.strictObject({ template_id: Id, field_name: z.string() }),
    returns: Confirmation,
    errors: ['forbidden', 'template_not_found', 'field_not_found'],
    access: { change: ['template'], remove: ['template'] },
  },
  ({ caller, path }) => deleteField(caller, path.template_id, path.field_name).then(() => 'OK'),
);
