import { normalEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import { attemptsAt, forgetting } from '../../storage/attempts.ts';
import { commit } from '../../storage/commit.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { At } from '../../storage/read.ts';
import type { Attempts } from '../../storage/records/attempts.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { writeBatch } from '../../storage/single.ts';
import type { Origin } from '../access/origin.ts';
import { profileToEnter } from '../profiles/store.ts';
import { answerTokens } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { newSession } from '../sessions/store.ts';
import { PASSWORD_LIMIT } from './limits.ts';
import { verifyPassword } from './password.ts';
import { ACCOUNTS } from './record.ts';
import { type Found, findUserByEmail } from './store.ts';
import { countGuess, knowDevice, ownNetwork } from './visitor.ts';

/**
 * Signs a user in by e-mail address and password. A wrong password and an unknown address get the same 401 after the
 * same work; too many attempts at one address 429, after which its owner, if it has one, is told. Attempts from devices and
 * networks of the user's own are counted apart. Who has a second factor gets 401 `mfa_required` with an `mfa_token`, with
 * which the sign-in goes on.
 */
export const signInWithPassword = async (
  email: string,
  password: string,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const found = await findUserByEmail(email, origin);
  const secret = { kind: 'password', subject: normalEmail(email), user_id: found.user_id } as const;
  const { left, place } = await countGuess(secret, found.visitor, origin, PASSWORD_LIMIT);
  const user = await whoseIs(password, found);
  if (!user) {
    if (left === 0) await commit([outboxWrite(ACCOUNTS, { message: { kind: 'account_locked', email } })]);
    return fail('wrong_password');
  }
  if (user.mfa) {
    const { creation, refusal } = newChallenge(user);
    await writeBatch([creation, forgetting(place)]);
    throw refusal;
  }
  const profile = await profileToEnter(user, found.profile);
  const { organization_id, id: profile_id } = profile;
  const session = newSession({ user, organization_id, profile_id, source: 'password' }, origin);
  await writeBatch([sessionWrites.create(session.item), ownNetwork(user.id, origin), forgetting(place)]);
  knowDevice(user, origin);
  return answerTokens({
    user,
    profile,
    session_id: session.item.id,
    refresh_token: session.refresh_token,
    refresh_token_exp: session.item.ttl,
  });
};

/**
 * The user whose password it is: the address's owner, or else who signed up with it last. A wrong one takes two hashes,
 * whether or not there are such users; who signed up with an address that has an owner is let in too, to what the
 * unverified may do, because a refusal would tell of the owner.
 */
const whoseIs = async (password: string, { user, latest }: Found): Promise<UserItem | undefined> => {
  if ((await verifyPassword(user?.password_hash, password)) && user) return user;
  return (await verifyPassword(latest?.password_hash, password)) && latest ? latest : undefined;
};

/** Where strangers' attempts at an address's password are counted. */
export const passwordAttempts = (email: string): At<Attempts> => attemptsAt('password', normalEmail(email));
