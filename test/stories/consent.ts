import { createHash, randomBytes } from 'node:crypto';
import type { Api, Person } from '../api.ts';
import { ok } from './envelope.ts';

/** The session of an application of `maker` that the person allows these scopes. */
export const allow = async (
  api: Api,
  person: Pick<Person, 'token'>,
  scopes: readonly string[],
  maker = person,
): Promise<{ token: string }> => {
  const redirect_uri = 'https://crm.example.com/callback';
  const app = { name: scopes.join(' ').slice(0, 60), redirect_uris: redirect_uri, confidential: false };
  const { client_id } = ok(await api.as(maker).createOauthApp({ body: app }));
  const code_verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: scopes.join(' '),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const { redirect_to } = ok(await api.as(person).answerAuthorization({ body: request }));
  const code = new URL(redirect_to).searchParams.get('code');
  const body = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier };
  return { token: ok(await api.anyone.authenticate({ body })).access_token };
};
