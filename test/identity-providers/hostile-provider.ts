import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { now } from '../../lib/base/clock.ts';

/** A person who is signed in at the provider. */
export interface Someone {
  sub: string;
  email?: string;
  email_verified?: boolean;
  [claim: string]: unknown;
}

type Claims = Record<string, unknown>;
type Answer = (response: ServerResponse) => void;

/** Things that the provider does wrong. */
export interface Mischief {
  /** Changes what the identity token states. */
  claims?: (right: Claims) => Claims;
  /** Makes the token in another way than by signing it with the provider's key. */
  token?: (claims: Claims) => Promise<string> | string;
  /** Changes the query with which it leads back. */
  leadsBack?: (right: Record<string, string>) => Record<string, string>;
  /** Changes its description. */
  describes?: (right: Claims) => Claims;
  /** Answers in the place of its description, keys or token endpoint. */
  discovery?: Answer;
  jwks?: Answer;
  tokens?: Answer;
  /** Names no address in the token, but where it is asked for it. */
  thin?: boolean;
}

interface Code {
  nonce: string;
  challenge: string;
  redirect_uri: string;
  someone: Someone;
}

export const CLIENT_ID = 'countersign';
export const CLIENT_SECRET = 'a secret of the client that nobody else knows';

const base64url = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const newKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, publicKey, jwk };
};

export const seconds = (): number => Math.floor(now().getTime() / 1000);

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** An OpenID provider on loopback that does right, unless a test has it do wrong. */
export const startProvider = async () => {
  let key = await newKey();
  const codes = new Map<string, Code>();
  const calls: string[] = [];
  const state: { someone: Someone; mischief: Mischief } = { someone: { sub: 'nobody' }, mischief: {} };

  const issuerOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const description = (): Claims => ({
    issuer: issuerOf(),
    authorization_endpoint: `${issuerOf()}/authorize`,
    token_endpoint: `${issuerOf()}/token`,
    jwks_uri: `${issuerOf()}/jwks`,
    userinfo_endpoint: `${issuerOf()}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    authorization_response_iss_parameter_supported: true,
  });

  /** Signs claims with the provider's key. */
  const sign = (claims: Claims, header: Record<string, string> = {}): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey);

  const claimsFor = ({ nonce, someone: { email, email_verified, ...rest } }: Code): Claims => ({
    iss: issuerOf(),
    aud: CLIENT_ID,
    iat: seconds(),
    exp: seconds() + 300,
    nonce,
    ...rest,
    ...(state.mischief.thin
      ? {}
      : { ...(email ? { email } : {}), ...(email_verified === undefined ? {} : { email_verified }) }),
  });

  const authorize = (url: URL, response: ServerResponse): void => {
    const asked = Object.fromEntries(url.searchParams) as Record<string, string>;
    const code = randomUUID();
    codes.set(code, {
      nonce: asked.nonce ?? '',
      challenge: asked.code_challenge ?? '',
      redirect_uri: asked.redirect_uri ?? '',
      someone: state.someone,
    });
    const right = { code, state: asked.state ?? '', iss: issuerOf() };
    const back = new URL(asked.redirect_uri ?? '');
    back.search = new URLSearchParams(state.mischief.leadsBack?.(right) ?? right).toString();
    response.writeHead(302, { location: back.href }).end();
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await bodyOf(request));
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      found !== undefined &&
      found.redirect_uri === form.get('redirect_uri') &&
      createHash('sha256').update(verifier).digest('base64url') === found.challenge &&
      request.headers.authorization?.startsWith('Basic ');
    if (!found || !isRight) return json(response, { error: 'invalid_grant', error_description: 'no such code' }, 400);
    const right = claimsFor(found);
    const claims = state.mischief.claims?.(right) ?? right;
    const id_token = await (state.mischief.token?.(claims) ?? sign(claims));
    json(response, { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token });
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuerOf());
    calls.push(url.pathname);
    const { mischief } = state;
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        if (mischief.discovery) return mischief.discovery(response);
        return json(response, mischief.describes?.(description()) ?? description());
      case '/jwks':
        return mischief.jwks ? mischief.jwks(response) : json(response, { keys: [key.jwk] });
      case '/authorize':
        return authorize(url, response);
      case '/token':
        return mischief.tokens ? mischief.tokens(response) : exchange(request, response);
      case '/userinfo':
        return json(response, state.someone);
      default:
        return json(response, { error: 'not_found' }, 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    issuer: issuerOf(),
    /** Paths that were asked for. */
    calls,
    signIn: (someone: Someone) => {
      state.someone = someone;
    },
    misbehave: (mischief: Mischief) => {
      state.mischief = mischief;
    },
    /** The provider has another key from now on. */
    rotate: async () => {
      key = await newKey();
    },
    sign,
    /** A token of the algorithm `none`. */
    unsigned: (claims: Claims): string => `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
    /** A token whose shared secret is the text of the public key. */
    signedByPublicKey: async (claims: Claims): Promise<string> => {
      const text = `${base64url({ alg: 'HS256', kid: key.kid })}.${base64url(claims)}`;
      const secret = await exportSPKI(key.publicKey);
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    },
    /** A token that says a key of the provider signed it, and another one did. */
    signedByStranger: async (claims: Claims): Promise<string> => {
      const { privateKey } = await newKey();
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey);
    },
    /** The same with the stranger's key in the token's own header. */
    signedByEmbedded: async (claims: Claims): Promise<string> => {
      const { privateKey, jwk } = await newKey();
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey);
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

export type HostileProvider = Awaited<ReturnType<typeof startProvider>>;
