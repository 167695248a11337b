import { normalEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { attemptsAt, forgetWrite, pretendToStore } from '../../storage/attempts.ts';
import { commit, writeBatch } from '../../storage/engine/commit.ts';
import type { At } from '../../storage/engine/read.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { Attempts } from '../../storage/records/attempts.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import type { Origin } from '../access/origin.ts';
import type { Reach } from '../access/scopes.ts';
import { recordFailure } from '../administration/act.ts';
import { PASSWORD_LIMIT } from '../attempts/limits.ts';
import { profileToEnter } from '../profiles/profile-store.ts';
import { answerSession } from '../sessions/answer.ts';
import { newChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { newSession } from '../sessions/session-store.ts';
import { passwordMatches } from './password.ts';
import { ACCOUNTS } from './user.ts';
import { type Found, findUserByEmail } from './user-store.ts';
import { countGuess, knowDevice, ownNetwork } from './visitor.ts';

/**
 * Signs a user in by e-mail address and password. Throws `wrong_password` for a wrong password and an unknown address
 * alike, after the same work; `too_many_requests` after too many attempts at one address, whose owner is then notified;
 * `mfa_required` with an `mfa_token` if the user has a second factor. Attempts from the user's own devices and networks
 * are counted apart.
 */
export const signInWithPassword = async (
  email: string,
  password: string,
  scopes: Reach,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const found = await findUserByEmail(email, origin);
  const secret = { kind: 'password', subject: normalEmail(email), user_id: found.user_id } as const;
  const { left, place } = await countGuess(secret, found.visitor, origin, PASSWORD_LIMIT);
  const user = await whoseIs(password, found);
  if (!user) {
    await recordFailed(email, found.user ?? found.latest);
    if (left === 0) await commit([outboxWrite(ACCOUNTS, { message: { kind: 'account_locked', email } })]);
    return fail('wrong_password');
  }
  if (user.mfa) {
    const { creation, refusal } = newChallenge(user);
    await writeBatch([creation, forgetWrite(place)]);
    throw refusal;
  }
  const { profile, organization } = await profileToEnter(user, { ip: origin.ip, read: found });
  const session = newSession({ user, profile, organization, source: 'password', scopes }, origin);
  await writeBatch([sessionWrites.create(session.item), ownNetwork(user.id, origin), forgetWrite(place)]);
  knowDevice(user, origin);
  return answerSession(session, { user, profile });
};

/**
 * An address without an account belongs to no organization, so nobody could read of its failures: as much is written,
 * and dropped.
 */
const recordFailed = async (email: string, user: UserItem | undefined): Promise<void> => {
  if (!user) return pretendToStore(attemptsAt('password-network', newId()), { email });
  const { id: user_id, current_organization_id: organization_id, current_profile_id: profile_id } = user;
  await recordFailure('wrong_password', { organization_id, user_id, profile_id, email });
};

/**
 * Finds the user with this password: the address's owner, else the latest sign-up with it. A wrong password takes two
 * hashes, even without such users. A sign-up with somebody else's address may sign in too, with the rights of an
 * unverified user, because a refusal would reveal the owner.
 */
const whoseIs = async (password: string, { user, latest }: Found): Promise<UserItem | undefined> => {
  if ((await passwordMatches(user?.password_hash, password)) && user) return user;
  return (await passwordMatches(latest?.password_hash, password)) && latest ? latest : undefined;
};

/** Place where strangers' attempts at an address's password are counted. */
export const passwordAttempts = (email: string): At<Attempts> => attemptsAt('password', normalEmail(email));
