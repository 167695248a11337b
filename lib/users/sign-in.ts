import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { profileToEnter } from '../profiles/store.ts';
import { answerTokens } from '../sessions/answer.ts';
import { demandSecondFactor } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { putItem, transact } from '../table/client.ts';
import { normalEmail } from '../table/keys.ts';
import { clearAttempts, countAttempt } from './attempts.ts';
import { PASSWORD_LIMIT } from './limits.ts';
import { verifyPassword } from './password.ts';
import { ACCOUNTS, type UserItem } from './record.ts';
import { findUserByEmail } from './store.ts';

/**
 * Signs a user in by e-mail address and password. A wrong password and an unknown address get the same 401 after the
 * same work; too many attempts at one address 429, after which its owner, if it has one, is told. Who has a second
 * factor gets 401 `mfa_required` with an `mfa_token`, with which the sign-in goes on.
 */
export const signInWithPassword = async (
  email: string,
  password: string,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const user = await userWithPassword(email, password);
  if (!user) return fail('wrong_password');
  if (user.mfa) return demandSecondFactor(user.id);
  const profile = await profileToEnter(user);
  const { organization_id, id: profile_id } = profile;
  const session = newSession({ user_id: user.id, organization_id, profile_id, source: 'password' }, origin);
  await putItem(session.item);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

/** The user with this address and password, undefined where one of the two is wrong. Counts the attempt. */
export const userWithPassword = async (email: string, password: string): Promise<UserItem | undefined> => {
  const subject = normalEmail(email);
  const { left } = await countAttempt('password', subject, PASSWORD_LIMIT);
  const user = await findUserByEmail(email);
  if (await verifyPassword(user?.password_hash, password)) {
    await clearAttempts('password', subject);
    return user;
  }
  if (left === 0) await transact([outboxWrite(ACCOUNTS, { message: { kind: 'account_locked', email } })]);
  return undefined;
};
