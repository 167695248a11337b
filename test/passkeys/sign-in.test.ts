import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { addPasskey, type Mischief, originOf, signIn, signWithPasskey } from './authenticator.ts';

let api: Api;
let restore: () => void;
beforeAll(async () => {
  api = await startApi();
  restore = setEnvironment({ APP_URL: originOf(api) });
});
afterAll(async () => {
  restore();
  await api.stop();
});

const REFUSED = [401, 'passkey_refused'];
const byPassword = ({ email, password }: Person) =>
  api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } });
const options = async (body = {}) => ok(await api.anyone.startPasskeySignIn({ body }));
const present = (credential: object, more = {}) => api.anyone.signInWithPasskey({ body: { credential, ...more } });

describe('signing in with a passkey alone', () => {
  test('opens a session of its owner, without an address and without a code, also where a second factor is on', async () => {
    const ada = await enrolled(api);
    const { key } = await addPasskey(api, ada, { proof: { code: ada.code(1) } });
    const { status, body } = await signIn(api, key);
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada.user_id, profile_id: ada.profile_id });
    const sessions = ok(await api.as({ token: body.access_token }).getSessions());
    expect(sessions.find(({ current }) => current)?.source).toBe('passkey');
    const refreshed = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await api.anyone.authenticate({ body: refreshed })).status).toBe(200);
  });

  test('gives the permissions of the groups that its owner is in', async () => {
    const owner = await api.signUp();
    const ada = await memberOf(api, owner, 'member');
    const { key } = await addPasskey(api, ada);
    const permissions = ['envelope:org:view' as const];
    const group = ok(await api.as(owner).createGroup({ body: { name: 'Auditors', permissions } }));
    ok(await api.as(owner).addGroupMember({ path: { group_id: group.id }, body: { profile_id: ada.profile_id } }));
    const { access_token } = ok(await signIn(api, key));
    expect(claimsOf(access_token)).toMatchObject({ permissions: expect.arrayContaining(permissions) });
  });

  test('asks everybody the same: the options name no account', async () => {
    const { challenge, ...rest } = await options();
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] });
  });

  test.each<[string, Mischief]>([
    ['a page of another origin', { origin: 'https://localhost.example.com' }],
    ['a page at another port of the host', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'example.com' }],
    ['a frame of another site', { crossOrigin: true }],
    ['the making of a passkey', { type: 'webauthn.create' }],
    ['a challenge that was never given', { challenge: 'x'.repeat(43) }],
    ['an authenticator that has not verified the person', { verified: false }],
    ['a signature of other bytes', { tampers: true }],
    ['a passkey that says otherwise than before whether it can be synced', { synced: true }],
    ['no user', { handle: null }],
    ['a user that is none', { handle: 'YWRh' }],
    ['an unknown passkey', { id: 'eA' }],
  ])('refuses an answer for %s', async (_what, mischief) => {
    const { key } = await addPasskey(api, await api.signUp());
    expect(refusalOf(await signIn(api, key, mischief))).toEqual(REFUSED);
    expect((await signIn(api, key)).status).toBe(200);
  });

  test('refuses the passkey of one person for another', async () => {
    const [ada, eve] = [await addPasskey(api, await api.signUp()), await addPasskey(api, await api.signUp())];
    expect(refusalOf(await signIn(api, eve.key, { handle: ada.key.handle }))).toEqual(REFUSED);
    expect(refusalOf(await signIn(api, eve.key, { handle: ada.key.handle, id: ada.key.id }))).toEqual(REFUSED);
  });

  test('takes a challenge once, also after a wrong answer, and within five minutes', async () => {
    const { key } = await addPasskey(api, await api.signUp());
    const first = await options();
    expect((await present(signWithPasskey(api, key, first))).status).toBe(200);
    expect(refusalOf(await present(signWithPasskey(api, key, first)))).toEqual(REFUSED);
    const second = await options();
    expect(refusalOf(await present(signWithPasskey(api, key, second, { tampers: true })))).toEqual(REFUSED);
    expect(refusalOf(await present(signWithPasskey(api, key, second)))).toEqual(REFUSED);
    const late = await options();
    await api.advance('PT5M1S');
    expect(refusalOf(await present(signWithPasskey(api, key, late)))).toEqual(REFUSED);
  });

  test('opens one session for an answer that is sent many times at the same moment', async () => {
    const { key } = await addPasskey(api, await api.signUp());
    const credential = signWithPasskey(api, key, await options());
    const answers = await Promise.all([present(credential), present(credential), present(credential)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('refuses what is no credential, without using a challenge up', async () => {
    const { key } = await addPasskey(api, await api.signUp());
    const asked = await options();
    const { response, ...credential } = signWithPasskey(api, key, asked);
    expect(refusalOf(await present({ ...credential, response: { ...response, clientDataJSON: 'e30' } }))).toEqual(
      REFUSED,
    );
    expect(refusalOf(await present({ ...credential, response: { ...response, signature: '?' } }))).toEqual([
      406,
      'invalid',
    ]);
    expect((await present({ ...credential, response })).status).toBe(200);
  });

  test('narrows the session to the scopes that it asks for', async () => {
    const { key } = await addPasskey(api, await api.signUp());
    const credential = signWithPasskey(api, key, await options());
    const { body } = await present(credential, { scope: 'templates:read' });
    expect(body.scope).toBe('templates:read');
    expect((await api.as({ token: body.access_token }).getTemplates()).status).toBe(200);
    expect(refusalOf(await api.as({ token: body.access_token }).getPasskeys())).toEqual([401, 'wrong_session']);
  });

  test('takes no more calls than a password with a code', async () => {
    const ada = await enrolled(api);
    const { key } = await addPasskey(api, ada, { proof: { code: ada.code(1) } });
    const asked = await options();
    const toAsk = callsOf('startPasskeySignIn').length;
    ok(await present(signWithPasskey(api, key, asked)));
    const toSignIn = callsOf('signInWithPasskey').filter(({ service }) => service === 'dynamodb').length;
    const { mfa_token } = (await byPassword(ada)).body;
    const toBegin = callsOf('authenticate').length;
    await api.advance('PT60S');
    const otp = { grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp', mfa_token, otp: ada.code() };
    ok(await api.anyone.authenticate({ body: otp }));
    const toEnd = callsOf('authenticate').filter(({ service }) => service === 'dynamodb').length;
    expect(toAsk + toSignIn).toBeLessThanOrEqual(toBegin + toEnd);
  });
});

describe('the count of signatures', () => {
  test('of a passkey of one device may not go back: then it is refused, and its owner sees when that was', async () => {
    const ada = await api.signUp();
    const { key } = await addPasskey(api, ada);
    expect((await signIn(api, key)).status).toBe(200);
    expect(refusalOf(await signIn(api, key, { count: 1 }))).toEqual(REFUSED);
    const [passkey] = ok(await api.as(ada).getPasskeys());
    expect(passkey.counter_behind_at).toEqual(expect.any(String));
    expect((await signIn(api, key)).status).toBe(200);
  });

  test('of a synced passkey may stay or go back, which is recorded', async () => {
    const ada = await api.signUp();
    const { key } = await addPasskey(api, ada, { synced: true });
    expect((await signIn(api, key)).status).toBe(200);
    expect((await signIn(api, key)).status).toBe(200);
    expect(ok(await api.as(ada).getPasskeys())[0]).toMatchObject({ synced: true, counter_behind_at: null });
    expect((await signIn(api, key, { count: 7 })).status).toBe(200);
    expect((await signIn(api, key, { count: 3 })).status).toBe(200);
    expect(ok(await api.as(ada).getPasskeys())[0].counter_behind_at).toEqual(expect.any(String));
  });
});

describe('a passkey opens nothing that the password would not', () => {
  test('after it was removed', async () => {
    const ada = await api.signUp();
    const { key, passkey_id } = await addPasskey(api, ada);
    ok(await api.as(ada).deletePasskey({ path: { passkey_id } }));
    expect(refusalOf(await signIn(api, key))).toEqual(REFUSED);
  });

  test('to a locked member, until unlocked', async () => {
    const owner = await api.signUp();
    const ada = await memberOf(api, owner, 'member');
    const { key } = await addPasskey(api, ada);
    const path = { profile_id: ada.profile_id };
    ok(await api.as(owner).actOnOrganizationMember({ path, body: { action: 'lock' } }));
    expect(refusalOf(await signIn(api, key))).toEqual([401, 'no_active_profile']);
    ok(await api.as(owner).actOnOrganizationMember({ path, body: { action: 'unlock' } }));
    expect((await signIn(api, key)).status).toBe(200);
  });

  test('to a removed member, whose account is gone with its passkeys', async () => {
    const owner = await api.signUp();
    const ada = await memberOf(api, owner, 'member');
    const { key } = await addPasskey(api, ada);
    ok(await api.as(owner).deleteOrganizationMember({ path: { profile_id: ada.profile_id } }));
    expect(refusalOf(await signIn(api, key))).toEqual(REFUSED);
    await api.settle();
    expect(refusalOf(await signIn(api, key))).toEqual(REFUSED);
  });

  test('by a second factor that was begun before everybody was signed out', async () => {
    const ada = await enrolled(api);
    const { key } = await addPasskey(api, ada, { proof: { code: ada.code(1) } });
    const { mfa_token } = (await byPassword(ada)).body;
    const asked = await options({ mfa_token });
    ok(await api.as(ada).revokeOtherSessions());
    expect(refusalOf(await present(signWithPasskey(api, key, asked), { mfa_token }))).toEqual([
      401,
      'mfa_token_invalid',
    ]);
  });
});

describe('a passkey as the second factor', () => {
  const begin = async () => {
    const ada = await enrolled(api);
    const { key } = await addPasskey(api, ada, { proof: { code: ada.code(1) } });
    const { mfa_token, passkey } = (await byPassword(ada)).body;
    expect(passkey).toBe(true);
    return { ada, key, mfa_token: mfa_token ?? '' };
  };

  test('ends the sign-in that began with the password, once, and need not have verified the person', async () => {
    const { ada, key, mfa_token } = await begin();
    const asked = await options({ mfa_token });
    expect(asked).toMatchObject({ userVerification: 'preferred', allowCredentials: [{ id: key.id }] });
    const credential = signWithPasskey(api, key, asked, { verified: false, handle: null });
    const { status, body } = await present(credential, { mfa_token });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada.user_id });
    expect(refusalOf(await api.anyone.startPasskeySignIn({ body: { mfa_token } }))).toEqual([401, 'mfa_token_invalid']);
  });

  test('is offered to those alone who have a passkey, and switches no second factor on by itself', async () => {
    expect((await byPassword(await enrolled(api))).body.passkey).toBeUndefined();
    const ada = await api.signUp();
    await addPasskey(api, ada);
    expect((await byPassword(ada)).status).toBe(200);
  });

  test('signs for its own sign-in only: neither alone, nor for another token, nor for another person', async () => {
    const [one, other] = [await begin(), await begin()];
    const asked = await options({ mfa_token: one.mfa_token });
    expect(refusalOf(await present(signWithPasskey(api, one.key, asked)))).toEqual(REFUSED);
    const again = await options({ mfa_token: one.mfa_token });
    const stolen = signWithPasskey(api, other.key, again, { handle: one.key.handle });
    expect(refusalOf(await present(stolen, { mfa_token: one.mfa_token }))).toEqual(REFUSED);
    const third = signWithPasskey(api, one.key, await options({ mfa_token: one.mfa_token }));
    expect(refusalOf(await present(third, { mfa_token: other.mfa_token }))).toEqual(REFUSED);
    const alone = signWithPasskey(api, one.key, await options());
    expect(refusalOf(await present(alone, { mfa_token: one.mfa_token }))).toEqual(REFUSED);
  });

  test('needs the token of a sign-in that is still open', async () => {
    expect(refusalOf(await api.anyone.startPasskeySignIn({ body: { mfa_token: 'unknown' } }))).toEqual([
      401,
      'mfa_token_invalid',
    ]);
    const { ada, key, mfa_token } = await begin();
    const asked = await options({ mfa_token });
    ok(await api.as(ada).disableMfa({ body: { code: ada.backup_codes[0] } }));
    expect(refusalOf(await present(signWithPasskey(api, key, asked), { mfa_token }))).toEqual([
      401,
      'mfa_token_invalid',
    ]);
  });
});

test('where the pages are at an IP address there are no passkeys, and nothing else is missing', async () => {
  const elsewhere = setEnvironment({ APP_URL: api.url });
  try {
    const ada = await api.signUp();
    expect(refusalOf(await api.anyone.startPasskeySignIn({ body: {} }))).toEqual([400, 'passkeys_unavailable']);
    const body = { password: ada.password };
    expect(refusalOf(await api.as(ada).startPasskey({ body }))).toEqual([400, 'passkeys_unavailable']);
    expect(ok(await api.as(ada).getPasskeys())).toEqual([]);
    expect((await byPassword(ada)).status).toBe(200);
  } finally {
    elsewhere();
  }
});
