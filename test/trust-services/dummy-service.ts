import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignerCertificate, SignerOptions, TestPki } from '../trust/test-pki.ts';
import { KEY_KINDS, type KeyKind, newKeyOf, signDigest } from './digest-signer.ts';

type Json = Record<string, unknown>;
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers that a service that has gone wrong gives. */
export const WRONG = {
  hangs: (() => {}) as Answer,
  vanishes: ((response) => response.destroy()) as Answer,
  huge: ((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(400_000)}"`)) as Answer,
  redirects: ((response) => response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end()) as Answer,
  isNoJson: ((response) => response.writeHead(200).end('<html>')) as Answer,
  hasOtherMembers: ((response) => response.writeHead(200).end('{"signatures":[1],"SAD":7}')) as Answer,
  isDown: ((response) => response.writeHead(503).end('{}')) as Answer,
};

/** Things that the service does wrong, or the person there does otherwise. */
export interface Mischief {
  /** Answers in the place of the right ones, by the path's end: `signatures/signHash`, `oauth2/token`, `info`. */
  answers?: Record<string, Answer>;
  /** Signs another hash than the one that it was given. */
  altersHash?: boolean;
  /** Makes so many signatures, whatever it was asked for. */
  signatures?: number;
  /** Every authorization has expired when it is used. */
  sadExpires?: boolean;
  /** The person presses "Cancel" on the service's page. */
  cancels?: boolean;
  /** Is awaited before it answers at a path: what others do while it works. */
  meanwhile?: (path: string) => Promise<void>;
  /** Changes the query with which it leads back. */
  leadsBack?: (right: Record<string, string>) => Record<string, string>;
  /** Changes its description (`info`), and that of a credential (`credentials/info`). */
  describes?: (right: Json) => Json;
  credential?: (right: Json) => Json;
}

export interface DummyOptions extends SignerOptions {
  /** Id of the account at the service; the one that signs in unless stated. */
  user?: string;
  key?: KeyKind;
  mode?: 'implicit' | 'explicit' | 'oauth2code';
  scal?: '1' | '2';
  multisign?: number;
  /** Asked for where the mode is explicit: both unless stated. The online code must be sent before. */
  pin?: boolean;
  otp?: 'online' | 'offline' | false;
  /** The certificate's status as the service states it. */
  status?: 'valid' | 'expired' | 'revoked' | 'suspended';
}

export interface DummyCredential extends SignerCertificate {
  id: string;
  privateKey: KeyObject;
}

type Kept = DummyCredential & Required<Omit<DummyOptions, keyof SignerOptions>>;

interface Code {
  user: string;
  challenge: string;
  redirect_uri: string;
  isV1: boolean;
  /** The authorization that a token of the scope `credential` is. */
  sad?: Sad;
}

interface Sad {
  credential: string;
  hashes: string[] | undefined;
  left: number;
}

export const CLIENT_ID = 'countersign-at-trust';
export const CLIENT_SECRET = 'a secret of this client, which nobody else knows';
export const PIN = '1234';
export const OTP = '987654';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

class Refused extends Error {
  readonly body: Json;
  constructor(error: string, error_description: string) {
    super(error_description);
    this.body = { error, error_description };
  }
}
const refuse = (description: string, error = 'invalid_request'): never => {
  throw new Refused(error, description);
};

const asHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
const asBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * A trust service on loopback after the standard of the Cloud Signature Consortium, versions 1.0.4 (below `/csc/v1`)
 * and 2 (`/csc/v2`), with its own authorization server, and keys whose certificates a CA of `pki` has issued. It does
 * right unless a test has it do wrong. With `pages` a person presses buttons on its pages; else these lead back.
 */
export const startTrustService = async (
  pki: TestPki | null,
  { pages = false, stays = false }: { pages?: boolean; stays?: boolean } = {},
) => {
  const credentials = new Map<string, Kept>();
  const codes = new Map<string, Code>();
  const tokens = new Map<string, string>();
  const sads = new Map<string, Sad>();
  const sent = new Set<string>();
  /** Requests in order: path, and body or query. */
  const calls: { path: string; input: Json }[] = [];
  const state: { user: string; mischief: Mischief } = { user: 'ada', mischief: {} };
  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const add = async ({
    user = state.user,
    key = 'P-256',
    mode = 'oauth2code',
    scal = '2',
    multisign = 10,
    pin = true,
    otp = 'online',
    status = 'valid',
    ...options
  }: DummyOptions = {}): Promise<DummyCredential> => {
    if (!pki) throw new Error('This service has no CA for keys');
    const { publicKey, privateKey } = newKeyOf(key);
    const made = await pki.signerCertificate(publicKey, options);
    const credential = { ...made, id: `${user}/${credentials.size + 1}`, privateKey };
    credentials.set(credential.id, { ...credential, user, key, mode, scal, multisign, pin, otp, status });
    return credential;
  };

  const info = (api: string): Json => ({
    specs: api === 'v1' ? '1.0.4.0' : '2.0.0.2',
    name: 'Dummy trust service',
    logo: `${urlOf()}/logo.png`,
    region: 'AT',
    lang: 'en-US',
    description: 'For tests',
    authType: ['oauth2code'],
    oauth2: `${urlOf()}/`,
    methods: ['credentials/list', 'credentials/info', 'credentials/authorize', 'signatures/signHash'],
  });

  const found = (id: unknown, user: string): Kept => {
    const credential = credentials.get(String(id));
    return credential?.user === user ? credential : refuse('Invalid parameter credentialID');
  };

  const describe = (api: string, one: Kept): Json => {
    const { privateKey, scal, multisign, mode, status } = one;
    const length = privateKey.asymmetricKeyDetails?.modulusLength ?? (one.key === 'P-384' ? 384 : 256);
    const [pin, otp] = mode === 'explicit' ? [one.pin, one.otp] : [false, false as const];
    const authorization =
      api === 'v1'
        ? {
            authMode: mode,
            PIN: { presence: String(pin), format: 'N', label: 'Signature PIN' },
            OTP: { presence: String(otp !== false), type: otp || 'offline', format: 'N', label: 'Code of your phone' },
          }
        : {
            auth: {
              mode,
              ...(mode === 'explicit'
                ? {
                    expression: [...(pin ? ['PIN'] : []), ...(otp ? ['OTP'] : [])].join(' AND '),
                    objects: [
                      ...(pin ? [{ type: 'Password', id: 'PIN', format: 'N', label: 'Signature PIN' }] : []),
                      ...(otp === 'online'
                        ? [{ type: 'ChallengeResponse', id: 'OTP', label: 'Code of your phone' }]
                        : []),
                      ...(otp === 'offline' ? [{ type: 'Password', id: 'OTP', format: 'N', generator: 'totp' }] : []),
                    ],
                  }
                : {}),
            },
          };
    const certificates = [one.certificate, ...one.chain].map(asBase64);
    return {
      key: { status: 'enabled', algo: [...KEY_KINDS[one.key]], len: length },
      cert: { status, certificates },
      ...authorization,
      SCAL: scal,
      multisign,
    };
  };

  const demandTyped = (one: Kept, api: string, input: Json): void => {
    const listed = (input.authData ?? []) as { id: string; value: string }[];
    const typed = (id: string) => (api === 'v1' ? input[id] : listed.find((data) => data.id === id)?.value);
    const name = (code: string) => (api === 'v1' ? code : 'invalid_authentication_data');
    if (one.pin && typed('PIN') !== PIN) refuse('The PIN is invalid', name('invalid_pin'));
    if (!one.otp) return;
    const isSent = one.otp === 'offline' || sent.delete(one.id);
    if (typed('OTP') !== OTP || !isSent) refuse('The OTP is invalid', name('invalid_otp'));
  };

  /** The hashes that are stated for an authorization, as hex; with SCAL 2 they must be stated. */
  const statedHashes = (one: Kept, stated: string[] | undefined, count: number): string[] | undefined => {
    if (one.scal === '1' && !stated?.length) return undefined;
    if (stated?.length !== count) return refuse('Hashes and number of signatures differ');
    return stated.map((text) => Buffer.from(text, 'base64url').toString('hex'));
  };

  const newSad = (one: Kept, hashes: string[] | undefined, count: number): Sad => {
    if (!(count >= 1) || count > one.multisign) return refuse('Numbers of signatures is too high');
    return { credential: one.id, hashes: statedHashes(one, hashes, count), left: count };
  };

  const methods: Record<string, (input: Json, user: string, api: string) => Json> = {
    'credentials/list': (_, user) => ({
      credentialIDs: [...credentials.values()].filter((one) => one.user === user).map(({ id }) => id),
    }),
    'credentials/info': ({ credentialID }, user, api) => {
      const right = describe(api, found(credentialID, user));
      return state.mischief.credential?.(right) ?? right;
    },
    'credentials/sendOTP': ({ credentialID }, user) => {
      sent.add(found(credentialID, user).id);
      return {};
    },
    'credentials/getChallenge': ({ credentialID, authObjectID }, user) => {
      if (authObjectID !== 'OTP') refuse('Invalid parameter authObjectID');
      sent.add(found(credentialID, user).id);
      return { challenge: '' };
    },
    'credentials/authorize': (input, user, api) => {
      const one = found(input.credentialID, user);
      if (one.mode === 'oauth2code') refuse('This credential is authorized by OAuth');
      if (one.mode === 'explicit') demandTyped(one, api, input);
      const SAD = randomUUID();
      sads.set(SAD, newSad(one, input[api === 'v1' ? 'hash' : 'hashes'] as string[], Number(input.numSignatures)));
      return { SAD, expiresIn: 300 };
    },
    'signatures/signHash': (input, user, api) => {
      const one = found(input.credentialID, user);
      const sad = sads.get(String(input.SAD));
      if (!sad || sad.credential !== one.id) return refuse('Invalid parameter SAD');
      if (state.mischief.sadExpires) return refuse('SAD expired');
      const hashes = input[api === 'v1' ? 'hash' : 'hashes'] as string[];
      const algorithm = String(input.signAlgo);
      if (!Array.isArray(hashes) || hashes.length === 0) return refuse('Empty hash array');
      if (input[api === 'v1' ? 'hashAlgo' : 'hashAlgorithmOID'] !== '2.16.840.1.101.3.4.2.1')
        return refuse('Invalid parameter hashAlgorithmOID');
      if (!(KEY_KINDS[one.key] as readonly string[]).includes(algorithm)) return refuse('Invalid parameter signAlgo');
      if (one.key === 'PSS' && !input.signAlgoParams) return refuse('Missing string parameter signAlgoParams');
      if (hashes.length > sad.left) return refuse('Hash is not authorized by the SAD');
      if (sad.hashes && !hashes.every((hash) => sad.hashes?.includes(asHex(hash))))
        return refuse('Hash is not authorized by the SAD');
      sad.left -= hashes.length;
      const { altersHash, signatures: count = hashes.length } = state.mischief;
      const made = hashes.map((hash) => {
        const digest = Buffer.from(hash, 'base64');
        const signed = altersHash ? createHash('sha256').update(digest).digest() : digest;
        return asBase64(signDigest(one.privateKey, signed, algorithm));
      });
      return { signatures: Array.from({ length: count }, (_, index) => made[index % made.length]) };
    },
  };

  /** Checks what the application asks for, and makes the code that leads back to it. */
  const codeFor = (asked: URLSearchParams): Code => {
    const value = (name: string) => asked.get(name) ?? '';
    if (value('response_type') !== 'code') refuse('response_type', 'unsupported_response_type');
    if (value('client_id') !== CLIENT_ID) refuse('Invalid parameter client_id');
    if (value('code_challenge_method') !== 'S256' || !value('code_challenge')) refuse('code_challenge is missing');
    const code = { user: state.user, challenge: value('code_challenge'), redirect_uri: value('redirect_uri') };
    const isV1 = !asked.has('hashAlgorithmOID');
    if (value('scope') === 'service') return { ...code, isV1 };
    if (value('scope') !== 'credential') refuse('scope', 'invalid_scope');
    const one = found(value('credentialID'), state.user);
    if (one.mode !== 'oauth2code') refuse('This credential is not authorized by OAuth');
    const hashes = value(isV1 ? 'hash' : 'hashes')
      .split(',')
      .filter((hash) => hash !== '');
    return { ...code, isV1, sad: newSad(one, hashes, Number(value('numSignatures'))) };
  };

  const leadBack = (asked: URLSearchParams, response: ServerResponse, isCancelled: boolean): void => {
    const code = randomUUID();
    codes.set(code, codeFor(asked));
    const right = {
      state: asked.get('state') ?? '',
      ...(isCancelled ? { error: 'access_denied', error_description: 'The person has cancelled' } : { code }),
    };
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = new URLSearchParams(state.mischief.leadsBack?.(right) ?? right).toString();
    response.writeHead(302, { location: back.href }).end();
  };

  const showPage = (asked: URLSearchParams, response: ServerResponse): void => {
    codeFor(asked);
    const isService = asked.get('scope') === 'service';
    const what = isService ? 'Sign in to the dummy trust service' : `Sign ${asked.get('numSignatures')} document(s)`;
    const action = `/oauth2/decide?${asked.toString().replaceAll('&', '&amp;')}`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${what}</title>` +
          `<main><h1>${what}</h1><form method="post" action="${action}"><button name="decision" value="approve">` +
          `${isService ? 'Sign in' : 'Approve'}</button> <button name="decision" value="cancel">Cancel</button></form></main></html>`,
      );
  };

  const exchange = (form: URLSearchParams, header: string | undefined): Json => {
    // Names and secrets are written in the header as in a form (RFC 6749 2.3.1).
    const [id, secret] = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64')
      .toString('utf8')
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const presented = header ? [id, secret] : [form.get('client_id'), form.get('client_secret')];
    const isClient = presented[0] === CLIENT_ID && presented[1] === CLIENT_SECRET;
    if (!isClient) return refuse('Invalid parameter client_secret', 'invalid_client');
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.redirect_uri !== form.get('redirect_uri') || code.challenge !== challenge)
      return refuse('Authorization code is invalid or expired', 'invalid_grant');
    const access_token = randomUUID();
    tokens.set(access_token, code.user);
    if (code.sad) sads.set(access_token, code.sad);
    return { access_token, token_type: code.sad && code.isV1 ? 'SAD' : 'Bearer', expires_in: code.sad ? 300 : 3600 };
  };

  const json = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const respond = (request: IncomingMessage, response: ServerResponse, url: URL, body: string) => {
    const path = url.pathname;
    const wrong = Object.entries(state.mischief.answers ?? {}).find(([end]) => path.endsWith(end));
    if (wrong) return wrong[1](response, request);
    if (path === '/oauth2/authorize')
      return pages
        ? showPage(url.searchParams, response)
        : leadBack(url.searchParams, response, state.mischief.cancels === true);
    if (path === '/oauth2/decide')
      return leadBack(url.searchParams, response, new URLSearchParams(body).get('decision') === 'cancel');
    if (path === '/oauth2/token')
      return json(response, exchange(new URLSearchParams(body), request.headers.authorization));
    if (path === '/.well-known/oauth-authorization-server')
      return json(response, {
        issuer: urlOf(),
        authorization_endpoint: `${urlOf()}/oauth2/authorize`,
        token_endpoint: `${urlOf()}/oauth2/token`,
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    const [, api = '', method = ''] = /^\/csc\/(v[12])\/(.+)$/.exec(path) ?? [];
    if (method === 'info') return json(response, state.mischief.describes?.(info(api)) ?? info(api));
    const call = methods[method];
    if (!call) return json(response, { error: 'not_found' }, 404);
    const user = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (user === undefined) return json(response, { error: 'invalid_token', error_description: 'Unknown token' }, 401);
    json(response, call(JSON.parse(body) as Json, user, api));
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', urlOf());
    const body = await bodyOf(request);
    const isForm = url.pathname.startsWith('/oauth2/');
    const input = isForm ? Object.fromEntries(new URLSearchParams(body || url.search)) : body ? JSON.parse(body) : {};
    calls.push({ path: url.pathname, input });
    await state.mischief.meanwhile?.(url.pathname);
    try {
      respond(request, response, url, body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      json(response, error.body, 400);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Unless it is to stay, it keeps no process alive.
  if (!stays) server.unref();

  return {
    /** Base address: below it are both versions of the API, of which a client takes the newer one. */
    url: urlOf(),
    /** Address of one version. */
    at: (api: 'v1' | 'v2') => `${urlOf()}/csc/${api}`,
    calls,
    /** Adds a key with its certificate to an account. */
    add,
    /** Another account signs in from now on. */
    signIn: (user: string) => {
      state.user = user;
    },
    misbehave: (mischief: Mischief) => {
      state.mischief = mischief;
    },
    /** The issuer of the certificate has revoked it: its OCSP responder says so. */
    revoke: ({ serial }: Pick<DummyCredential, 'serial'>) => pki?.revoked.add(serial),
    /** Settings by which an organization registers it. */
    settings: (more: object = {}) => ({
      name: 'Dummy Trust',
      base_url: urlOf(),
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      ...more,
    }),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

export type DummyService = Awaited<ReturnType<typeof startTrustService>>;
