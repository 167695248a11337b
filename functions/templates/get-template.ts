import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { Template } from '../../lib/signing/templates/template-schema.ts';
import { templateFor } from '../../lib/signing/templates/template-store.ts';

export const handler = operation(
  {
    id: 'getTemplate',
    tag: 'Templates',
    summary: 'Get a template',
    description: [
      'With its roles, fields and documents. A public template can be read by everyone; another organization sees',
      'neither the persons that its roles are prepared for nor its `data`.',
    ].join(' '),
    route: 'GET /v2/templates/{template_id}',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('template_id'),
    returns: Template,
    errors: ['forbidden', 'template_not_found'],
    access: { read: ['template'] },
  },
  async ({ caller, path }) => presentTemplate(await templateFor(caller, path.template_id), caller),
);
