import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandedVersion } from '../../lib/http/version-header.ts';
import { ContentsPatch, ContentsState } from '../../lib/signing/templates/contents-schema.ts';
import { patchContents } from '../../lib/signing/templates/patch-contents.ts';
import { presentState } from '../../lib/signing/templates/present-template.ts';

export const handler = operation(
  {
    id: 'updateTemplateContents',
    tag: 'Templates',
    summary: 'Change many roles, fields and documents',
    description: [
      'All of it, or nothing. Roles and fields are found by their names: known ones are changed, unknown ones are added,',
      'and `remove` takes one away. With `If-Match: "<version>"` a change of another version is refused with',
      '{version_changed}. At most 80 roles, fields and documents change in a call. It sends no webhook event, because',
      'form builders save often. Envelopes that were made from the template stay as they are.',
    ].join(' '),
    route: 'PATCH /v2/templates/{template_id}/contents',
    event: 'template:updated',
    session: 'user',
    callableBy: 'templates:write',
    path: idPath('template_id'),
    body: ContentsPatch,
    returns: ContentsState,
    errors: ['forbidden', 'template_not_found', 'template_full', 'version_changed'],
    access: { change: ['template'], remove: ['template'] },
    examples: { body: { fields: [{ name: 'tenant-signature', x: 100, y: 120 }] } },
  },
  async ({ caller, path, body, headers }) =>
    presentState(await patchContents(caller, path.template_id, { contents: body, version: demandedVersion(headers) })),
);
