import { verify } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TOKEN_FLAGS } from '../../infra/local/hsm/cryptoki.ts';
import { openHsmKey } from '../../infra/local/hsm/hsm-key.ts';
import { keyBehind, serveKey } from '../../infra/local/hsm/key-port.ts';
import { toDer } from '../../lib/aws/keys/ecdsa.ts';
import { DIGEST, FakeHsm, MESSAGE, PIN } from './fake-hsm.ts';

const URI = { modulePath: '/lib/hsm.so', token: 'Seal', object: 'seal' };
const open = (hsm: FakeHsm, pin: () => string | undefined = () => PIN) =>
  openHsmKey(URI, pin, async () => hsm.module());
const signed = async (hsm: FakeHsm, key = open(hsm)): Promise<boolean> =>
  verify('sha256', MESSAGE, hsm.key.publicKey, toDer(await key.signDigest(DIGEST, 'ES256')));
const count = (hsm: FakeHsm, name: string): number => hsm.calls.filter((call) => call === name).length;

describe('a key in an HSM', () => {
  test.each(['P-256', 'P-384'])('signs on %s, and its public key is read from the token', async (curve) => {
    const hsm = new FakeHsm(curve);
    const key = open(hsm);
    expect(await signed(hsm, key)).toBe(true);
    expect((await key.publicKey()).equals(hsm.key.publicKey)).toBe(true);
    expect(count(hsm, 'C_OpenSession')).toBe(1);
  });

  test('signs one after the other in one session for callers at once, and logs in once', async () => {
    const hsm = new FakeHsm();
    const key = open(hsm);
    expect(await Promise.all(Array.from({ length: 20 }, () => signed(hsm, key)))).not.toContain(false);
    expect(hsm.mostAtOnce).toBe(1);
    expect(hsm.pins).toEqual([`1 ${PIN}`]);
  });

  test('signs in a new session once the HSM has restarted, for all who wait', async () => {
    const hsm = new FakeHsm();
    const key = open(hsm);
    await signed(hsm, key);
    hsm.restart();
    expect(await Promise.all([signed(hsm, key), signed(hsm, key), signed(hsm, key)])).toEqual([true, true, true]);
    expect(count(hsm, 'C_OpenSession')).toBe(2);
  });

  test('opens one new session only where the HSM goes on failing, and another for the next signature', async () => {
    const hsm = new FakeHsm();
    const key = open(hsm);
    await signed(hsm, key);
    hsm.faults.set('C_Sign', [0x32, 0x32]);
    await expect(signed(hsm, key)).rejects.toThrow("C_Sign of the HSM's module answered CKR_DEVICE_REMOVED");
    expect(count(hsm, 'C_OpenSession')).toBe(2);
    expect(await signed(hsm, key)).toBe(true);
  });

  test('is not tried again where the fault lies with the key', async () => {
    const hsm = new FakeHsm();
    const key = open(hsm);
    await signed(hsm, key);
    hsm.faults.set('C_SignInit', [0x68]);
    await expect(signed(hsm, key)).rejects.toThrow('CKR_KEY_FUNCTION_NOT_PERMITTED');
    expect(count(hsm, 'C_OpenSession')).toBe(1);
  });

  test('takes a module that others have initialized, and a token that others have logged in to', async () => {
    const hsm = new FakeHsm();
    hsm.faults.set('C_Initialize', [0x191]).set('C_Login', [0x100]);
    expect(await signed(hsm)).toBe(true);
  });

  test('gives the PIN for each signature where the token asks for it, and none where it never asks', async () => {
    const asking = new FakeHsm();
    asking.asksAlways = true;
    const key = open(asking);
    await signed(asking, key);
    await signed(asking, key);
    expect(asking.pins).toEqual([`1 ${PIN}`, `2 ${PIN}`, `2 ${PIN}`]);

    const free = new FakeHsm();
    free.flags = 0;
    expect(
      await signed(
        free,
        open(free, () => undefined),
      ),
    ).toBe(true);
  });
});

describe('an HSM that hangs', () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    'C_Initialize',
    'C_GetTokenInfo',
    'C_OpenSession',
    'C_Login',
    'C_FindObjects',
    'C_Sign',
    'C_CloseSession',
  ])('in %s has half a minute, is asked for nothing more, and signs again once that call has ended', async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hsm = new FakeHsm();
    const key = open(hsm);
    const hang = Promise.withResolvers<void>();
    hsm.hangs.set(name, hang.promise);
    // It closes a session where a signature has failed.
    if (name === 'C_CloseSession') hsm.faults.set('C_Sign', [0x30]);
    const listeners = process.listenerCount('exit');
    const [first, second] = [signed(hsm, key), signed(hsm, key)].map((one) => one.catch(String));
    await expect.poll(() => hsm.calls.at(-1)).toBe(name);
    await vi.advanceTimersByTimeAsync(30_000);
    const said = [await first, await second, await key.signDigest(DIGEST, 'ES256').catch(String)];
    expect(said[0]).toMatch(name === 'C_CloseSession' ? /CKR_DEVICE_ERROR/ : /has not answered ".+" for 30 seconds/);
    for (const later of said.slice(1)) expect(later).toContain('The HSM still has not answered an earlier call');
    expect(hsm.calls.at(-1)).toBe(name);
    expect(hsm.running).toBe(1);
    // The process can end all the same.
    expect(process.listenerCount('exit')).toBe(listeners + 1);
    hang.resolve();
    hsm.hangs.clear();
    await expect.poll(() => process.listenerCount('exit')).toBe(listeners);
    expect(await signed(hsm, key)).toBe(true);
    expect(hsm.open).toBe(1);
    await key.close();
    expect(hsm.open).toBe(0);
  });
});

describe('a PIN', () => {
  test('that the token has refused is never tried again, until another is given', async () => {
    const hsm = new FakeHsm();
    let pin = '111111';
    const key = open(hsm, () => pin);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => signed(hsm, key)));
    expect(hsm.pins).toHaveLength(1);
    const said = tries.map((one) => (one.status === 'rejected' ? String(one.reason) : 'signed'));
    expect(said[0]).toBe(
      "HsmError: The HSM has refused the PIN: C_Login of the HSM's module answered CKR_PIN_INCORRECT",
    );
    expect(new Set(said.slice(1)).size).toBe(1);
    expect(said.join()).not.toContain(pin);
    pin = PIN;
    expect(await signed(hsm, key)).toBe(true);
  });

  test('is refused after a restart of the HSM as it is before, and tried once', async () => {
    const hsm = new FakeHsm();
    const key = open(hsm);
    await signed(hsm, key);
    hsm.restart();
    hsm.faults.set('C_Login', [0xa4]);
    await expect(signed(hsm, key)).rejects.toThrow('CKR_PIN_LOCKED');
    await expect(signed(hsm, key)).rejects.toThrow('not tried again');
    expect(count(hsm, 'C_Login')).toBe(2);
  });

  test.each([
    ['would be the last before the token locks', TOKEN_FLAGS.finalTry, 'One more wrong PIN'],
    ['is locked', TOKEN_FLAGS.pinLocked, 'locked'],
  ])('that %s is not tried', async (_name, flag, said) => {
    const hsm = new FakeHsm();
    hsm.flags = TOKEN_FLAGS.loginRequired | flag;
    await expect(signed(hsm)).rejects.toThrow(said);
    expect(hsm.pins).toEqual([]);
  });

  test('that is missing is said with the variable that gives it', async () => {
    const hsm = new FakeHsm();
    await expect(
      signed(
        hsm,
        open(hsm, () => undefined),
      ),
    ).rejects.toThrow('SEAL_PIN');
  });
});

describe('the token and the key are one', () => {
  test.each<[string, (hsm: FakeHsm) => void, string]>([
    ['no token of the label', (hsm) => Object.assign(hsm, { label: 'Other' }), 'no such token; its tokens: "Other"'],
    ['no token at all', (hsm) => Object.assign(hsm, { tokens: 0 }), 'its tokens: none'],
    ['two tokens', (hsm) => Object.assign(hsm, { tokens: 2 }), 'add serial or slot-id'],
    ['no key', (hsm) => Object.assign(hsm.objects, { private: 0 }), 'no private key of this label or id'],
    ['two keys', (hsm) => Object.assign(hsm.objects, { private: 2 }), 'add id'],
  ])('%s is an error that says what to do, and leaves no session open', async (_name, spoil, said) => {
    const hsm = new FakeHsm();
    spoil(hsm);
    await expect(signed(hsm)).rejects.toThrow(said);
    expect(count(hsm, 'C_CloseSession')).toBe(count(hsm, 'C_OpenSession'));
  });
});

test('threads sign by the one key, and hear why they can’t', async () => {
  const hsm = new FakeHsm();
  const { port1, port2 } = new MessageChannel();
  serveKey(port1, open(hsm));
  const key = keyBehind(port2, hsm.key.publicKey);
  const signs = async () =>
    verify('sha256', MESSAGE, await key.publicKey(), toDer(await key.signDigest(DIGEST, 'ES256')));
  expect(await Promise.all([signs(), signs(), signs()])).toEqual([true, true, true]);
  hsm.faults.set('C_Sign', [0x70]);
  await expect(signs()).rejects.toThrow('CKR_MECHANISM_INVALID');
  expect(hsm.pins).toHaveLength(1);
  port2.close();
});
