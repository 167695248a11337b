import * as z from 'zod';
import { timestamp } from '../clock.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail } from '../operation/errors.ts';
import { transactEnding } from '../sessions/store.ts';
import { onlyIf, setting } from '../table/changes.ts';
import { ConditionFailed } from '../table/client.ts';
import { userKey } from '../table/keys.ts';
import { hashPassword, NewPassword, PresentedPassword } from './password.ts';
import { securityNotice } from './security-notice.ts';
import { passwordAttempts, userWithPassword } from './sign-in.ts';
import { readAccount } from './store.ts';

export const PasswordChange = z.object({ old_password: PresentedPassword, new_password: NewPassword });

/**
 * Replaces the caller's password, which must be given, ends all sessions but the one that asks, and has the user told.
 * Wrong ones count as attempts at signing in. Ends the request with 400 where the old password is wrong.
 */
export const changePassword = async (
  caller: UserCaller,
  { old_password, new_password }: z.output<typeof PasswordChange>,
): Promise<void> => {
  const { email, user_id, session_id } = caller;
  const account = await userWithPassword(email, old_password, () => readAccount(user_id));
  if (!account) return fail('old_password_wrong');
  const { user, sessions } = account;
  const password_hash = await hashPassword(new_password);
  const changed = timestamp();
  const change = setting({ password_hash, password_changed_at: changed, updated_at: changed });
  try {
    await transactEnding(
      sessions.filter(({ id }) => id !== session_id),
      [
        { update: userKey(user.id), ...onlyIf(change, 'password_hash = :old', { ':old': user.password_hash }) },
        { remove: passwordAttempts(email) },
        securityNotice('password_changed', user.id),
      ],
    );
  } catch (error) {
    if (error instanceof ConditionFailed) fail('old_password_wrong');
    throw error;
  }
};
