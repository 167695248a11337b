import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { publicJwk } from '../../lib/aws/keys/signing-key.ts';
import { advanceClock, clockState, freezeClock, now, setClock } from '../../lib/base/clock.ts';
import { config, type TokenKind } from '../../lib/base/config.ts';
import { issueToken, type SignerClaims, tokenClaims, type UserClaims } from '../../lib/people/sessions/tokens.ts';
import { type Api, startApi } from '../api.ts';
import { makeWorld, type World } from '../world.ts';
import { kidOf, signWith } from './sign-with.ts';

let api: Api;
let world: World;
beforeAll(async () => {
  api = await startApi();
  world = await makeWorld(api);
});
afterAll(() => api.stop());

const OTHER = { user: 'signer', signer: 'user' } as const;
const tokenOf = (kind: TokenKind): string => (kind === 'user' ? world.owner.token : world.signer);

/** Places where a stranger would try a token: both headers, and operations for users, for signers, and for both. */
const answersTo = (token: string) =>
  Promise.all(
    [{ token }, { signer: token }, { token, signer: token }].flatMap((session) => {
      const as = api.as(session);
      return [
        as.getMyUser(),
        as.createApiKey({ body: { name: 'Mine' } }),
        as.verifySigner({ body: { auth_method: 'passcode', code: '1' } }),
        as.createSignatureBlock({ body: { signature: 'AAAA' } }),
      ];
    }),
  );

describe.each(['user', 'signer'] as const)("a %s's token that was accepted before", (kind) => {
  const outcome = (token: string) =>
    tokenClaims(token).then(
      () => 'accepted',
      (failure) => failure.code,
    );

  test('is refused once it has expired', async () => {
    const state = clockState();
    freezeClock(true);
    onTestFinished(() => setClock(state));
    const { exp: _exp, ...claims } = decodeJwt(tokenOf(kind));
    const { token, exp } = await issueToken(claims as unknown as UserClaims | SignerClaims, 60);
    expect(await outcome(token)).toBe('accepted');
    const wait = exp * 1000 - now().getTime();
    advanceClock(wait - 1000);
    expect(await outcome(token)).toBe('accepted');
    advanceClock(1000);
    expect(await outcome(token)).toBe('token_expired');
  });

  test('does not open the door for another that differs in its signature or in its claims', async () => {
    const token = tokenOf(kind);
    expect(await outcome(token)).toBe('accepted');
    const [header, payload, signature = ''] = token.split('.');
    const other = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expect(await outcome(`${header}.${payload}.${other}`)).toBe('unauthorized');
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), jti: 'other' })).toString('base64url');
    expect(await outcome(`${header}.${claims}.${signature}`)).toBe('unauthorized');
  });

  test('is refused by a platform at another address', async () => {
    expect(await outcome(tokenOf(kind))).toBe('accepted');
    const undo = setEnvironment({ BASE_URL: 'https://other.example.com' });
    try {
      expect(await outcome(tokenOf(kind))).toBe('unauthorized');
    } finally {
      undo();
    }
  });
});

describe.each(['user', 'signer'] as const)("a %s's token", (kind) => {
  test('that the key of the other kind signed is refused, with any key id', async () => {
    const claims = decodeJwt(tokenOf(kind));
    for (const header of [{}, { kid: kidOf(kind) }, { kid: undefined }, { kid: 'none' }]) {
      for (const { status, headers } of await answersTo(await signWith(OTHER[kind], claims, header))) {
        expect(status).toBe(401);
        expect(headers.get('x-error-code')).toBe('unauthorized');
      }
    }
  });

  test('that its own key signed is accepted: the refusal is only because of the key', async () => {
    const token = await signWith(kind, decodeJwt(tokenOf(kind)));
    const answers = await answersTo(token);
    expect(answers.some(({ status }) => status !== 401)).toBe(true);
    for (const { headers } of answers) expect(headers.get('x-error-code')).not.toBe('unauthorized');
  });

  test('that claims the other session, or none, or several, is refused', async () => {
    const claims = decodeJwt(tokenOf(kind));
    for (const session_type of [
      kind === 'user' ? 'signing' : 'user',
      undefined,
      null,
      '',
      ['user', 'signing'],
      { user: true },
      'constructor',
      'signer',
    ]) {
      for (const { status } of await answersTo(await signWith(kind, { ...claims, session_type }))) {
        expect(status, JSON.stringify(session_type)).toBe(401);
      }
    }
  });
});

describe('an operation that reads a token without requiring one', () => {
  test('sends no mail for a user’s token that the key of signers signed', async () => {
    const token = await signWith('signer', decodeJwt(world.owner.token));
    const answer = await api.as({ token }).resendVerification({ body: {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('x-error-code')).toBe('unauthorized');
  });

  test('ends no session by revoking it', async () => {
    const token = await signWith('signer', decodeJwt(world.owner.token));
    expect((await api.anyone.revokeToken({ body: { token } })).status).toBe(200);
    expect((await api.as(world.owner).getMyUser()).status).toBe(200);
  });
});

describe('an identity token', () => {
  const signIn = async () => {
    const { email: username, password } = world.owner;
    const { body } = await api.anyone.authenticate({ body: { grant_type: 'password', username, password } });
    return body as { access_token: string; id_token: string };
  };

  test("is signed by the key of users, and is nobody's session", async () => {
    const { id_token } = await signIn();
    expect(decodeProtectedHeader(id_token).kid).toBe(kidOf('user'));
    for (const { status } of await answersTo(id_token)) expect(status).toBe(401);
  });

  test('is not believed by clients that find their keys by the metadata, if the key of signers signed it', async () => {
    const { id_token } = await signIn();
    const { body } = await api.anyone.getAuthorizationServerMetadata();
    const keys = createRemoteJWKSet(new URL(body.jwks_uri));
    await expect(jwtVerify(id_token, keys)).resolves.toBeDefined();
    const forged = await signWith('signer', decodeJwt(id_token));
    await expect(jwtVerify(forged, keys)).rejects.toThrow('no applicable key');
  });
});

describe('the published keys', () => {
  const kids = async (query = {}): Promise<string[]> =>
    (await api.anyone.getJwks({ query })).body.keys.map(({ kid }) => String(kid));

  test('are those of both kinds, or of the one that is asked for', async () => {
    expect(await kids()).toEqual([kidOf('user'), kidOf('signer')]);
    expect(await kids({ session: 'user' })).toEqual([kidOf('user')]);
    expect(await kids({ session: 'signer' })).toEqual([kidOf('signer')]);
    const answer = await api.anyone.getJwks({ query: { session: 'root' } });
    expect(answer.status).toBe(406);
    expect(answer.body.error).toContain('session');
  });

  test("distinguish users' tokens from signers' by the key id", async () => {
    expect(decodeProtectedHeader(world.owner.token).kid).toBe(kidOf('user'));
    expect(decodeProtectedHeader(world.signer).kid).toBe(kidOf('signer'));
    const { body } = await api.anyone.getJwks();
    for (const token of [world.owner.token, world.signer]) {
      await expect(jwtVerify(token, createLocalJWKSet(body))).resolves.toBeDefined();
    }
  });
});

describe.each(['user', 'signer'] as const)("while the key of %ss' tokens is replaced", (kind) => {
  let folder = '';
  let undo = () => {};
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
  });
  afterEach(async () => {
    undo();
    await rm(folder, { recursive: true });
  });

  /** The functions' environment in a deployment with these keys of this kind: the first one signs. */
  const deploy = async (...keys: string[]) => {
    undo();
    const jwks = await Promise.all(keys.map(publicJwk));
    const name = kind.toUpperCase();
    undo = setEnvironment({ [`${name}_TOKEN_KEY`]: keys[0], [`${name}_TOKEN_JWKS`]: JSON.stringify({ keys: jwks }) });
  };
  const makeKey = async (): Promise<string> => {
    const file = join(folder, 'young.pem');
    await writeFile(file, generateKeyPem('EC'), { mode: 0o600 });
    return `file:${file}`;
  };
  const claimsOf = (one: TokenKind) => decodeJwt(tokenOf(one)) as unknown as UserClaims | SignerClaims;
  const newToken = async (one: TokenKind): Promise<string> => (await issueToken(claimsOf(one), 3600)).token;
  const isGood = (token: string): Promise<boolean> =>
    tokenClaims(token).then(
      () => true,
      () => false,
    );

  test('no token is refused meanwhile, none of the other kind is affected, and the old key ends with the last step', async () => {
    const old = config.tokenKey(kind);
    const young = await makeKey();
    const others = await newToken(OTHER[kind]);
    const first = await newToken(kind);
    await deploy(old, young);
    expect([await isGood(first), await isGood(others)]).toEqual([true, true]);
    await deploy(young, old);
    const second = await newToken(kind);
    expect(decodeProtectedHeader(second).kid).toBe((await publicJwk(young)).kid);
    expect([await isGood(first), await isGood(second), await isGood(others)]).toEqual([true, true, true]);
    expect((await api.anyone.getJwks()).body.keys).toHaveLength(3);
    await deploy(young);
    expect([await isGood(first), await isGood(second), await isGood(others)]).toEqual([false, true, true]);
  });

  test('neither the old nor the new key is accepted for the other kind', async () => {
    const old = config.tokenKey(kind);
    const young = await makeKey();
    const claims = claimsOf(OTHER[kind]);
    for (const keys of [
      [old, young],
      [young, old],
    ]) {
      await deploy(...keys);
      expect(await isGood(await signWith(kind, claims))).toBe(false);
      expect(await isGood(await newToken(OTHER[kind]))).toBe(true);
    }
  });
});
