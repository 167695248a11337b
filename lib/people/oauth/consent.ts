import * as z from 'zod';
import { readAt } from '../../storage/engine/read.ts';
import { oauthAppAt } from '../../storage/oauth-apps.ts';
import type { UserCaller } from '../access/caller.ts';
import { readScopes } from '../access/scopes.ts';
import { issueCode } from './authorization-code.ts';
import { AuthorizationRequest, answerTo, checkAuthorizationRequest } from './authorization-request.ts';

/** An authorization request with the user's answer. */
export const Consent = z.object({
  ...AuthorizationRequest.shape,
  approve: z.boolean().nullish().meta({ description: 'False if the user refuses. Default: true' }),
});

/**
 * Returns the redirect with the answer for the application: a code, or an error. Only a direct sign-in of the user may
 * consent: an application can't pass on its access. Throws as `checkAuthorizationRequest` does.
 */
export const answerConsent = async (
  caller: UserCaller,
  { approve, ...request }: z.output<typeof Consent>,
): Promise<{ redirect_to: string }> => {
  const app = await readAt(oauthAppAt(request.client_id));
  const error = checkAuthorizationRequest(request, app);
  if (error) return { redirect_to: answerTo(request, { error }) };
  if (approve === false) return { redirect_to: answerTo(request, { error: 'access_denied' }) };
  return {
    redirect_to: answerTo(request, { code: await issueCode(caller, request, readScopes(request.scope) ?? []) }),
  };
};
