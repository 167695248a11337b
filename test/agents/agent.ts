import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Api, Person } from '../api.ts';

const REDIRECT = 'http://127.0.0.1:33418/callback';

/** An agent's OAuth client as programs have it: registered before, with PKCE, and a user who consents. */
const providerFor = (client_id: string, scopes: string | undefined): OAuthClientProvider & { asked: URL[] } => {
  const kept: { tokens?: never; verifier?: string } = {};
  const asked: URL[] = [];
  return {
    asked,
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT] },
    clientInformation: () => ({ client_id }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens as never;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
    redirectToAuthorization: (url) => {
      if (scopes !== undefined) url.searchParams.set('scope', scopes);
      asked.push(url);
    },
  };
};

/**
 * The SDK's own client, through the whole of OAuth: the challenge, the metadata, the sign-in page's consent, the code,
 * the token. With `scopes` the user allows less than the agent asks for.
 */
export const connectAgent = async (api: Api, user: Person, name: string, scopes?: string) => {
  const { body: app } = await api
    .as(user)
    .createOauthApp({ body: { name, redirect_uris: [REDIRECT], confidential: false } });
  const provider = providerFor(app.client_id, scopes);
  const connect = async () => {
    const client = new Client({ name: 'test-agent', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { authProvider: provider });
    return { client, transport, connected: client.connect(transport as never) };
  };
  const first = await connect();
  const refused = await first.connected.then(
    () => undefined,
    (error: Error) => error,
  );
  const [asked] = provider.asked;
  if (!asked) throw new Error(`The agent was not sent to the sign-in page: ${refused}`);
  const { body: consent } = await api.as(user).answerAuthorization({ body: Object.fromEntries(asked.searchParams) });
  await first.transport.finishAuth(new URL(consent.redirect_to).searchParams.get('code') ?? '');
  const second = await connect();
  await second.connected;
  const token = (await provider.tokens())?.access_token ?? '';
  const use = async (tool: string, input: Record<string, unknown>) => {
    const { content, isError } = await second.client.callTool({ name: tool, arguments: input });
    const [{ text }] = content as [{ text: string }];
    return { isError: isError === true, shown: JSON.parse(text) };
  };
  return { client: second.client, client_id: app.client_id as string, refused, asked, token, use };
};

export type ConnectedAgent = Awaited<ReturnType<typeof connectAgent>>;
