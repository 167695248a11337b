import * as z from 'zod';
import { redirect } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { refusedRequestPage } from '../../lib/pages/sign-in-page.ts';
import {
  AuthorizationRequest,
  answerTo,
  checkAuthorizationRequest,
  signInPageOf,
} from '../../lib/people/oauth/authorization-request.ts';
import { readAt } from '../../lib/storage/engine/read.ts';
import { oauthAppAt } from '../../lib/storage/oauth-apps.ts';

export const handler = operation(
  {
    id: 'startAuthorization',
    tag: 'Authentication',
    summary: 'Initiate an OAuth 2.0 authorization-code flow',
    description:
      'Redirects (302) to the sign-in page, where the user signs in and consents; from there the browser goes to ' +
      '`redirect_uri` with `code`, `state` and `iss` (RFC 9207), or with `error`. An application that is not known ({not_found}) or a ' +
      'redirect that it has not registered, letter for letter ({redirect_mismatch}), is never redirected to. Public applications must use ' +
      'PKCE with S256.',
    route: 'GET /v2/oauth2/authorize',
    session: 'none',
    query: AuthorizationRequest,
    returns: z.object({}),
    redirects: 'The sign-in page; or `redirect_uri`, with an `error`',
    failurePage: refusedRequestPage,
    errors: ['not_found', 'redirect_mismatch'],
    access: { read: ['oauthApp'] },
  },
  async ({ query }) => {
    const error = checkAuthorizationRequest(query, await readAt(oauthAppAt(query.client_id)));
    return redirect(error ? answerTo(query, { error }) : signInPageOf(query));
  },
);
