import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { removeMailboxPasskey } from '../../lib/signing/sessions/mailbox-passkeys.ts';

export const handler = operation(
  {
    id: 'deleteMailboxPasskey',
    tag: 'Recipients',
    summary: "Remove a passkey of a signer's mailbox",
    description:
      'It can sign nothing more. What it has signed stays valid: the evidence holds its public key. Takes a session that the mailed link has opened, or that ' +
      'has passed a code by mail; also once all is signed.',
    route: 'DELETE /v2/envelopes/{envelope_id}/recipients/{role_name}/passkeys/{passkey_id}',
    unrecorded: 'signer',
    session: 'signer',
    path: z.strictObject({ ...RecipientPath.shape, passkey_id: Id }),
    returns: Confirmation,
    errors: ['envelope_not_found', 'recipient_not_found', 'mailbox_unverified', 'not_found'],
    access: { read: ['envelope', 'brand', 'signerPasskey'], remove: ['signerPasskey'] },
  },
  async ({ caller, path }) => {
    await removeMailboxPasskey(caller, path);
    return 'OK';
  },
);
