import { randomInt } from 'node:crypto';
import { epochSeconds, HOUR, timestampIn } from '../clock.ts';
import { hashSecret, newSecret } from '../ids.ts';
import { addCode, isAmong, type SentCode } from '../sent-codes.ts';
import type { Key, Write } from '../table/client.ts';
import { codeKey } from '../table/keys.ts';

/** What a mailed code is good for. */
export type CodePurpose = 'verify_email' | 'reset_password';

/** The latest codes that were mailed for one purpose, as hashes. */
export interface CodeItem extends Key {
  codes: SentCode[];
  ttl: number;
}

/**
 * A verification code is a secret of 256 bits: it comes through a link, and nobody can guess it. A reset code has eight
 * digits, which a person can type; attempts at it are counted.
 */
const KINDS: Record<CodePurpose, { make: () => string; life: number }> = {
  verify_email: { make: newSecret, life: 72 * HOUR },
  reset_password: { make: () => String(randomInt(100_000_000)).padStart(8, '0'), life: HOUR },
};

/**
 * Mails can overtake each other or be sent twice: the codes of the latest few all work, until one is used. A queue tries a
 * message five times, each with a code of its own, and the first may be the one that arrived; one more is of the mail before.
 */
const KEPT = 6;

/** Makes a code, stores its hash beside those of the codes before it, and answers it: the only time it is seen. */
export const mintCode = async (purpose: CodePurpose, user_id: string): Promise<string> => {
  const { make, life } = KINDS[purpose];
  const code = make();
  const item = { ...codeKey(purpose, user_id), ttl: epochSeconds() + life / 1000 };
  await addCode(item, { hash: hashSecret(code), expires_at: timestampIn(life) }, KEPT);
  return code;
};

/** Whether `code` is one of those that were mailed and has not expired. `item` is what stands at `codeKey`. */
export const isMailedCode = (item: CodeItem | undefined, code: string): item is CodeItem => isAmong(item?.codes, code);

/** The write that uses the codes up; in its transaction, of two uses at once only one succeeds. */
export const useCode = ({ pk, sk }: CodeItem): Write => ({
  remove: { pk, sk },
  condition: 'attribute_exists(pk)',
});
