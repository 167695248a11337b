import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { addPasskey, type Mischief, makePasskey, originOf, signIn, signWithPasskey } from './authenticator.ts';

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

const NOT_ADDED = [400, 'passkey_not_added'];
const start = (person: { token: string }, body: object) => api.as(person).startPasskey({ body });
const add = (person: { token: string }, credential: object) => api.as(person).createPasskey({ body: { credential } });
const subjectsTo = async ({ email }: Person): Promise<string[]> => {
  await api.settle();
  return (await api.messages(email)).map(({ subject }) => subject);
};
const again = async ({ email, password }: Person) => ({
  token: ok(await api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } }))
    .access_token,
});

describe('beginning to add a passkey', () => {
  test('answers options that bind it to the host, to an opaque id of the person, and to a verified person', async () => {
    const ada = await api.signUp();
    const { challenge, user, ...rest } = ok(await start(ada, { password: ada.password }));
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(user).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      name: ada.email,
      displayName: expect.any(String),
    });
    expect(Buffer.from(user.id, 'base64url').toString('hex')).toBe(ada.user_id.replaceAll('-', ''));
    expect(rest).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  test('takes the password, and counts wrong ones together with those of a change of the password', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    expect(refusalOf(await start(ada, {}))).toEqual([406, 'invalid']);
    for (let guess = 0; guess < 5; guess++) {
      expect(refusalOf(await start(ada, { password: 'wrong password' }))).toEqual([400, 'old_password_wrong']);
      await api.advance('PT20S');
      const change = { old_password: 'wrong password', new_password: 'another password' };
      expect((await api.as(ada).changePassword({ body: change })).status).toBe(400);
      await api.advance('PT20S');
    }
    expect(refusalOf(await start(ada, { password: ada.password }))).toEqual([429, 'too_many_requests']);
  });

  test('counts wrong codes, and takes none for a while after too many', async () => {
    await using _clock = await api.freezeClock();
    const ada = await enrolled(api);
    const codes = Array.from({ length: 12 }, () => start(ada, { code: '000000' }));
    await Promise.all(codes);
    expect(refusalOf(await start(ada, { code: ada.code(1) }))).toEqual([429, 'too_many_requests']);
  });

  test('takes a code where there is a second factor, once, and no password', async () => {
    const ada = await enrolled(api);
    expect(refusalOf(await start(ada, { password: ada.password }))).toEqual([406, 'invalid']);
    expect(refusalOf(await start(ada, { code: ada.used }))).toEqual([400, 'mfa_code_wrong']);
    const code = ada.code(1);
    expect((await start(ada, { code })).status).toBe(200);
    expect(refusalOf(await start(ada, { code }))).toEqual([400, 'mfa_code_wrong']);
    expect((await start(ada, { code: ada.backup_codes[0] })).status).toBe(200);
    expect((await api.as(ada).getMfaStatus()).body.backup_codes_remaining).toBe(9);
  });

  test('takes a passkey of the account in the place of both, and none of another account', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const [own, other] = [await addPasskey(api, ada), await addPasskey(api, eve)];
    const proof = async (key = own.key, mischief: Mischief = {}) => ({
      credential: signWithPasskey(api, key, ok(await api.anyone.startPasskeySignIn({ body: {} })), mischief),
    });
    const asked = await proof();
    const { excludeCredentials } = ok(await start(ada, asked));
    expect(excludeCredentials).toMatchObject([{ id: own.key.id }]);
    expect(refusalOf(await start(ada, asked))).toEqual([401, 'passkey_refused']);
    expect(refusalOf(await start(ada, await proof(other.key)))).toEqual([401, 'passkey_refused']);
    expect(refusalOf(await start(ada, await proof(own.key, { verified: false })))).toEqual([401, 'passkey_refused']);
  });

  test('is for a verified person’s own sign-in: not for applications, API keys, or an unverified address', async () => {
    const ada = await api.signUp();
    const { client_id, client_secret } = ok(await api.as(ada).createApiKey({ body: { name: 'Key' } }));
    const { body } = await api.anyone.authenticate({
      body: { grant_type: 'client_credentials', client_id, client_secret },
    });
    expect(refusalOf(await start({ token: body.access_token }, { password: ada.password }))).toEqual([
      401,
      'wrong_session',
    ]);
    const email = `unverified-${ada.email}`;
    const names = { first_name: 'A', last_name: 'B', org_name: 'C', phone: '' };
    const { access_token: token } = ok(
      await api.anyone.createProfile({ body: { email, password: ada.password, ...names } }),
    );
    expect(refusalOf(await start({ token }, { password: ada.password }))).toEqual([401, 'email_unverified']);
  });
});

describe('adding a passkey', () => {
  test('names it, tells its owner by mail, and ends no session', async () => {
    const ada = await api.signUp();
    const other = await again(ada);
    const { passkey_id } = await addPasskey(api, ada);
    expect(ok(await api.as(ada).getPasskeys())).toEqual([
      {
        id: passkey_id,
        name: 'Laptop',
        synced: false,
        created_at: expect.any(String),
        last_used_at: null,
        counter_behind_at: null,
      },
    ]);
    expect((await subjectsTo(ada))[0]).toBe('A passkey was added to your account');
    expect((await api.as(other).getMyUser()).status).toBe(200);
  });

  test('without a name calls it by the browser and its system', async () => {
    const ada = await api.signUp();
    const { credential } = makePasskey(api, ok(await start(ada, { password: ada.password })));
    const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/140.0' };
    const { name } = ok(await api.as(ada).createPasskey({ headers, body: { credential } }));
    expect(name).toBe('Firefox, macOS');
  });

  test.each<[string, Mischief]>([
    ['a page of another origin', { origin: 'https://example.com' }],
    ['another relying party', { rpId: 'example.com' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a frame of another site', { crossOrigin: true }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['an authenticator that has not verified the person', { verified: false }],
  ])('refuses what was made for %s', async (_what, mischief) => {
    const ada = await api.signUp();
    const options = ok(await start(ada, { password: ada.password }));
    expect(refusalOf(await add(ada, makePasskey(api, options, mischief).credential))).toEqual(NOT_ADDED);
    expect(ok(await api.as(ada).getPasskeys())).toEqual([]);
  });

  test('takes a challenge once, within five minutes, and in the session that asked for it', async () => {
    const ada = await api.signUp();
    const once = makePasskey(api, ok(await start(ada, { password: ada.password }))).credential;
    ok(await add(ada, once));
    expect(refusalOf(await add(ada, once))).toEqual(NOT_ADDED);
    const theirs = makePasskey(api, ok(await start(ada, { password: ada.password }))).credential;
    expect(refusalOf(await add(await api.signUp(), theirs))).toEqual(NOT_ADDED);
    const elsewhere = makePasskey(api, ok(await start(ada, { password: ada.password }))).credential;
    expect(refusalOf(await add(await again(ada), elsewhere))).toEqual(NOT_ADDED);
    const late = makePasskey(api, ok(await start(ada, { password: ada.password }))).credential;
    await api.advance('PT5M1S');
    expect(refusalOf(await add(ada, late))).toEqual(NOT_ADDED);
  });

  test('takes no challenge of a sign-in', async () => {
    const ada = await api.signUp();
    const { challenge } = ok(await api.anyone.startPasskeySignIn({ body: {} }));
    const { credential } = makePasskey(api, { challenge, user: { id: 'x' } });
    expect(refusalOf(await add(ada, credential))).toEqual(NOT_ADDED);
  });

  test('ends at twenty, also for two that come at once', async () => {
    const ada = await api.signUp();
    const proof = { password: ada.password };
    for (let count = 0; count < 19; count++) await addPasskey(api, ada);
    const credentials = [
      makePasskey(api, ok(await start(ada, proof))).credential,
      makePasskey(api, ok(await start(ada, proof))).credential,
    ];
    const answers = await Promise.all(credentials.map((credential) => add(ada, credential)));
    expect(answers.map(refusalOf).toSorted()).toEqual([
      [200, null],
      [400, 'too_many_passkeys'],
    ]);
    expect(refusalOf(await start(ada, proof))).toEqual([400, 'too_many_passkeys']);
    expect(ok(await api.as(ada).getPasskeys())).toHaveLength(20);
  });
});

describe('passkeys of an account', () => {
  test('are listed with their last use, the newest first, get other names, and never show keys', async () => {
    const ada = await api.signUp();
    const first = await addPasskey(api, ada);
    await api.advance('PT1S');
    const second = await addPasskey(api, ada);
    ok(await signIn(api, first.key));
    const path = { passkey_id: second.passkey_id };
    expect(ok(await api.as(ada).updatePasskey({ path, body: { name: 'Phone' } })).name).toBe('Phone');
    const passkeys = ok(await api.as(ada).getPasskeys());
    expect(passkeys.map(({ name }) => name)).toEqual(['Phone', 'Laptop']);
    expect(passkeys.map(({ last_used_at }) => last_used_at)).toEqual([null, expect.any(String)]);
    expect(JSON.stringify(passkeys)).not.toContain(first.key.id);
  });

  test('belong to their owner alone', async () => {
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const { passkey_id, key } = await addPasskey(api, ada);
    const path = { passkey_id };
    expect(ok(await api.as(eve).getPasskeys())).toEqual([]);
    expect((await api.as(eve).updatePasskey({ path, body: { name: 'Mine' } })).status).toBe(404);
    expect((await api.as(eve).deletePasskey({ path })).status).toBe(404);
    expect((await signIn(api, key)).status).toBe(200);
  });

  test('are removed with a mail to their owner; sessions and the second factor stay', async () => {
    const ada = await enrolled(api);
    const { passkey_id, key } = await addPasskey(api, ada, { proof: { code: ada.code(1) } });
    const { access_token: token } = ok(await signIn(api, key));
    const path = { passkey_id };
    ok(await api.as(ada).deletePasskey({ path }));
    expect((await api.as(ada).deletePasskey({ path })).status).toBe(404);
    expect((await subjectsTo(ada))[0]).toBe('A passkey was removed from your account');
    expect((await api.as({ token }).getMfaStatus()).body.enabled).toBe(true);
    const refused = await api.anyone.authenticate({
      body: { grant_type: 'password', username: ada.email, password: ada.password },
    });
    expect(refused.body).toEqual({ status: 'ERROR', error: 'mfa_required', mfa_token: expect.any(String) });
  });

  test('are removed with the second factor by an administrator, who helps somebody who lost the device', async () => {
    const owner = await api.signUp();
    const ada = await memberOf(api, owner, 'member');
    const { key } = await addPasskey(api, ada);
    const path = { profile_id: ada.profile_id };
    ok(await api.as(owner).actOnOrganizationMember({ path, body: { action: 'reset_mfa' } }));
    expect(refusalOf(await signIn(api, key))).toEqual([401, 'passkey_refused']);
    expect((await subjectsTo(ada))[0]).toBe('Your passkeys were removed');
    expect(ok(await api.as(await again(ada)).getPasskeys())).toEqual([]);
  });

  test('stay after a new password, as the second factor does, with a mail of the change', async () => {
    const ada = await api.signUp();
    const { key } = await addPasskey(api, ada);
    const body = { old_password: ada.password, new_password: 'another horse, another staple' };
    ok(await api.as(ada).changePassword({ body }));
    expect((await signIn(api, key)).status).toBe(200);
  });
});
