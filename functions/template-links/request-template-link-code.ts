import { operation } from '../../lib/http/operation.ts';
import { CodeRequest } from '../../lib/signing/links/link-input-schema.ts';
import { CodeAsked, LinkPath } from '../../lib/signing/links/link-schema.ts';
import { requestLinkCode } from '../../lib/signing/links/visit.ts';

export const handler = operation(
  {
    id: 'requestTemplateLinkCode',
    tag: 'Template Links',
    summary: 'Have a code mailed to a visitor of a link',
    description: [
      'The answer is the same whether a mail is sent or not. None is sent to an address that was asked for less than 15',
      'minutes ago: the code of the last mail works still. Times between mails grow. At most 60 codes an hour of one link',
      'and 60 of one network may wait for their use; each that is used gives its place back. A value in the address that',
      'its field does not take is refused here, with the name of the field.',
    ].join(' '),
    route: 'POST /v2/template-links/{template_id}/{link_id}/codes',
    unrecorded: 'mail',
    session: 'none',
    path: LinkPath,
    body: CodeRequest,
    returns: CodeAsked,
    errors: ['template_link_not_found', 'address_not_allowed', 'too_many_requests'],
    access: { read: ['template', 'templateLink'], change: ['linkVisit'], write: ['linkRequests', 'outbox'] },
    examples: { body: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' } },
  },
  async ({ path, body, origin }) => {
    await requestLinkCode(path, body, origin);
    return { result: 'done', email: body.email };
  },
);
