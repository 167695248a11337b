import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestFreshLink } from '../../lib/signing/sessions/fresh-link.ts';
import { SigningLinkPath } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'requestFreshLink',
    tag: 'Recipients',
    summary: 'Request a fresh signing link',
    description: [
      '`key` is the key of the link that the signer followed; it may have expired.',
      "A new link goes to the recipient's stored address or phone number, never into the answer. At most five " +
        'times an hour.',
    ].join(' '),
    route: 'POST /v2/sign/unauth/{envelope_id}/{role_name}/{key}/fresh-link',
    unrecorded: 'signer',
    session: 'none',
    path: SigningLinkPath,
    returns: Confirmation,
    errors: ['signing_link_unknown', 'too_many_requests'],
    access: { change: ['envelope', 'signerRequests'] },
  },
  async ({ path, origin }) => {
    await requestFreshLink(path, origin);
    return 'If you can still sign, a new link is on its way to the address on file.';
  },
);
