import { randomInt } from 'node:crypto';
import { hashSecret } from '../../base/ids.ts';

/** How many codes a set has. */
const COUNT = 10;
/** Without letters and digits that look alike. Eight of them are 39 bits; attempts are counted. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** A new set of backup codes (`xxxx-xxxx`), to be shown once, and the hashes to keep. */
export const newBackupCodes = (user_id: string): { codes: string[]; hashes: string[] } => {
  const codes = Array.from({ length: COUNT }, () => `${letters(4)}-${letters(4)}`);
  return { codes, hashes: codes.map((code) => backupCodeHash(user_id, code)) };
};

/** What is stored of a code, however it was typed: no two users' codes have the same hash. */
export const backupCodeHash = (user_id: string, code: string): string =>
  hashSecret(`${user_id}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

const letters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
