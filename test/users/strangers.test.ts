import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochSeconds } from '../../lib/base/clock.ts';
import { NETWORK_LIMIT } from '../../lib/people/attempts/limits.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { attemptsKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { fromAddress } from '../from-address.ts';
import { enrolled } from '../mfa/second-factor.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const TOKEN = '/v2/oauth2/token';
const grant = ({ email: username }: { email: string }, password: string) => ({
  grant_type: 'password',
  username,
  password,
});
const times = async (count: number, run: () => Promise<unknown>) => {
  for (let done = 0; done < count; done++) await run();
};
/**
 * Wrong passwords until there is a lock for a quarter of an hour: the later ones must wait before they are let through.
 */
const attack = (person: { email: string }, headers = {}) =>
  times(10, async () => {
    await stranger()(TOKEN, grant(person, 'wrong password'), headers);
    await api.advance('PT20S');
  });
/** A stranger, from an address that the account never signed in from. */
const stranger = () => fromAddress(api, '127.0.0.2');

describe("a stranger's wrong passwords", () => {
  test('lock strangers out, but neither the device nor the network from which the owner has signed in', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const home = fromAddress(api, '127.0.0.3');
    const signedIn = await home(TOKEN, grant(ada, ada.password));
    const device = signedIn.headers['x-device-token'] ?? '';
    await attack(ada);
    expect((await stranger()(TOKEN, grant(ada, ada.password))).status).toBe(429);
    // Without cookie and header, as existing clients come: from a network of hers.
    expect((await home(TOKEN, grant(ada, ada.password))).status).toBe(200);
    // On her device, wherever it is: with the header, or with the cookie.
    const away = fromAddress(api, '127.0.0.4');
    expect((await away(TOKEN, grant(ada, ada.password))).status).toBe(429);
    expect((await away(TOKEN, grant(ada, ada.password), { 'x-device-token': device })).status).toBe(200);
    const train = fromAddress(api, '127.0.0.5');
    const [cookie = ''] = (signedIn.headers['set-cookie'] ?? '').split(';');
    expect((await train(TOKEN, grant(ada, ada.password), { cookie: `theme=dark; ${cookie}` })).status).toBe(200);
  });

  test('count for a known device too, and lock only that device', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const device = (await fromAddress(api, '127.0.0.3')(TOKEN, grant(ada, ada.password))).headers['x-device-token'];
    const thief = (password: string) => stranger()(TOKEN, grant(ada, password), { 'x-device-token': device ?? '' });
    await attack(ada, { 'x-device-token': device ?? '' });
    expect((await thief(ada.password)).status).toBe(429);
    expect((await fromAddress(api, '127.0.0.3')(TOKEN, grant(ada, ada.password))).status).toBe(200);
    expect((await stranger()(TOKEN, grant(ada, ada.password))).status).toBe(200);
  });

  test('are not counted separately without a valid device token of this account and password', async () => {
    await using _clock = await api.freezeClock();
    const [ada, eve] = [await api.signUp(), await api.signUp()];
    const tokenOf = async (person: Person) =>
      (await fromAddress(api, '127.0.0.3')(TOKEN, grant(person, person.password))).headers['x-device-token'] ?? '';
    const old = await tokenOf(ada);
    const changed = await api
      .as(ada)
      .changePassword({ body: { old_password: ada.password, new_password: 'another password' } });
    const [body = '', mac = ''] = old.split('.');
    const bad = [await tokenOf(eve), old, `${body}.${mac.slice(1)}A`, 'x', ''];
    await attack(ada);
    for (const token of bad) {
      const answer = await stranger()(TOKEN, grant(ada, 'another password'), { 'x-device-token': token });
      expect(answer.status).toBe(429);
    }
    const token = changed.headers.get('x-device-token') ?? '';
    const answer = await stranger()(TOKEN, grant(ada, 'another password'), { 'x-device-token': token });
    expect(answer.status).toBe(200);
  });

  test("never block the link in the owner’s mailbox, which lifts every lock and makes the owner's device known", async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const away = fromAddress(api, '127.0.0.6');
    const guessCodes = () =>
      times(16, () =>
        stranger()('/v2/users/reset-password', { email: ada.email, code: '12345678', new_password: 'their password' }),
      );
    await attack(ada);
    await guessCodes();
    await times(16, () => stranger()('/v2/users/reset-password', { email: ada.email }));
    expect((await away('/v2/users/reset-password', { email: ada.email })).status).toBe(200);
    await api.settle();
    const [mail] = await api.messages(ada.email);
    await guessCodes();
    const link = new URLSearchParams(new URL(mail?.links[0] ?? '').hash.slice(1));
    const reset = await away('/v2/users/reset-password', {
      email: ada.email,
      code: link.get('code'),
      new_password: 'my new password',
    });
    expect(reset.status).toBe(200);
    expect((await stranger()(TOKEN, grant(ada, 'wrong password'))).status).toBe(401);
    await attack(ada);
    expect((await away(TOKEN, grant(ada, 'my new password'))).status).toBe(200);
    const device = { 'x-device-token': reset.headers['x-device-token'] ?? '' };
    expect((await fromAddress(api, '127.0.0.7')(TOKEN, grant(ada, 'my new password'), device)).status).toBe(200);
  });

  test('at many accounts are limited for their network', async () => {
    await using _clock = await api.freezeClock();
    const eve = fromAddress(api, '127.0.0.8');
    const guess = (from: typeof eve) =>
      from(TOKEN, grant({ email: `x-${Math.random()}@example.com` }, 'wrong password'));
    expect((await guess(eve)).status).toBe(401);
    const { limit, windowSeconds } = NETWORK_LIMIT;
    const window = Math.floor(epochSeconds() / windowSeconds);
    await putRecord({ ...attemptsKey('password-network', `127.0.0.8#${window}`), count: limit - 1 });
    expect((await guess(eve)).status).toBe(401);
    const refused = await guess(eve);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(fromAddress(api, '127.0.0.9'))).status).toBe(401);
    await api.advance('PT16M');
    expect((await guess(eve)).status).toBe(401);
  });
});

test("a stranger who knows the password does not lock the owner's own device out of the second factor", async () => {
  await using _clock = await api.freezeClock();
  const ada = await enrolled(api);
  const challenge = async (from: ReturnType<typeof stranger>) =>
    (await from(TOKEN, grant(ada, ada.password))).body.mfa_token as string;
  const otp = (mfa_token: string, code: string) => ({
    grant_type: 'urn:verdocs:params:oauth:grant-type:mfa-otp',
    mfa_token,
    otp: code,
  });
  const home = fromAddress(api, '127.0.0.1');
  const theirs = await challenge(stranger());
  await times(10, async () => {
    await stranger()(TOKEN, otp(theirs, 'no code'));
    await api.advance('PT20S');
  });
  expect((await stranger()(TOKEN, otp(await challenge(stranger()), 'no code'))).status).toBe(429);
  expect((await home(TOKEN, otp(await challenge(home), ada.code()))).status).toBe(200);
});

/** Hashes of passwords that `run` computes: each is one job of Node's. */
const hashesIn = async (run: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (/argon2/i.test(type)) count += 1;
    },
  }).enable();
  await run();
  hook.disable();
  return count;
};

describe('signing in costs the same work for an address with an account and for one without', () => {
  const work = async (operation: string, run: () => Promise<{ status: number }>) => {
    let status = 0;
    const hashes = await hashesIn(async () => {
      status = (await run()).status;
    });
    const calls = callsOf(operation).map(({ service, command, parts }) => [service, command, ...parts].join(' '));
    return { status, hashes, calls };
  };
  let known: string;
  beforeAll(async () => {
    known = (await api.signUp()).email;
  });
  const names = { first_name: 'A', last_name: 'B' };

  test.each<[string, string, (email: string) => Promise<{ status: number }>, number]>([
    [
      'signing in',
      'authenticate',
      (email) => fromAddress(api, '127.0.0.20')(TOKEN, grant({ email }, 'wrong password')),
      2,
    ],
    [
      'signing in from the same network',
      'authenticate',
      (email) => fromAddress(api, '127.0.0.1')(TOKEN, grant({ email }, 'wrong password')),
      2,
    ],
    ['asking for a reset', 'resetPassword', (email) => api.anyone.resetPassword({ body: { email } }), 0],
    [
      'guessing a code of a reset',
      'resetPassword',
      (email) => api.anyone.resetPassword({ body: { email, code: '12345678', new_password: 'a new password' } }),
      1,
    ],
    [
      'guessing a link of a reset',
      'resetPassword',
      (email) => api.anyone.resetPassword({ body: { email, code: 'x'.repeat(43), new_password: 'a new password' } }),
      1,
    ],
    [
      'having a verification mailed',
      'resendVerification',
      (email) => api.anyone.resendVerification({ body: { email } }),
      0,
    ],
    [
      'guessing a verification code',
      'verifyEmail',
      (email) => api.anyone.verifyEmail({ body: { email, token: '123456' } }),
      0,
    ],
    [
      'signing up',
      'createProfile',
      (email) => api.anyone.createProfile({ body: { email, password: 'some password', org_name: 'C', ...names } }),
      1,
    ],
    [
      'accepting an invitation that is none',
      'acceptOrganizationInvitation',
      (email) =>
        api.anyone.acceptOrganizationInvitation({
          body: {
            email,
            token: `${'0'.repeat(8)}-0000-0000-0000-000000000000.${'x'.repeat(43)}`,
            password: 'some password',
            ...names,
          },
        }),
      0,
    ],
  ])('%s', async (_what, operation, run, hashes) => {
    const one = await work(operation, () => run(known));
    const other = await work(operation, () => run(`unknown-${known}`));
    expect(one).toEqual(other);
    expect(one.hashes).toBe(hashes);
    expect(one.calls.length).toBeGreaterThan(0);
  });

  test('keeping a contact, inviting', async () => {
    const ada = await api.signUp();
    for (const operation of ['createOrganizationContact', 'createOrganizationInvitation'] as const) {
      const run = (email: string) => () => api.as(ada)[operation]({ body: { email, role: 'member', ...names } });
      const one = await work(operation, run(known));
      expect(one).toEqual(await work(operation, run(`unknown-${known}`)));
      expect(one.status).toBe(200);
    }
  });
});
