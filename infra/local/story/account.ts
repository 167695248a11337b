import type { AnswerOf } from '../../../functions/index.ts';
import type { Caller, Session } from './caller.ts';

/** A new user with an organization. */
export interface Account {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  org_name: string;
  phone: string;
}

export const PASSWORD = 'correct horse battery staple';

/** Tokens of a user's session. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Credentials of an application. */
export type ApiKey = AnswerOf<'createApiKey'>;

/** Creates the user and the organization. The session can do little until the address is verified. */
export const createAccount = async (caller: Caller, account: Account): Promise<Session> => {
  const { access_token } = await caller.call('createProfile', {}, { body: account });
  return { token: access_token };
};

/**
 * Verifies the user's address with what was mailed to it: the six digits, or the `link`, which stays good when the
 * request is repeated, where the digits allow few guesses.
 */
export const verifyAddress = async (
  caller: Caller,
  session: Session,
  email: string,
  by: 'code' | 'link' = 'code',
): Promise<Tokens> => {
  await caller.settle();
  const [mail] = await caller.messages(email);
  const linked = new URLSearchParams(new URL(mail?.links[0] ?? 'none:').hash.slice(1)).get('token');
  const token = by === 'code' ? mail?.code : linked;
  return caller.call('verifyEmail', session, { body: { email, token } });
};

/** Signs a user up, and verifies the address. */
export const signUp = async (caller: Caller, account: Account, by: 'code' | 'link' = 'code'): Promise<Tokens> =>
  verifyAddress(caller, await createAccount(caller, account), account.email, by);

export const createApiKey = (caller: Caller, session: Session, name: string): Promise<ApiKey> =>
  caller.call('createApiKey', session, { body: { name } });

/** A token for the application that holds the key, and how many seconds it lasts. */
export const authenticateKey = (caller: Caller, { client_id, client_secret }: ApiKey) =>
  caller.call('authenticate', {}, { body: { grant_type: 'client_credentials', client_id, client_secret } });

/** Has these events of the organization, or all, sent to `url`. Returns the secret that they are signed with. */
export const setWebhook = async (
  caller: Caller,
  session: Session,
  url: string,
  events?: readonly string[],
): Promise<string> => {
  const wanted = events ?? Object.keys((await caller.call('getWebhooks', session)).events);
  const { secret_key } = await caller.call('setWebhooks', session, {
    body: { url, active: true, events: Object.fromEntries(wanted.map((event) => [event, true])) },
  });
  return secret_key ?? '';
};
