import { execFile } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hashPassword, NewPassword, passwordMatches } from '../../lib/people/users/password.ts';

/** Runs `code` with the functions for passwords in a process of its own, where hashes have their real cost. */
const inProduct = async (code: string): Promise<string> => {
  const script = `import { hashPassword, passwordMatches } from './lib/people/users/password.ts'; ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim();
};

/** The argon2id hash of a password at the parameters that the platform promises. */
const expectedTag = (message: string, nonce: Buffer): string =>
  argon2Sync('argon2id', { message, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 })
    .toString('base64')
    .replace('=', '');

describe('a password', () => {
  test('is hashed with 19 MiB of memory and two passes, as its hash says', async () => {
    const hash = await inProduct("process.stdout.write(await hashPassword('correct horse battery staple'))");
    const [, , , parameters, salt = '', tag] = hash.split('$');
    expect(parameters).toBe('m=19456,t=2,p=1');
    expect(tag).toBe(expectedTag('correct horse battery staple', Buffer.from(salt, 'base64')));
  });

  test('is compared at the cost that its hash says', async () => {
    const salt = Buffer.from('sixteen bytes ok');
    const hash = `$argon2id$v=19$m=19456,t=2,p=1$${salt.toString('base64').replace(/=+/, '')}$${expectedTag('right one', salt)}`;
    const compare = (password: string) =>
      `process.stdout.write(String(await passwordMatches('${hash}', '${password}')))`;
    expect(await inProduct(`${compare('right one')}; ${compare('wrong one')}`)).toBe('truefalse');
  });

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
