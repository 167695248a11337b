import { operation } from '../../lib/http/operation.ts';
import { AuthorizationAnswer } from '../../lib/people/oauth/authorization-schema.ts';
import { answerConsent, Consent } from '../../lib/people/oauth/consent.ts';

export const handler = operation(
  {
    id: 'answerAuthorization',
    tag: 'Authentication',
    summary: 'Allow or refuse an application to act for the caller',
    description:
      "The sign-in page calls this. `redirect_to` is the address to which the user's browser goes next. It carries " +
      'a `code`, which this application can use once within 60 seconds with this redirect and PKCE challenge, or ' +
      'an `error`. The user must have signed in: neither API keys nor applications can consent.',
    route: 'POST /v2/oauth2/authorize',
    event: 'application:allowed',
    session: 'user',
    callableBy: 'login',
    body: Consent,
    returns: AuthorizationAnswer,
    answersSecret: true,
    errors: ['not_found', 'redirect_mismatch', 'wrong_session'],
    access: { read: ['oauthApp'], write: ['authorizationCode'] },
    examples: {
      body: {
        client_id: '6f0e6a0e-6a53-4d8e-9d0c-0a4b1f4c8a11',
        redirect_uri: 'https://app.example.com/callback',
        response_type: 'code',
        state: 'xyz',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
    },
  },
  ({ caller, body }) => answerConsent(caller, body),
);
