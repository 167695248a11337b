import { operation } from '../../lib/http/operation.ts';
import { presentedBrowserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { SigningSession } from '../../lib/signing/sessions/signing-session-schema.ts';
import { verifyAtProvider } from '../../lib/signing/verification/provider.ts';
import { SignerProviderReturn } from '../../lib/signing/verification/provider-schema.ts';
import { STEP_ERRORS } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'verifySignerAtProvider',
    tag: 'Signing',
    summary: 'Pass a verification at an identity provider',
    description:
      'Takes the query with which the provider has sent the browser back, and answers the session with the next step, like `POST /v2/sign/verify`. The provider ' +
      'must state the address of the recipient and that it is verified, or the claim that the sender has demanded. Somebody else is a wrong attempt: ' +
      '{identity_mismatch} says who came, and the fifth one ends the verification.',
    route: 'POST /v2/sign/verify/provider',
    unrecorded: 'signer',
    session: 'signer',
    body: SignerProviderReturn,
    returns: SigningSession,
    answersSecret: true,
    errors: [
      ...STEP_ERRORS,
      'provider_sign_in_over',
      'provider_not_found',
      'provider_unreachable',
      'provider_refused',
      'identity_mismatch',
    ],
    access: {
      read: ['signature', 'recipientProvider'],
      change: ['envelope', 'signerRequests'],
      remove: ['providerSignIn'],
      keys: ['signer-token'],
      providerKey: true,
      files: { get: ['envelopePage'] },
    },
    examples: {
      body: {
        provider: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        state: 'recipient.K5b0tFz9YvX1c3mQm0n2rP8sL4uW6aD7eG9hJ1kM3oQ',
        code: 'the code of the provider',
        iss: 'https://login.partner.example',
      },
    },
  },
  ({ caller, body, headers, origin }) => verifyAtProvider(caller, body, presentedBrowserSecret(headers), origin),
);
