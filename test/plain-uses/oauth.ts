import { createHash, randomBytes } from 'node:crypto';
import { sendEnvelope } from '../stories/envelope.ts';
import { LEASE, tenant } from './people.ts';
import type { Stage } from './stage.ts';

/** API keys and OAuth applications. */
export const oauthUses = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const key = await use(as.createApiKey({ body: { name: 'Billing' } }));
  const path = { client_id: key.client_id };
  await use(as.getApiKeys());
  await use(as.updateApiKey({ path, body: { name: 'Billing (new)' } }));
  const { client_secret } = await use(as.rotateApiKey({ path }));
  const credentials = { grant_type: 'client_credentials', client_id: key.client_id, client_secret };
  const { access_token: token } = await use(api.anyone.authenticate({ body: credentials }), 'API key');
  const agent = api.as({ token });
  await sendEnvelope(api, ada, [tenant()], LEASE);
  await api.settle();
  const params = { name: 'list_envelopes', arguments: { status: ['pending'] } };
  await use(agent.serveAgents({ body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }), 'a call of a tool');
  await use(agent.serveAgents({ body: { jsonrpc: '2.0', id: 2, method: 'tools/list' } }));
  await use(as.deleteApiKey({ path }));

  const redirect_uri = 'https://crm.example.com/callback';
  const app = await use(as.createOauthApp({ body: { name: 'CRM', redirect_uris: redirect_uri, confidential: true } }));
  const { client_id } = app;
  await use(as.getOauthApps());
  await use(as.updateOauthApp({ path: { client_id }, body: { name: 'Example CRM' } }));
  const rotated = await use(as.rotateOauthApp({ path: { client_id } }));
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  await use(api.anyone.startAuthorization({ query: request }));
  await use(api.anyone.getSignInPage({ query: request }));
  const { redirect_to } = await use(as.answerAuthorization({ body: request }));
  const body = {
    grant_type: 'authorization_code',
    code: new URL(redirect_to).searchParams.get('code'),
    client_id,
    client_secret: rotated.client_secret,
    redirect_uri,
    code_verifier: verifier,
  };
  await use(api.anyone.authenticate({ body }), 'authorization code');
  await use(as.deleteOauthApp({ path: { client_id } }));
};
