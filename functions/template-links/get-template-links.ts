import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { TemplateLink } from '../../lib/signing/links/link-schema.ts';
import { listTemplateLinks } from '../../lib/signing/links/link-store.ts';

export const handler = operation(
  {
    id: 'getTemplateLinks',
    tag: 'Template Links',
    summary: "List a template's links",
    description: 'The oldest first, each with its address, the same as a QR code, and how many envelopes it has made.',
    route: 'GET /v2/templates/{template_id}/links',
    session: 'user',
    callableBy: 'templates:read',
    path: idPath('template_id'),
    returns: z.array(TemplateLink),
    errors: ['forbidden', 'template_not_found'],
    access: { read: ['template', 'templateLink', 'brand'] },
  },
  ({ caller, path }) => listTemplateLinks(caller, path.template_id),
);
