import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/schema.ts';
import { createInPersonLink } from '../../lib/signing/sessions/in-person.ts';
import { InPersonLink } from '../../lib/signing/sessions/schema.ts';

export const handler = operation(
  {
    id: 'createInPersonLink',
    tag: 'Signing',
    summary: 'Get a link for signing in person',
    description: 'The owner hosts the signing on a device of their own; the audit trail records who hosted.',
    route: 'POST /v2/sign/in-person/{envelope_id}/{role_name}',
    session: 'user',
    callableBy: 'envelopes:write',
    path: RecipientPath,
    returns: InPersonLink,
    answersSecret: true,
    errors: [
      'envelope_not_found',
      'recipient_not_found',
      'not_the_owner',
      'envelope_ended',
      'not_your_turn',
      'recipient_not_acting',
    ],
    access: {
      change: ['envelope'],
      write: ['signingSecret'],
      keys: ['signer-token'],
      dataKey: true,
    },
  },
  async ({ caller, path, origin }) => createInPersonLink(caller, path, origin),
);
