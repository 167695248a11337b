import * as z from 'zod';
import { timestamp } from '../clock.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail } from '../operation/errors.ts';
import { endSessions } from '../sessions/store.ts';
import { onlyIf, setting } from '../table/changes.ts';
import { ConditionFailed, transact } from '../table/client.ts';
import { userKey } from '../table/keys.ts';
import { hashPassword, NewPassword, PresentedPassword } from './password.ts';
import { securityNotice } from './security-notice.ts';
import { userWithPassword } from './sign-in.ts';

export const PasswordChange = z.object({ old_password: PresentedPassword, new_password: NewPassword });

/**
 * Replaces the caller's password, which must be given, ends all sessions but the one that asks, and has the user told. Wrong ones count
 * as attempts at signing in. Ends the request with 400 where the old password is wrong.
 */
export const changePassword = async (
  caller: UserCaller,
  { old_password, new_password }: z.output<typeof PasswordChange>,
): Promise<void> => {
  const user = await userWithPassword(caller.email, old_password);
  if (user?.id !== caller.user_id) return fail('old_password_wrong');
  const password_hash = await hashPassword(new_password);
  // Sessions first: if this stops half-way, the password that the user knows is still the right one.
  await endSessions(user.id, caller.session_id);
  const changed = timestamp();
  try {
    await transact([
      {
        update: userKey(user.id),
        ...onlyIf(
          setting({ password_hash, password_changed_at: changed, updated_at: changed }),
          'password_hash = :old',
          {
            ':old': user.password_hash,
          },
        ),
      },
      securityNotice('password_changed', user.id),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) fail('old_password_wrong');
    throw error;
  }
};
