import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { profileToEnter } from '../profiles/store.ts';
import { answerTokens } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { getItem, putItem } from '../table/client.ts';
import { emailKey, userKey } from '../table/keys.ts';
import type { EmailItem, UserItem } from './record.ts';

/**
 * Signs in the user whose sign-up or verification an earlier run of the same request has carried out, without having
 * answered it: nobody has that run's tokens.
 */
export const signInAgain = async (
  email: string,
  source: 'signup' | 'verify',
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const claim = await getItem<EmailItem>(emailKey(email));
  const user = claim && (await getItem<UserItem>(userKey(claim.user_id)));
  if (!user) return fail('unavailable');
  const profile = await profileToEnter(user);
  const { organization_id, id: profile_id } = profile;
  const session = newSession({ user_id: user.id, organization_id, profile_id, source }, origin);
  await putItem(session.item);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};
