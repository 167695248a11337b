import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { advanceClock } from '../../lib/base/clock.ts';
import type { Contract, SessionKind } from '../../lib/http/contract.ts';
import { operation } from '../../lib/http/operation.ts';
import { startTable } from '../storage/engine.ts';
import { invoke, signerToken, userToken } from './invoke.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const who = (session: SessionKind, rest: object = {}) =>
  operation(
    {
      id: 'who',
      tag: 'Documentation',
      summary: 'Who',
      route: 'GET /v2/who',
      session,
      returns: z.unknown(),
      access: {},
      ...rest,
    },
    ({ caller }) => ({ kind: (caller as { kind: string } | null)?.kind ?? null }),
  );

const ask = (operation: ReturnType<typeof who>, headers: Record<string, string>) =>
  invoke(operation, { method: 'GET', headers });

const refused = (code: string) => ({ status: 401, headers: expect.objectContaining({ 'X-Error-Code': code }) });

describe('a session', () => {
  test('of a user is in Authorization', async () => {
    const headers = { Authorization: `Bearer ${await userToken()}` };
    expect(await ask(who('user'), headers)).toMatchObject({ status: 200, body: { kind: 'user' } });
    expect(await ask(who('both'), headers)).toMatchObject({ status: 200, body: { kind: 'user' } });
    expect(await ask(who('signer'), headers)).toMatchObject(refused('wrong_session'));
  });

  test('of a signer is in the header signer, or in Authorization', async () => {
    const token = `Bearer ${await signerToken()}`;
    for (const headers of [{ signer: token }, { authorization: token }] as Record<string, string>[]) {
      expect(await ask(who('signer'), headers)).toMatchObject({ status: 200, body: { kind: 'signer' } });
      expect(await ask(who('both'), headers)).toMatchObject({ status: 200, body: { kind: 'signer' } });
      expect(await ask(who('user'), headers)).toMatchObject(refused('wrong_session'));
    }
  });

  test("of each kind may come together: an operation for signers uses the signer's", async () => {
    const headers = { authorization: `Bearer ${await userToken()}`, signer: `Bearer ${await signerToken()}` };
    expect(await ask(who('signer'), headers)).toMatchObject({ body: { kind: 'signer' } });
    expect(await ask(who('user'), headers)).toMatchObject({ body: { kind: 'user' } });
  });

  test('is not required if none is needed', async () => {
    expect(await ask(who('none'), { authorization: 'Bearer nonsense' })).toMatchObject({ body: { kind: null } });
  });
});

describe('a token', () => {
  test('that is missing, broken, unsigned or signed by another key opens nothing', async () => {
    const good = await userToken();
    const [head, payload, signature] = good.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const promoted = Buffer.from(JSON.stringify({ ...claims, global_admin: true })).toString('base64url');
    const tokens = [
      'x',
      'a.b.c',
      foreign,
      symmetric,
      unsigned,
      `${head}.${promoted}.${signature}`,
      `${head}.${payload}.`,
    ];
    for (const token of tokens) {
      expect(await ask(who('user'), { authorization: `Bearer ${token}` })).toMatchObject(refused('unauthorized'));
    }
    for (const headers of [{}, { authorization: 'Bearer ' }] as Record<string, string>[]) {
      expect(await ask(who('user'), headers)).toMatchObject(refused('token_missing'));
    }
    expect(await ask(who('user'), { authorization: `Basic ${good}` })).toMatchObject(refused('token_scheme'));
  });

  test('that has expired says exactly so', async () => {
    const headers = { authorization: `Bearer ${await userToken({}, 60)}` };
    advanceClock(61_000);
    const answer = await ask(who('user'), headers);
    advanceClock(-61_000);
    expect(answer).toMatchObject({ ...refused('token_expired'), raw: '{"status":"ERROR","error":"jwt expired"}' });
  });

  test('that is refused comes with a challenge that says why (RFC 6750 3)', async () => {
    const challenge = async (headers: Record<string, string>, more: Partial<Contract> = {}) =>
      (await ask(who('user', more), headers)).headers['WWW-Authenticate'];
    const user = { authorization: `Bearer ${await userToken({ roles: ['member'] })}` };
    expect(await challenge({})).toBe('Bearer realm="countersign"');
    expect(await challenge({ authorization: 'Basic eA==' })).toBe('Bearer realm="countersign"');
    expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer realm="countersign", error="invalid_token"');
    expect(await challenge(user, { permissions: ['org:delete'] })).toBe(
      'Bearer realm="countersign", error="insufficient_scope"',
    );
  });

  test('of another deployment opens nothing', async () => {
    const headers = { authorization: `Bearer ${await userToken({ iss: 'https://elsewhere.example.com' })}` };
    expect(await ask(who('user'), headers)).toMatchObject(refused('unauthorized'));
  });
});

describe('permissions', () => {
  test('come from roles and from the profile itself', async () => {
    const operation = who('user', { permissions: ['org:update'] });
    const as = async (claims: object) => ask(operation, { authorization: `Bearer ${await userToken(claims)}` });
    expect(await as({ roles: ['member'] })).toMatchObject(refused('forbidden'));
    expect(await as({ roles: ['admin'] })).toMatchObject({ status: 200 });
    expect(await as({ roles: ['contact'], permissions: ['org:update'] })).toMatchObject({ status: 200 });
  });

  test('don’t count while the address is not verified, unless the contract says so', async () => {
    const headers = { authorization: `Bearer ${await userToken({ email_verified: false })}` };
    expect(await ask(who('user'), headers)).toMatchObject(refused('email_unverified'));
    expect(await ask(who('user', { unverified: true }), headers)).toMatchObject({ status: 200 });
  });
});
