import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { toggleStar } from '../../lib/signing/templates/change.ts';
import { presentTemplate } from '../../lib/signing/templates/present-template.ts';
import { Template } from '../../lib/signing/templates/template-schema.ts';

export const handler = operation(
  {
    id: 'toggleTemplateStar',
    tag: 'Templates',
    summary: "Put the caller's star on a template, or take it off",
    route: 'POST /v2/templates/{template_id}/stars/toggle',
    unrecorded: 'own_view',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    returns: Template,
    errors: ['forbidden', 'template_not_found'],
    access: { change: ['template'], remove: ['template'] },
  },
  async ({ caller, path }) => presentTemplate(await toggleStar(caller, path.template_id), caller),
);
