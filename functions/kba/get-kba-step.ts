import { fail } from '../../lib/base/errors.ts';
import { operation } from '../../lib/http/operation.ts';
import { readWholeEnvelope } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../../lib/signing/envelopes/rules/access.ts';
import { kbaStep } from '../../lib/signing/verification/kba-step.ts';
import { KbaPath, KbaStep } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'getKbaStep',
    tag: 'KBA',
    summary: 'Get the next step of verification',
    description: [
      'An older form of `verifySigner`: `pin` asks for the passcode, `identity` for who the recipient is,',
      '`challenge` for answers. One-time codes are unknown to it: while one is due the step is `none`.',
    ].join(' '),
    route: 'GET /v2/kba/{envelope_id}/{role_name}',
    session: 'signer',
    path: KbaPath,
    returns: KbaStep,
    errors: ['envelope_not_found', 'recipient_not_found'],
    access: { read: ['envelope'] },
  },
  async ({ caller, path }) => {
    if (caller.envelope_id !== path.envelope_id) fail('envelope_not_found');
    return kbaStep(signingRecipient(await readWholeEnvelope(path.envelope_id), caller, path.role_name), caller);
  },
);
