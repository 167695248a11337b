import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { attemptsAt, forgetWrite } from '../../storage/attempts.ts';
import { commitEnding, sessionWrites } from '../../storage/sessions.ts';
import { readAccount, userWrites } from '../../storage/users.ts';
import { demandOwnAccount, type UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { countAttempt } from '../attempts/attempts.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { hashPassword, NewPassword, PresentedPassword, passwordMatches } from './password.ts';
import { securityNotice } from './security-notice.ts';
import { knowDevice } from './visitor.ts';

export const PasswordChange = z.object({ old_password: PresentedPassword, new_password: NewPassword });

/**
 * Replaces the caller's password, which must be given, ends all other sessions, and notifies the user. Wrong passwords
 * are counted apart from sign-ins, because no stranger can make them. Throws `old_password_wrong` and
 * `provider_session`.
 */
export const changePassword = async (
  caller: UserCaller,
  { old_password, new_password }: z.output<typeof PasswordChange>,
  origin: Origin,
): Promise<void> => {
  demandOwnAccount(caller);
  const { user_id, session_id } = caller;
  await countAttempt(OWN_PASSWORD_ATTEMPTS, user_id, PASSWORD_LIMIT);
  const { user, sessions } = await readAccount(user_id);
  if (!(await passwordMatches(user?.password_hash, old_password)) || !user) return fail('old_password_wrong');
  const password_hash = await hashPassword(new_password);
  const changed = timestamp();
  const generation = newId();
  await commitEnding(
    sessions.filter(({ id }) => id !== session_id),
    [
      userWrites.changePassword(user, {
        password_hash,
        password_changed_at: changed,
        session_generation: generation,
        updated_at: changed,
      }),
      sessionWrites.keep(user_id, session_id, generation),
      forgetWrite(attemptsAt(OWN_PASSWORD_ATTEMPTS, user_id)),
      securityNotice('password_changed', user.id),
    ],
    (index) => fail(index === 0 ? 'old_password_wrong' : 'unauthorized'),
  );
  knowDevice({ email: user.email, password_hash }, origin);
};

/** Name by which a signed-in user's attempts at the own password are counted, apart from attempts to sign in. */
export const OWN_PASSWORD_ATTEMPTS = 'password-change';
