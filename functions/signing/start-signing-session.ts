import { operation } from '../../lib/http/operation.ts';
import { presentedSigner } from '../../lib/people/sessions/bearer.ts';
import { openSession } from '../../lib/signing/sessions/session.ts';
import { SigningLinkPath, SigningSession } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'startSigningSession',
    tag: 'Signing',
    summary: 'Open a signing session through a link',
    description: [
      'The last part of the link is the key. Answers a signing token, sent from then on as `signer: Bearer …`.',
      'What is verified belongs to the session. A link from a message goes on with the one of this browser (a cookie) for 30',
      'days; any link goes on with the session of a token that it gave before and that is sent along in `signer`.',
      'Also answers when the recipient has submitted or declined, or the envelope has ended: clients show that.',
    ].join(' '),
    route: 'POST /v2/sign/unauth/{envelope_id}/{role_name}/{key}',
    unrecorded: 'signer',
    session: 'none',
    path: SigningLinkPath,
    returns: SigningSession,
    answersSecret: true,
    errors: ['signing_link_unknown', 'signing_link_expired', 'not_your_turn'],
    access: {
      read: ['signature'],
      change: ['envelope'],
      keys: ['signer-token'],
      files: { get: ['envelopePage'] },
    },
  },
  async ({ path, origin, headers }) =>
    openSession(path.envelope_id, path.role_name, path.key, origin, await presentedSigner(headers)),
);
