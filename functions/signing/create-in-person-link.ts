import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { createInPersonLink } from '../../lib/signing/sessions/in-person.ts';
import { InPersonLink } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'createInPersonLink',
    tag: 'Signing',
    summary: 'Get a link for signing in person',
    description:
      'The owner hosts the signing on a device of their own; the audit trail records who hosted. The session is ' +
      'new: the recipient must be verified in it, even if verified elsewhere before, and remembered signatures are ' +
      'not available in it.',
    route: 'POST /v2/sign/in-person/{envelope_id}/{role_name}',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: RecipientPath,
    returns: InPersonLink,
    answersSecret: true,
    errors: [...ACT_ERRORS, 'not_the_owner'],
    access: {
      change: ['envelope'],
      write: ['signingSecret'],
      keys: ['signer-token'],
      dataKey: true,
    },
  },
  async ({ caller, path, origin }) => createInPersonLink(caller, path, origin),
);
