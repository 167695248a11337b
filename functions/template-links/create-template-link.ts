import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { NewTemplateLink } from '../../lib/signing/links/link-input-schema.ts';
import { CreatedTemplateLink } from '../../lib/signing/links/link-schema.ts';
import { createTemplateLink } from '../../lib/signing/links/make-link.ts';

export const handler = operation(
  {
    id: 'createTemplateLink',
    tag: 'Template Links',
    summary: 'Create a link of a template',
    description: [
      'Whoever opens its `address`, says who they are and confirms the e-mail address by a code gets an envelope of the',
      'template, in your name, and signs it at once in the role `role_name`. The other roles follow as in any envelope:',
      'each needs a person, here or in the template. At most 20 links a template. The `secret` is shown this once: it',
      'signs values in the address. A signature is the last parameter, `signature`: HMAC-SHA256 in hex, keyed with the',
      'secret, of the id of the link, a `?`, and the query before `&signature=` exactly as it stands in the address.',
      'A parameter `expires` before it, in seconds since 1970, ends the address. `signTemplateLinkAddress` does the same.',
    ].join(' '),
    route: 'POST /v2/templates/{template_id}/links',
    event: 'template_link:created',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('template_id'),
    body: NewTemplateLink,
    returns: CreatedTemplateLink,
    answersSecret: true,
    errors: ['forbidden', 'template_not_found', 'template_not_sendable', 'template_full', 'messages_used_up'],
    access: { read: ['template', 'dailyMessages', 'brand'], write: ['templateLink'], messagesPerDay: true },
    examples: {
      body: {
        name: 'Registration',
        cap: 500,
        once_per_address: true,
        recipients: [
          { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' },
        ],
      },
    },
  },
  ({ caller, path, body }) => createTemplateLink(caller, path.template_id, body),
);
