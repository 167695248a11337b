import { describe, expect, test } from 'vitest';
import { hashPassword, NewPassword, passwordMatches } from '../../lib/people/users/password.ts';

describe('a password', () => {
  test('is stored as an argon2id PHC string that doesn’t contain it', async () => {
    const hash = await hashPassword('correct horse battery staple');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashPassword('correct horse battery staple')).not.toBe(hash);
  });

  test('is accepted, and no other is', async () => {
    const hash = await hashPassword('pass word Ü');
    expect(await passwordMatches(hash, 'pass word Ü')).toBe(true);
    expect(await passwordMatches(hash, 'pass word U')).toBe(false);
    expect(await passwordMatches(hash, '')).toBe(false);
  });

  test('is the same in every Unicode composition of its characters', async () => {
    expect(await passwordMatches(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });

  test('is never right without a hash, or with a broken one', async () => {
    for (const hash of [undefined, null, '', '$argon2id$', 'plain']) {
      expect(await passwordMatches(hash, 'plain')).toBe(false);
    }
  });

  test('needs 8 to 200 characters', () => {
    expect(NewPassword.safeParse('1234567').success).toBe(false);
    expect(NewPassword.safeParse('12345678').success).toBe(true);
    expect(NewPassword.safeParse('x'.repeat(201)).success).toBe(false);
  });
});
