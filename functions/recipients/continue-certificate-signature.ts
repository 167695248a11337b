import { operation } from '../../lib/http/operation.ts';
import { presentedBrowserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { continueCertificateSignature } from '../../lib/signing/sessions/certificate-continuation.ts';
import { CertificateContinuation } from '../../lib/signing/sessions/certificate-input-schema.ts';
import { CertificateStep } from '../../lib/signing/sessions/certificate-step-schema.ts';
import { SUBMIT_ERRORS } from '../../lib/signing/sessions/submission-schema.ts';

export const handler = operation(
  {
    id: 'continueCertificateSignature',
    tag: 'Recipients',
    summary: 'Go on signing with a certificate',
    description:
      'Takes what the last step of `POST …/submit/certificate` asked for, and answers the next one, or that the recipient has submitted. With `signing` alone it ' +
      'answers the step that is due. After `wait`, the same body is sent again, without `returned`. Two who sign at once are put one after the other. A failure ' +
      'leaves nothing half-signed: the signer may begin again, and the sender is told of one that the signer can’t help.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/certificate/continue',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: CertificateContinuation,
    returns: CertificateStep,
    answersSecret: true,
    errors: [
      ...SUBMIT_ERRORS,
      'recipient_reported',
      'recipient_not_allowed',
      'certificate_revoked',
      'certificate_unusable',
      'signature_altered',
      'signature_overtaken',
      'trust_service_over',
      'trust_service_not_found',
      'trust_service_no_credential',
      'trust_service_unreachable',
      'trust_service_refused',
    ],
    access: {
      read: ['organization', 'profile', 'trustService'],
      change: ['envelope', 'certificateSigning'],
      write: ['providerSignIn'],
      remove: ['providerSignIn', 'certificateSigning'],
      files: { get: ['envelopeDocument', 'signedDocument'], put: ['signedDocument'], delete: ['signedDocument'] },
      timestampAuthorities: true,
      signatureLevels: true,
      providerKey: true,
      trustServices: true,
    },
    examples: {
      body: {
        signing: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        returned: {
          service: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e70',
          state: 'certificate.K5b0tFz9YvX1c3mQm0n2rP8sL4uW6aD7eG9hJ1kM3oQ',
          code: 'the code of the trust service',
        },
      },
    },
  },
  ({ caller, path, body, headers, origin }) =>
    continueCertificateSignature(caller, path, body, { secret: presentedBrowserSecret(headers), origin }),
);
