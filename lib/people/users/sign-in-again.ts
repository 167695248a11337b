import { fail } from '../../base/errors.ts';
import { type At, readAt } from '../../storage/engine/read.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { storeSession } from '../../storage/sessions.ts';
import type { Origin } from '../access/origin.ts';
import { profileToEnter } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';

/**
 * Signs in the user at `place`, whose sign-up or verification an earlier run of the same request completed without an
 * answer: nobody has that run's tokens.
 */
export const signInAgain = async (
  place: At<UserItem>,
  source: 'signup' | 'verify',
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const user = await readAt(place);
  if (!user) return fail('unavailable');
  const { profile, organization } = await profileToEnter(user, origin);
  const session = newSession({ user, profile, organization, source }, origin);
  await storeSession(session.item);
  return answerSession(session, { user, profile });
};
