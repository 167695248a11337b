import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { redirect } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { refusedRequestPage, signInPage } from '../../lib/pages/sign-in-page.ts';
import {
  AuthorizationRequest,
  answerTo,
  checkAuthorizationRequest,
} from '../../lib/people/oauth/authorization-request.ts';
import { readAt } from '../../lib/storage/engine/read.ts';
import { oauthAppAt } from '../../lib/storage/oauth-apps.ts';

export const handler = operation(
  {
    id: 'getSignInPage',
    tag: 'Pages',
    summary: 'Show the page on which a user signs in and consents to an application',
    description: 'Where `GET /v2/oauth2/authorize` redirects to. It checks the request again.',
    route: 'GET /authorize',
    session: 'none',
    query: AuthorizationRequest,
    returns: z.string(),
    produces: 'text/html',
    redirects: '`redirect_uri`, with an `error`',
    failurePage: refusedRequestPage,
    errors: ['not_found', 'redirect_mismatch'],
    access: { read: ['oauthApp'] },
  },
  async ({ query, locales }) => {
    const app = await readAt(oauthAppAt(query.client_id));
    const error = checkAuthorizationRequest(query, app);
    if (error) return redirect(answerTo(query, { error }));
    return app ? signInPage(query, app, locales) : fail('not_found');
  },
);
