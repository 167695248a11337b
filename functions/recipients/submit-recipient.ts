import * as z from 'zod';
import { Locale, orNothing, Timezone } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { actAsRecipient } from '../../lib/signing/sessions/act-as-recipient.ts';
import { decideSubmission } from '../../lib/signing/sessions/decide-submission.ts';

export const handler = operation(
  {
    id: 'submitRecipient',
    tag: 'Recipients',
    summary: 'Submit',
    description: [
      'The recipient is done: all required fields must be filled. When all recipients of a sequence number are done,',
      'those of the next number are invited. After the last ones the envelope is complete and its documents are',
      'sealed. Submitting twice changes nothing.',
    ].join(' '),
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({ locale: orNothing(Locale), timezone: orNothing(Timezone) }),
    returns: Recipient,
    errors: [...ACT_ERRORS, 'not_agreed', 'verification_needed', 'fields_missing'],
    access: { change: ['envelope'] },
    examples: { body: { locale: 'en-US', timezone: 'Europe/Vienna' } },
  },
  async ({ caller, path, body, origin }) => actAsRecipient(caller, path, decideSubmission(caller, body, origin)),
);
