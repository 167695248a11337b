import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { LinkPath } from '../../lib/signing/links/link-schema.ts';
import { deleteTemplateLink } from '../../lib/signing/links/link-store.ts';

export const handler = operation(
  {
    id: 'deleteTemplateLink',
    tag: 'Template Links',
    summary: 'Delete a link',
    description:
      'Its address leads nowhere then. Its envelopes stay as they are, but visitors find theirs by their mails alone: ' +
      'to let them come back by the link, end it instead.',
    route: 'DELETE /v2/templates/{template_id}/links/{link_id}',
    event: 'template_link:deleted',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: LinkPath,
    returns: Confirmation,
    errors: ['forbidden', 'template_not_found', 'template_link_not_found'],
    access: { read: ['template'], write: ['templateLink'], remove: ['templateLink'] },
  },
  ({ caller, path }) => deleteTemplateLink(caller, path).then(() => 'OK'),
);
