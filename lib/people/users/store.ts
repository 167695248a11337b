import { epochSeconds } from '../../base/clock.ts';
import { normalEmail } from '../../base/email-address.ts';
import { orFail } from '../../base/errors.ts';
import { derivedId } from '../../base/ids.ts';
import { collection, getItem, getItems } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { emailKey, knownAttemptsPrefix, profileKey, SESSION_PREFIX, signUpKey, userKey } from '../../storage/keys.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { EmailItem, SignUpItem, UserItem } from '../../storage/records/user.ts';
import type { UserCaller } from '../access/caller.ts';
import type { Origin } from '../access/origin.ts';
import { presentUser, type User } from './record.ts';
import { ownNetworkKey, type Visitor, visitorOf } from './visitor.ts';

/** The caller's own user record. */
export const readMyUser = async (caller: UserCaller): Promise<User> =>
  presentUser(orFail(await getItem<UserItem>(userKey(caller.user_id)), 'unauthorized'));

/**
 * Whose an address is, and who tries to make it theirs. Where there is nobody the answer names a user who doesn't exist, so
 * that what follows takes the same calls. One call.
 */
export const readAddress = async (email: string): Promise<{ owner: EmailItem; latest: EmailItem }> => {
  const [claim, signUp] = await getItems<EmailItem>([emailKey(email), signUpKey(email)]);
  const { ttl = 0 } = (signUp ?? {}) as Partial<SignUpItem>;
  return {
    owner: claim ?? { ...emailKey(email), ...nobody('owner', email) },
    latest:
      signUp && ttl > epochSeconds() && signUp.user_id !== claim?.user_id
        ? signUp
        : { ...signUpKey(email), ...nobody('latest', email) },
  };
};

const nobody = (kind: string, email: string): Omit<EmailItem, 'pk' | 'sk'> => {
  const id = derivedId(`${kind} of ${normalEmail(email)}`, NAMESPACE);
  return { user_id: id, organization_id: id, profile_id: id };
};
const NAMESPACE = '6f1f3c52-52a2-4b52-8d8a-6a0a1d0f6a51';

export interface Found {
  /** Whose the address is, and the profile that the user was last seen in. */
  user: UserItem | undefined;
  profile: ProfileItem | undefined;
  /** Who signed up with it last, and has not verified it. */
  latest: UserItem | undefined;
  /** By what attempts of known visitors are counted; of nobody where there is no user. */
  user_id: string;
  visitor: Visitor;
}

/** Whom an address may stand for, and who asks. Two reads, whether or not there is anybody. */
export const findUserByEmail = async (email: string, origin: Origin): Promise<Found> => {
  const { owner, latest } = await readAddress(email);
  const { user_id, organization_id, profile_id } = owner;
  const [user, profile, network, signedUp] = (await getItems<Key>([
    userKey(user_id),
    profileKey(organization_id, profile_id),
    ownNetworkKey(user_id, origin),
    userKey(latest.user_id),
  ])) as [UserItem | undefined, ProfileItem | undefined, Key | undefined, UserItem | undefined];
  return { user, profile, latest: signedUp, user_id, visitor: visitorOf(user, network, origin) };
};

/** A user with all that stands beside it: one query. */
export const readAccount = async (
  user_id: string,
): Promise<{ user?: UserItem; sessions: SessionItem[]; attempts: Key[]; beside: Key[] }> => {
  const { pk, sk } = userKey(user_id);
  const items = await collection<Key>(pk);
  return {
    user: items.find((item) => item.sk === sk) as UserItem | undefined,
    sessions: items.filter((item) => item.sk.startsWith(SESSION_PREFIX)) as SessionItem[],
    attempts: items.filter((item) => item.sk.startsWith(knownAttemptsPrefix('password'))),
    beside: items,
  };
};
