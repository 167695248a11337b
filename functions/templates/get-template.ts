import { idPath } from '../../lib/base/common-schema.ts';
import { NotModified } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { knownVersion } from '../../lib/http/version-header.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { Template } from '../../lib/signing/templates/template-schema.ts';
import { isInVersion, templateFor } from '../../lib/signing/templates/template-store.ts';

export const handler = operation(
  {
    id: 'getTemplate',
    tag: 'Templates',
    summary: 'Get a template',
    description: [
      'With its roles, fields and documents. A public template can be read by everyone; another organization sees',
      'neither the persons that its roles are prepared for nor its `data`. With `If-None-Match: "<version>"` the answer is',
      '304 as long as the template is in that version.',
    ].join(' '),
    route: 'GET /v2/templates/{template_id}',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('template_id'),
    returns: Template,
    conditional: true,
    errors: ['forbidden', 'template_not_found'],
    access: { read: ['template'] },
  },
  async ({ caller, path, headers }) => {
    const known = knownVersion(headers);
    if (known !== undefined && (await isInVersion(caller, path.template_id, known))) return new NotModified(known);
    return presentTemplate(await templateFor(caller, path.template_id), caller);
  },
);
