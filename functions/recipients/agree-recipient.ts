import * as z from 'zod';
import { Locale, orNothing, Timezone } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, LIMITS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { actAsRecipient } from '../../lib/signing/sessions/act-as-recipient.ts';
import { decideAgreement } from '../../lib/signing/sessions/decide-agreement.ts';

export const handler = operation(
  {
    id: 'agreeRecipient',
    tag: 'Recipients',
    summary: 'Accept the disclosures',
    description:
      'What was accepted is kept in the audit trail, with `shown_by`: `platform` for a text that the signing page shows for this envelope, ' +
      '`client` for any other, which the certificate of completion prints as stated by the client. Comes before any field can be filled.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/agree',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({
      disclosures: orNothing(z.string().max(LIMITS.disclosures)),
      locale: orNothing(Locale),
      timezone: orNothing(Timezone),
    }),
    returns: Recipient,
    errors: ACT_ERRORS,
    access: { change: ['envelope'] },
    examples: { body: { disclosures: 'I agree to use electronic records and signatures.', locale: 'en-US' } },
  },
  async ({ caller, path, body, origin }) => actAsRecipient(caller, path, decideAgreement(caller, body, origin)),
);
