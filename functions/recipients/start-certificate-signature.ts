import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { browserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { CertificateStart } from '../../lib/signing/sessions/certificate-input-schema.ts';
import { startCertificateSignature } from '../../lib/signing/sessions/certificate-signing.ts';
import { CertificateStep } from '../../lib/signing/sessions/certificate-step-schema.ts';
import { SUBMIT_ERRORS } from '../../lib/signing/sessions/submission-schema.ts';

export const handler = operation(
  {
    id: 'startCertificateSignature',
    tag: 'Recipients',
    summary: 'Begin to sign with a certificate',
    description:
      'For a recipient with the method `csc`: answers the page of the trust service, and gives the browser a cookie. What comes back is taken in this browser and ' +
      'this session alone, for this recipient, once, within ten minutes. The service leads back to `/sign-in/…`, and that page to the signing page, which goes on ' +
      'by `POST …/submit/certificate/continue`. Nothing is signed before its last step. Twenty an hour at most.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/certificate',
    unrecorded: 'transient',
    session: 'signer',
    path: RecipientPath,
    body: CertificateStart,
    returns: CertificateStep,
    produces: 'application/json',
    answersSecret: true,
    errors: [
      ...SUBMIT_ERRORS,
      'rules_changed',
      'recipient_not_allowed',
      'certificate_not_asked',
      'trust_service_not_found',
      'trust_service_unreachable',
      'trust_service_refused',
      'too_many_requests',
    ],
    access: {
      read: ['envelope', 'brand', 'organization', 'profile', 'trustService'],
      write: ['certificateSigning', 'providerSignIn', 'certificateRequests'],
      providerKey: true,
      trustServices: true,
    },
    examples: { body: { locale: 'en-US', timezone: 'Europe/Vienna', origin: 'https://sign.example.com' } },
  },
  async ({ caller, path, body, headers }) => {
    const { secret, cookie } = browserSecret(headers);
    const step = await startCertificateSignature(caller, path, body, secret);
    return new Answer('application/json', JSON.stringify(step), 200, { 'Set-Cookie': cookie });
  },
);
