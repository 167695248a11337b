import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { fail, invalid } from '../operation/errors.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { Email } from '../schema.ts';
import { endSessions } from '../sessions/store.ts';
import { setting } from '../table/changes.ts';
import { ConditionFailed, getItem, getItems, transact } from '../table/client.ts';
import { codeKey, emailKey, normalEmail, userKey } from '../table/keys.ts';
import { clearAttempts, countAttempt } from './attempts.ts';
import { type CodeItem, isMailedCode, useCode } from './codes.ts';
import { MAIL_LIMIT, RESET_CODE_LIMIT } from './limits.ts';
import { hashPassword, NewPassword } from './password.ts';
import { ACCOUNTS, type EmailItem, type UserItem } from './record.ts';
import { securityNotice } from './security-notice.ts';

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
  const user_id = claim?.user_id ?? 'nobody';
  const [user, mailed] = (await getItems([userKey(user_id), codeKey('reset_password', user_id)])) as [
    UserItem | undefined,
    CodeItem | undefined,
  ];
  const password_hash = await hashPassword(new_password);
  if (!user || !isMailedCode(mailed, code)) return fail('code_wrong');
  // Sessions first: if this stops half-way, the code still works.
  await endSessions(user_id);
  const changed = timestamp();
  const change = { password_hash, password_changed_at: changed, updated_at: changed, email_verified: true };
  try {
    await transact([
      useCode(mailed),
      { update: userKey(user_id), ...setting(change) },
      securityNotice('password_changed', user_id),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('code_wrong');
    throw error;
  }
  await Promise.all([clearAttempts('reset-code', subject), clearAttempts('password', subject)]);
};
