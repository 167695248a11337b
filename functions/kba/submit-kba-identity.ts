import { operation } from '../../lib/http/operation.ts';
import { submitIdentity } from '../../lib/signing/verification/kba.ts';
import { stepAfter } from '../../lib/signing/verification/kba-step.ts';
import { KBA_ERRORS, KbaIdentity, KbaStep } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'submitKbaIdentity',
    tag: 'KBA',
    summary: 'Submit KBA identity',
    description: [
      'Tells the bureau who the recipient is. An older form of `verifySigner` with the method `kba`. Answers the next',
      'step: questions (`challenge`), `complete`, or `failed` with a message.',
    ].join(' '),
    route: 'POST /v2/kba/identity',
    unrecorded: 'signer',
    session: 'signer',
    body: KbaIdentity,
    returns: KbaStep,
    errors: [...KBA_ERRORS, 'name_locked'],
    access: { change: ['envelope', 'signerRequests'] },
    examples: {
      body: {
        envelope_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        role_name: 'Buyer',
        identity: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          address: '12 Orchard Lane',
          city: 'Springfield',
          state: 'IL',
        },
      },
    },
  },
  async ({ caller, body, origin }) => {
    const { firstName: first_name, lastName: last_name, ssnLast4: ssn_last_4, ...rest } = body.identity;
    return stepAfter(
      await submitIdentity(caller, body, { first_name, last_name, ssn_last_4, ...rest }, origin),
      caller,
    );
  },
);
