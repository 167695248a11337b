import { operation } from '../../lib/http/operation.ts';
import { LinkPath, PublicLink } from '../../lib/signing/links/link-schema.ts';
import { readPublicLink } from '../../lib/signing/links/public-link.ts';

export const handler = operation(
  {
    id: 'getPublicTemplateLink',
    tag: 'Template Links',
    summary: 'Get what a link shows to its visitors',
    description: 'Its name, its state and the brand. Reading it makes nothing and counts nothing.',
    route: 'GET /v2/template-links/{template_id}/{link_id}',
    session: 'none',
    path: LinkPath,
    returns: PublicLink,
    errors: ['template_link_not_found'],
    access: { read: ['templateLink'] },
  },
  ({ path }) => readPublicLink(path),
);
