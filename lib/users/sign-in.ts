import { normalEmail } from '../email-address.ts';
import type { Origin } from '../operation/contract.ts';
import { fail } from '../operation/errors.ts';
import { outboxWrite } from '../outbox/outbox.ts';
import { profileToEnter } from '../profiles/store.ts';
import { answerTokens } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { type Key, transact, writeItems } from '../table/client.ts';
import { attemptsKey } from '../table/keys.ts';
import { countAttempt } from './attempts.ts';
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
  const found = await userWithPassword(email, password, () => findUserByEmail(email));
  if (!found) return fail('wrong_password');
  const { user } = found;
  const forgotten = passwordAttempts(email);
  if (user.mfa) {
    const { item, refusal } = newChallenge(user);
    await writeItems([item], [forgotten]);
    throw refusal;
  }
  const profile = await profileToEnter(user, found.profile);
  const { organization_id, id: profile_id } = profile;
  const session = newSession({ user_id: user.id, organization_id, profile_id, source: 'password' }, origin);
  await writeItems([session.item], [forgotten]);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

/**
 * What `find` reads of the user with this address, undefined where the password is wrong or there is none. Counts the
 * attempt before anything is read; whoever goes on removes what stands at `passwordAttempts`, with its next write.
 */
export const userWithPassword = async <T extends { user?: UserItem }>(
  email: string,
  password: string,
  find: () => Promise<T>,
): Promise<(T & { user: UserItem }) | undefined> => {
  const { left } = await countAttempt('password', normalEmail(email), PASSWORD_LIMIT);
  const found = await find();
  const { user } = found;
  if ((await verifyPassword(user?.password_hash, password)) && user) return { ...found, user };
  if (left === 0) await transact([outboxWrite(ACCOUNTS, { message: { kind: 'account_locked', email } })]);
  return undefined;
};

/** Where attempts at an address's password are counted. */
export const passwordAttempts = (email: string): Key => attemptsKey('password', normalEmail(email));
