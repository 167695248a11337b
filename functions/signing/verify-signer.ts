import { operation } from '../../lib/http/operation.ts';
import { SigningSession } from '../../lib/signing/sessions/signing-session-schema.ts';
import { STEP_ERRORS, VerifyBody } from '../../lib/signing/verification/verification-schema.ts';
import { verifySigner } from '../../lib/signing/verification/verify-signer.ts';

export const handler = operation(
  {
    id: 'verifySigner',
    tag: 'Signing',
    summary: 'Pass a step of verification',
    description: [
      'After the disclosures, while the recipient has an `auth_step`. Answers the session with the next step.',
      'Documents are neither shown nor changed before the last step is passed. `passcode`, `email` and `sms` take a',
      '`code`; with `resend` a new one is sent, ten times an hour at most, good for ten minutes and one use. `kba`',
      'takes who the recipient is, and then `responses` to `kba_questions`. After five wrong attempts, in all',
      'sessions together, the verification has failed, and only the sender can restart it. A passed step counts for',
      'this session only (`sid` in its token). A link that is opened on another device, in person or in an',
      'application begins another session, which must pass all steps itself. This also applies to a recipient who has',
      'signed and reads on another device.',
    ].join(' '),
    route: 'POST /v2/sign/verify',
    unrecorded: 'signer',
    session: 'signer',
    body: VerifyBody,
    returns: SigningSession,
    answersSecret: true,
    errors: [...STEP_ERRORS, 'passcode_wrong', 'code_wrong', 'name_locked', 'recipient_reported'],
    access: {
      read: ['signature'],
      change: ['envelope', 'signerRequests'],
      remove: ['signingSecret'],
      keys: ['signer-token'],
      dataKey: true,
      files: { get: ['envelopePage'] },
    },
    examples: { body: { auth_method: 'passcode', code: '4711' } },
  },
  async ({ caller, body, origin }) => verifySigner(caller, body, origin),
);
