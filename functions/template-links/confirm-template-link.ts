import { operation } from '../../lib/http/operation.ts';
import { confirmLink } from '../../lib/signing/links/confirm.ts';
import { LinkConfirmation } from '../../lib/signing/links/link-input-schema.ts';
import { ConfirmedLink, LinkPath } from '../../lib/signing/links/link-schema.ts';

export const handler = operation(
  {
    id: 'confirmTemplateLink',
    tag: 'Template Links',
    summary: "Confirm a visitor's address, and go on to the signing",
    description: [
      "With the digits of the mail, or the secret of its button. Makes the visitor's envelope, or leads back to the one",
      'that the address has begun by this link, on any device. Five attempts at each mailed code; the button works',
      'whatever was guessed. A code works until it expires, so that a request whose answer was lost can be repeated: it',
      'gets the same envelope.',
    ].join(' '),
    route: 'POST /v2/template-links/{template_id}/{link_id}/confirm',
    unrecorded: 'signer',
    session: 'none',
    path: LinkPath,
    body: LinkConfirmation,
    returns: ConfirmedLink,
    answersSecret: true,
    errors: [
      'template_link_not_found',
      'code_wrong',
      'template_link_ended',
      'template_link_full',
      'template_link_used',
      'template_link_unavailable',
      'address_not_allowed',
      'recipient_not_allowed',
      'too_many_requests',
      'messages_used_up',
      'file_changed',
    ],
    access: {
      read: ['profile', 'organization', 'group', 'dailyMessages', 'brand', 'template'],
      change: ['envelope', 'templateLink', 'linkVisit'],
      write: ['linkRequests', 'outbox', 'signingSecret'],
      bulk: ['envelope', 'envelopeList', 'signingSecret', 'documentPointer'],
      dataKey: true,
      messagesPerDay: true,
      files: { get: ['templateDocument', 'templatePage'], put: ['envelopeDocument', 'envelopePage', 'templatePage'] },
    },
    examples: { body: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', code: '12345678' } },
  },
  ({ path, body, origin }) => confirmLink(path, body, origin),
);
