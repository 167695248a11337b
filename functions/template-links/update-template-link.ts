import { operation } from '../../lib/http/operation.ts';
import { TemplateLinkChange } from '../../lib/signing/links/link-input-schema.ts';
import { LinkPath, TemplateLink } from '../../lib/signing/links/link-schema.ts';
import { updateTemplateLink } from '../../lib/signing/links/make-link.ts';

export const handler = operation(
  {
    id: 'updateTemplateLink',
    tag: 'Template Links',
    summary: 'Change, end or open a link',
    description: [
      'What is left out stays. `ended` true ends the link at once: it makes no further envelope, and whoever has begun',
      'goes on. Whoever changes a link without ending it sends its envelopes from then on. Its looks are taken anew from',
      'the brand.',
    ].join(' '),
    route: 'PATCH /v2/templates/{template_id}/links/{link_id}',
    event: 'template_link:updated',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: LinkPath,
    body: TemplateLinkChange,
    returns: TemplateLink,
    errors: ['forbidden', 'template_not_found', 'template_not_sendable', 'template_link_not_found', 'messages_used_up'],
    access: { read: ['template', 'dailyMessages', 'brand'], change: ['templateLink'], messagesPerDay: true },
    examples: { body: { cap: 1000 } },
  },
  ({ caller, path, body }) => updateTemplateLink(caller, path, body),
);
