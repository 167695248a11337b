import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { browserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { ProviderRedirect } from '../../lib/people/identity-providers/provider-schema.ts';
import { beginAtProvider } from '../../lib/signing/verification/provider.ts';
import { SignerProviderStart } from '../../lib/signing/verification/provider-schema.ts';
import { STEP_ERRORS } from '../../lib/signing/verification/verification-schema.ts';

export const handler = operation(
  {
    id: 'startSignerProvider',
    tag: 'Signing',
    summary: 'Begin a verification at an identity provider',
    description:
      'While `auth_step` is `oidc`. Answers the page of the provider that the sender has named, and gives the browser a cookie: what comes back is taken in this ' +
      'browser and this session alone, for this recipient, once, within ten minutes. The provider leads back to `/sign-in/…`, and that page to the signing page, ' +
      'which ends the step by `POST /v2/sign/verify/provider`. Twenty an hour at most.',
    route: 'POST /v2/sign/verify/provider/options',
    unrecorded: 'transient',
    session: 'signer',
    body: SignerProviderStart,
    returns: ProviderRedirect,
    produces: 'application/json',
    answersSecret: true,
    errors: [...STEP_ERRORS, 'provider_not_found', 'provider_unreachable', 'provider_refused'],
    access: {
      read: ['envelope', 'recipientProvider', 'brand'],
      write: ['providerSignIn', 'recipientProviderRequests'],
      providerKey: true,
    },
    examples: { body: {} },
  },
  async ({ caller, body, headers }) => {
    const { secret, cookie } = browserSecret(headers);
    const redirect = await beginAtProvider(caller, body, secret);
    return new Answer('application/json', JSON.stringify(redirect), 200, { 'Set-Cookie': cookie });
  },
);
