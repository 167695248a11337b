import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { issueUserCode, tryCode } from '../../lib/people/users/codes.ts';
import { startTable } from '../storage/engine.ts';

let table: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const works = async (user_id: string, given: string, origin: 'device' | 'network' | 'stranger' = 'stranger') =>
  (await tryCode('reset_password', user_id, given, origin)) !== undefined;
/** Eight digits that are none of the codes. */
const wrong = (...codes: string[]) => ['00000000', '11111111'].find((one) => !codes.includes(one)) ?? '22222222';

describe('mailed codes', () => {
  test('that are made at the same time, for a message that was delivered twice, all work, typed and by link', async () => {
    const user_id = newId();
    const made = await Promise.all([1, 2, 3].map(() => issueUserCode('reset_password', user_id)));
    for (const { code, secret } of made) {
      expect(await works(user_id, code)).toBe(true);
      expect(await works(user_id, secret)).toBe(true);
    }
  });

  test('work for the latest sixteen mails', async () => {
    const user_id = newId();
    const made = [];
    for (let count = 0; count < 18; count++) made.push(await issueUserCode('reset_password', user_id));
    const links = await Promise.all(made.map(({ secret }) => works(user_id, secret)));
    expect(links).toEqual([false, false, ...Array(16).fill(true)]);
  });

  test('are used up by ten wrong guesses, even at the same moment; their links are not', async () => {
    const user_id = newId();
    const { code, secret } = await issueUserCode('reset_password', user_id);
    await Promise.all(Array.from({ length: 10 }, () => works(user_id, wrong(code))));
    expect(await works(user_id, code)).toBe(false);
    expect(await works(user_id, secret)).toBe(true);
  });

  test('are not used up for the owner by the guesses of strangers', async () => {
    const user_id = newId();
    const { code } = await issueUserCode('reset_password', user_id);
    for (let guess = 0; guess < 30; guess++) await works(user_id, wrong(code), 'stranger');
    expect(await works(user_id, code, 'stranger')).toBe(false);
    expect(await works(user_id, code, 'network')).toBe(true);
    expect(await works(user_id, code, 'device')).toBe(true);
  });

  test('are not affected by earlier guesses', async () => {
    const user_id = newId();
    const first = await issueUserCode('reset_password', user_id);
    for (let guess = 0; guess < 30; guess++) await works(user_id, wrong(first.code));
    const { code } = await issueUserCode('reset_password', user_id);
    expect(await works(user_id, code)).toBe(true);
  });

  test('are none for a user without codes', async () => {
    expect(await works(newId(), '12345678')).toBe(false);
  });
});
