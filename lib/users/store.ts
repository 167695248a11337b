import type { UserCaller } from '../operation/caller.ts';
import { orFail } from '../operation/errors.ts';
import { demandGrounds, groundsOf, type SessionItem } from '../sessions/store.ts';
import { getItem, getItems, type Key } from '../table/client.ts';
import { emailKey, userKey } from '../table/keys.ts';
import { type EmailItem, presentUser, type User, type UserItem } from './record.ts';

/** The caller's own user record. 401 where the session, the API key or the user is no more. */
export const readMyUser = async (caller: UserCaller): Promise<User> => {
  const [user, session, apiKey] = await getItems<Key>([userKey(caller.user_id), ...groundsOf(caller)]);
  demandGrounds(session as SessionItem | undefined, apiKey);
  return presentUser(orFail(user as UserItem | undefined, 'unauthorized'));
};

/** The user whom an address belongs to. It takes two reads whether or not there is one. */
export const findUserByEmail = async (email: string): Promise<UserItem | undefined> => {
  const claim = await getItem<EmailItem>(emailKey(email));
  return getItem<UserItem>(userKey(claim?.user_id ?? 'nobody'));
};
