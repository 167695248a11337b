import type { Api } from './api.ts';
import { newestMail } from './mail.ts';
import type { Person } from './people.ts';
import { detail, step } from './say.ts';

/** Signs the sender up, verifies the address with the mailed code, and returns a token obtained with an API key. */
export const openAccount = async (api: Api, sender: Person): Promise<string> => {
  step(`${sender.first_name} ${sender.last_name} signs up`);
  const password = 'correct horse battery staple';
  await api.call('POST', '/v2/profiles', {
    body: { ...sender, password, org_name: 'Orchard Lane Homes', phone: '' },
  });

  step('She confirms her address with the code in the mail');
  const mail = await newestMail(api, sender.email);
  const verified = await api.call<{ access_token: string }>('POST', '/v2/users/verify', {
    body: { email: sender.email, token: mail.code },
  });
  const token = verified.content.access_token;
  const { content: me } = await api.call<{ email_verified: boolean }>('GET', '/v2/users/me', { token });
  detail(`email_verified: ${me.email_verified}`);

  step('She makes an API key for her application, which gets a token with it');
  const { content: key } = await api.call<{ client_id: string; client_secret: string }>('POST', '/v2/api-keys', {
    token,
    body: { name: 'Demo' },
  });
  const granted = await api.call<{ access_token: string; expires_in: number }>('POST', '/v2/oauth2/token', {
    body: { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.client_secret },
  });
  detail(`a token for ${granted.content.expires_in / 60} minutes`);
  return granted.content.access_token;
};
