import { authenticateKey, createAccount, createApiKey, PASSWORD, verifyAddress } from '../story/account.ts';
import type { Caller, Session } from '../story/caller.ts';
import { newestMail } from './mail.ts';
import type { Person } from './people.ts';
import { detail, step } from './say.ts';

/** Signs the sender up, verifies the address with the mailed code, and returns a session obtained with an API key. */
export const openAccount = async (caller: Caller, sender: Person): Promise<Session> => {
  step(`${sender.first_name} ${sender.last_name} signs up`);
  const account = { ...sender, password: PASSWORD, org_name: 'Orchard Lane Homes', phone: '' };
  const unverified = await createAccount(caller, account);

  step('She confirms her address with the code in the mail');
  await newestMail(caller, sender.email);
  const { access_token } = await verifyAddress(caller, unverified, sender.email);
  const me = await caller.call('getMyUser', { token: access_token });
  detail(`email_verified: ${me.email_verified}`);

  step('She makes an API key for her application, which gets a token with it');
  const key = await createApiKey(caller, { token: access_token }, 'Demo');
  const granted = await authenticateKey(caller, key);
  detail(`a token for ${granted.expires_in / 60} minutes`);
  return { token: granted.access_token };
};
