import * as z from 'zod';
import { Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentRole } from '../../lib/signing/templates/present-template.ts';
import { changeRole } from '../../lib/signing/templates/roles.ts';
import { RoleChange, TemplateRole } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'updateRole',
    tag: 'Roles',
    summary: 'Change a role',
    description: 'A new name is also given to the fields of the role.',
    route: 'PATCH /v2/roles/{template_id}/{role_name}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: z.strictObject({ template_id: Id, role_name: z.string() }),
    body: RoleChange,
    returns: TemplateRole,
    errors: ['forbidden', 'template_not_found', 'role_not_found', 'role_name_taken'],
    access: { change: ['template'], write: ['outbox'], remove: ['template'] },
    examples: { body: { name: 'First tenant' } },
  },
  async ({ caller, path, body }) => presentRole(await changeRole(caller, path.template_id, path.role_name, body)),
);
