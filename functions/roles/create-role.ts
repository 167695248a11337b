import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentRole } from '../../lib/signing/templates/present-template.ts';
import { addRole } from '../../lib/signing/templates/roles.ts';
import { NewRole, TemplateRole } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'createRole',
    tag: 'Roles',
    summary: 'Add a role to a template',
    description:
      'A role stands for a recipient of the envelopes made from the template. Names are unique in a template.',
    route: 'POST /v2/roles/{template_id}',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    body: NewRole,
    returns: TemplateRole,
    errors: ['forbidden', 'template_not_found', 'role_name_taken', 'template_full'],
    access: { change: ['template'], write: ['outbox'] },
    examples: { body: { name: 'Tenant', type: 'signer', sequence: 1 } },
  },
  async ({ caller, path, body }) => presentRole(await addRole(caller, path.template_id, body)),
);
