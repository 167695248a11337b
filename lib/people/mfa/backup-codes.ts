import { randomInt } from 'node:crypto';
import { hashSecret } from '../../base/ids.ts';

/** Codes in a set. */
const COUNT = 10;
/** No letters and digits that look alike. Eight of them are 39 bits; attempts are counted. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Makes a set of backup codes (`xxxx-xxxx`), to be shown once, and their hashes. */
export const newBackupCodes = (user_id: string): { codes: string[]; hashes: string[] } => {
  const codes = Array.from({ length: COUNT }, () => `${letters(4)}-${letters(4)}`);
  return { codes, hashes: codes.map((code) => backupCodeHash(user_id, code)) };
};

/** Hash of a code, regardless of its spelling. The same code of two users has different hashes. */
export const backupCodeHash = (user_id: string, code: string): string =>
  hashSecret(`${user_id}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

const letters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
