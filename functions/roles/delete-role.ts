import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteRole } from '../../lib/signing/templates/roles.ts';

export const handler = operation(
  {
    id: 'deleteRole',
    tag: 'Roles',
    summary: 'Delete a role',
    description: 'With the fields of the role.',
    route: 'DELETE /v2/roles/{template_id}/{role_name}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: z.strictObject({ template_id: Id, role_name: z.string() }),
    returns: Confirmation,
    errors: ['forbidden', 'template_not_found', 'role_not_found'],
    access: { change: ['template'], write: ['outbox'], remove: ['template'] },
  },
  ({ caller, path }) => deleteRole(caller, path.template_id, path.role_name).then(() => 'OK'),
);
