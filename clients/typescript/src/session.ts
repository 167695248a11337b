import { type CountersignError, isError } from './errors.ts';
import type { AuthenticateResponse } from './generated/types.gen.js';
import type { Send, Session } from './transport.ts';

/** A sign-in of a person. */
export interface PasswordSignIn {
  email: string;
  password: string;
  /** Asked for the current code of the authenticator, if the person has a second factor. */
  secondFactor?: () => string | Promise<string>;
}

/** A sign-in with an API key. */
export interface ApiKeySignIn {
  clientId: string;
  clientSecret: string;
}

/** A sign-in of an OAuth application, for a user who has allowed it. */
export interface RefreshTokenSignIn {
  refreshToken: string;
  clientId?: string;
  clientSecret?: string;
}

export type Tokens = AuthenticateResponse;

export type Credentials = (PasswordSignIn | ApiKeySignIn | RefreshTokenSignIn) & {
  /** Called with each new pair of tokens. A refresh token works once: who stores it replaces it here. */
  onTokens?: (tokens: Tokens) => void;
};

type Grant = Record<string, string | undefined>;

/**
 * A session that gets its first token when it is asked for one, and the next when the platform refuses it. Calls that
 * are refused at the same time share one renewal, because a refresh token that is used twice ends its session.
 */
export const sessionOf = (url: string, send: Send, credentials: Credentials): Session => {
  let device: string | undefined;

  const ask = async (grant: Grant): Promise<Tokens> => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (device) headers.set('x-device-token', device);
    const request = new Request(`${url}/v2/oauth2/token`, { method: 'POST', headers, body: JSON.stringify(grant) });
    const answer = await send(request);
    device = answer.headers.get('x-device-token') ?? device;
    return (await answer.json()) as Tokens;
  };

  /** Signs in anew if the answer was lost: a repeat never gets tokens, because they are not stored. */
  const askForNew = async (grant: Grant): Promise<Tokens> => {
    try {
      return await ask(grant);
    } catch (error) {
      if (!isError(error, 'idempotency_answer_not_kept')) throw error;
      return await ask(grant);
    }
  };

  const first = async (): Promise<Tokens> => {
    if ('refreshToken' in credentials) return refreshed(credentials.refreshToken);
    if ('clientSecret' in credentials) {
      const { clientId: client_id, clientSecret: client_secret } = credentials;
      return askForNew({ grant_type: 'client_credentials', client_id, client_secret });
    }
    const { email: username, password, secondFactor } = credentials;
    try {
      return await askForNew({ grant_type: 'password', username, password });
    } catch (error) {
      if (!secondFactor || !isError(error, 'mfa_required')) throw error;
      const otp = await secondFactor();
      return await ask({ grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp', mfa_token: mfaToken(error), otp });
    }
  };

  const refreshed = (refresh_token: string): Promise<Tokens> =>
    ask({
      grant_type: 'refresh_token',
      refresh_token,
      client_id: 'clientId' in credentials ? credentials.clientId : undefined,
      client_secret: 'clientSecret' in credentials ? credentials.clientSecret : undefined,
    });

  /** The next tokens: those of a new sign-in if the session has ended and the credentials can begin another. */
  const next = async ({ refresh_token }: Tokens): Promise<Tokens> => {
    if ('refreshToken' in credentials) return refreshed(refresh_token);
    if ('clientSecret' in credentials) return first();
    try {
      return await refreshed(refresh_token);
    } catch (error) {
      if (!isError(error)) throw error;
      return await first();
    }
  };

  let current: Promise<Tokens> | undefined;

  const begin = (ask: () => Promise<Tokens>): Promise<Tokens> => {
    const begun = ask().then((tokens) => {
      credentials.onTokens?.(tokens);
      return tokens;
    });
    current = begun;
    begun.catch(() => {
      if (current === begun) current = undefined;
    });
    return begun;
  };

  return {
    token: async () => (await (current ?? begin(first))).access_token,
    renew: async (refused) => {
      for (;;) {
        const known = current ?? begin(first);
        const tokens = await known;
        if (tokens.access_token !== refused) return tokens.access_token;
        if (current === known) begin(() => next(tokens));
      }
    },
  };
};

const mfaToken = ({ body }: CountersignError): string => (body as { mfa_token: string }).mfa_token;
