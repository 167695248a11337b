import type { UserCaller } from '../operation/caller.ts';
import { orFail } from '../operation/errors.ts';
import type { ProfileItem } from '../profiles/record.ts';
import { demandGrounds, groundsOf, type SessionItem } from '../sessions/store.ts';
import { collection, getItem, getItems, type Key } from '../table/client.ts';
import { codeKey, emailKey, profileKey, SESSION_PREFIX, userKey } from '../table/keys.ts';
import type { CodeItem } from './codes.ts';
import { type EmailItem, presentUser, type User, type UserItem } from './record.ts';

/** The caller's own user record. 401 where the session, the API key or the user is no more. */
export const readMyUser = async (caller: UserCaller): Promise<User> => {
  const [user, session, apiKey] = await getItems<Key>([userKey(caller.user_id), ...groundsOf(caller)]);
  demandGrounds(session as SessionItem | undefined, apiKey);
  return presentUser(orFail(user as UserItem | undefined, 'unauthorized'));
};

/**
 * The user whom an address belongs to, and the profile that the user was last seen in. It takes two reads whether or not
 * there is one.
 */
export const findUserByEmail = async (email: string): Promise<{ user?: UserItem; profile?: ProfileItem }> => {
  const claim = await getItem<EmailItem>(emailKey(email));
  const { user_id = 'nobody', organization_id = 'nowhere', profile_id = 'nobody' } = claim ?? {};
  const [user, profile] = await getItems<Key>([userKey(user_id), profileKey(organization_id, profile_id)]);
  return { user: user as UserItem | undefined, profile: profile as ProfileItem | undefined };
};

/** A user with all that stands beside it: one query. */
export const readAccount = async (
  user_id: string,
): Promise<{ user?: UserItem; sessions: SessionItem[]; resetCode?: CodeItem }> => {
  const { pk, sk } = userKey(user_id);
  const items = await collection<Key>(pk);
  const at = (wanted: string): unknown => items.find((item) => item.sk === wanted);
  return {
    user: at(sk) as UserItem | undefined,
    sessions: items.filter((item) => item.sk.startsWith(SESSION_PREFIX)) as SessionItem[],
    resetCode: at(codeKey('reset_password', user_id).sk) as CodeItem | undefined,
  };
};
