import { operation } from '../../lib/http/operation.ts';
import { SignedAddressInput } from '../../lib/signing/links/link-input-schema.ts';
import { LinkPath, SignedAddress } from '../../lib/signing/links/link-schema.ts';
import { signTemplateLinkAddress } from '../../lib/signing/links/link-store.ts';

export const handler = operation(
  {
    id: 'signTemplateLinkAddress',
    tag: 'Template Links',
    summary: 'Sign values in the address of a link',
    description: [
      "Answers the link's address with these values and their signature. It stores nothing. Your server can do the same",
      'with the secret of the link (`createTemplateLink`).',
    ].join(' '),
    route: 'POST /v2/templates/{template_id}/links/{link_id}/addresses',
    unrecorded: 'none',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: LinkPath,
    body: SignedAddressInput,
    returns: SignedAddress,
    errors: ['forbidden', 'template_not_found', 'template_link_not_found'],
    access: { read: ['template', 'templateLink', 'brand'] },
    examples: { body: { values: { city: 'Berlin' } } },
  },
  ({ caller, path, body }) => signTemplateLinkAddress(caller, path, body),
);
