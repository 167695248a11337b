import { operation } from '../../lib/http/operation.ts';
import { stepAfter } from '../../lib/signing/verification/kba-step.ts';
import { enterSecret } from '../../lib/signing/verification/secret.ts';
import { KBA_ERRORS, KbaPin, KbaStep } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'submitKbaPin',
    tag: 'KBA',
    summary: 'Submit the passcode',
    description: 'An older form of `verifySigner` with the method `passcode`. Answers the next step.',
    route: 'POST /v2/kba/pin',
    unrecorded: 'signer',
    session: 'signer',
    body: KbaPin,
    returns: KbaStep,
    errors: [...KBA_ERRORS, 'passcode_wrong'],
    access: { change: ['envelope', 'signerRequests'], dataKey: true },
    examples: { body: { envelope_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', role_name: 'Buyer', pin: '4711' } },
  },
  async ({ caller, body, origin }) => stepAfter(await enterSecret(caller, body, 'passcode', body.pin, origin), caller),
);
