import * as z from 'zod';
import { Email, MobilePhone, Name, orNothing } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, LIMITS, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { delegateRecipient } from '../../lib/signing/sessions/delegate-recipient.ts';

export const handler = operation(
  {
    id: 'delegateRecipient',
    tag: 'Recipients',
    summary: 'Hand over to somebody else',
    description: [
      'Possible if the sender allows it (`delegator`), and after the verification that the sender demands. The other',
      'person takes the role with its fields and begins from the start. The delegator remains in the role',
      '`delegated_to_…` and has nothing more to do.',
    ].join(' '),
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/delegate',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({
      first_name: Name,
      last_name: Name,
      email: Email,
      phone: orNothing(MobilePhone),
      message: orNothing(z.string().max(LIMITS.message)),
    }),
    returns: z.object({ status: z.literal('OK') }),
    errors: [
      ...ACT_ERRORS,
      'verification_needed',
      'not_a_delegator',
      'envelope_full',
      'recipient_reported',
      'recipient_not_allowed',
      'too_many_requests',
    ],
    access: {
      read: ['organization', 'profile'],
      change: ['envelope'],
      write: ['signingSecret'],
      remove: ['signingSecret'],
      dataKey: true,
    },
    examples: {
      body: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', message: 'Please sign for me.' },
    },
  },
  async ({ caller, path, body, origin }) => {
    const { phone = null, message = null } = body;
    await delegateRecipient(caller, path, { ...body, phone, message }, origin);
    return { status: 'OK' };
  },
);
