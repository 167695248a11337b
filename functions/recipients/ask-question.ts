import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { askQuestion } from '../../lib/signing/sessions/ask-question.ts';

export const handler = operation(
  {
    id: 'askQuestion',
    tag: 'Recipients',
    summary: 'Ask the sender a question',
    description:
      "It is mailed to the envelope's sender, who answers outside of the platform. At most ten questions an hour.",
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/ask-question',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({ question: z.string().trim().min(1, 'must not be empty').max(2000) }),
    returns: Recipient,
    errors: [...ACT_ERRORS, 'too_many_requests'],
    access: { read: ['envelope'], change: ['signerRequests'], write: ['outbox'] },
    examples: { body: { question: 'Is the parking space included?' } },
  },
  async ({ caller, path, body }) => askQuestion(caller, path, body.question),
);
