import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { MailboxPasskey } from '../../lib/signing/sessions/mailbox-passkey-schema.ts';
import { listMailboxPasskeys } from '../../lib/signing/sessions/mailbox-passkeys.ts';

export const handler = operation(
  {
    id: 'getMailboxPasskeys',
    tag: 'Recipients',
    summary: "List the passkeys of a signer's mailbox",
    description:
      'The passkeys that were made for the mailbox when it signed where this envelope is signed (on pages of the platform, or of the brand), the newest first. Takes a session that the mailed link has ' +
      'opened, or that has passed a code by mail; also once all is signed.',
    route: 'GET /v2/envelopes/{envelope_id}/recipients/{role_name}/passkeys',
    session: 'signer',
    path: RecipientPath,
    returns: z.array(MailboxPasskey),
    errors: ['envelope_not_found', 'recipient_not_found', 'mailbox_unverified'],
    access: { read: ['envelope', 'brand', 'signerPasskey'] },
  },
  ({ caller, path }) => listMailboxPasskeys(caller, path),
);
