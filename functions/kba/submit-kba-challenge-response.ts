import { operation } from '../../lib/http/operation.ts';
import { submitResponses } from '../../lib/signing/verification/kba.ts';
import { stepAfter } from '../../lib/signing/verification/kba-step.ts';
import { KBA_ERRORS, KbaResponses, KbaStep } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'submitKbaChallengeResponse',
    tag: 'KBA',
    summary: "Answer the bureau's questions",
    description:
      'Answers in the order of the questions. An older form of `verifySigner` with `responses`. Answers the next ' +
      'step.',
    route: 'POST /v2/kba/response',
    unrecorded: 'signer',
    session: 'signer',
    body: KbaResponses,
    returns: KbaStep,
    errors: KBA_ERRORS,
    access: { change: ['envelope', 'signerRequests'] },
    examples: {
      body: {
        envelope_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        role_name: 'Buyer',
        responses: [{ type: 'former-street', answer: 'Orchard Lane' }],
      },
    },
  },
  async ({ caller, body, origin }) => stepAfter(await submitResponses(caller, body, body.responses, origin), caller),
);
