import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { normalEmail } from '../email-address.ts';
import { fail, invalid } from '../operation/errors.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { Email } from '../schema.ts';
import { transactEnding } from '../sessions/store.ts';
import { setting } from '../table/changes.ts';
import { ConditionFailed, getItem, transact } from '../table/client.ts';
import { attemptsKey, emailKey, userKey } from '../table/keys.ts';
import { countAttempt } from './attempts.ts';
import { isMailedCode, useCode } from './codes.ts';
import { MAIL_LIMIT, RESET_CODE_LIMIT } from './limits.ts';
import { hashPassword, NewPassword } from './password.ts';
import { ACCOUNTS, type EmailItem } from './record.ts';
import { securityNotice } from './security-notice.ts';
import { passwordAttempts } from './sign-in.ts';
import { readAccount } from './store.ts';

export const PasswordReset = z.object({
  email: Email,
  code: z.string().trim().max(20).nullish().meta({ description: 'From the mail; leave out to have one sent' }),
  new_password: NewPassword.nullish().meta({ description: 'Needed together with the code' }),
});

/**
 * Both steps of a reset: without a code it has one mailed, with a code it sets the new password. Neither step tells
 * whether the address has an account.
 */
export const resetPassword = async ({ email, code, new_password }: z.output<typeof PasswordReset>): Promise<void> => {
  if (!code) return requestCode(email);
  if (!new_password) return invalid('new_password', 'is needed together with the code');
  return setPassword(email, code, new_password);
};

const requestCode = async (email: string): Promise<void> => {
  await countAttempt('reset-mail', normalEmail(email), MAIL_LIMIT);
  await transact([outboxWrite(ACCOUNTS, { message: { kind: 'reset_password', email } })]);
};

/** The mailed code also proves that the address is the user's: it counts as verified from then on. */
const setPassword = async (email: string, code: string, new_password: string): Promise<void> => {
  const subject = normalEmail(email);
  await countAttempt('reset-code', subject, RESET_CODE_LIMIT);
  const claim = await getItem<EmailItem>(emailKey(email));
  const { user, sessions, resetCode } = await readAccount(claim?.user_id ?? 'nobody');
  const password_hash = await hashPassword(new_password);
  if (!user || !isMailedCode(resetCode, code)) return fail('code_wrong');
  const changed = timestamp();
  const change = { password_hash, password_changed_at: changed, updated_at: changed, email_verified: true };
  try {
    await transactEnding(sessions, [
      useCode(resetCode),
      { update: userKey(user.id), ...setting(change) },
      { remove: attemptsKey('reset-code', subject) },
      { remove: passwordAttempts(email) },
      securityNotice('password_changed', user.id),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('code_wrong');
    throw error;
  }
};
