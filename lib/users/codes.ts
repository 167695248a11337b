import { randomInt } from 'node:crypto';
import { epochSeconds, HOUR, timestamp, timestampIn } from '../clock.ts';
import { hashSecret, newSecret } from '../ids.ts';
import { isHashOf } from '../sessions/refresh-token.ts';
import { getItem, type Key, putItem, type Write } from '../table/client.ts';
import { codeKey } from '../table/keys.ts';
import { untilWritten } from '../table/retry.ts';

/** What a mailed code is good for. */
export type CodePurpose = 'verify_email' | 'reset_password';

/** The latest codes that were mailed for one purpose, as hashes. */
export interface CodeItem extends Key {
  codes: { hash: string; expires_at: string }[];
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
  const minted = { hash: hashSecret(code), expires_at: timestampIn(life) };
  await untilWritten(() => addCode(codeKey(purpose, user_id), minted, epochSeconds() + life / 1000));
  return code;
};

/** A message may be handed over twice: of codes that are made at the same time none may take another's place. */
const addCode = async (key: Key, minted: CodeItem['codes'][number], ttl: number): Promise<void> => {
  const known = await getItem<CodeItem>(key);
  // What was written, and taken for lost, comes here again.
  if (known?.codes.some(({ hash }) => hash === minted.hash)) return;
  const item: CodeItem = { ...key, codes: [...(known?.codes ?? []), minted].slice(-KEPT), ttl };
  if (known) await putItem(item, 'codes = :known', { ':known': known.codes });
  else await putItem(item, 'attribute_not_exists(pk)');
};

/** Whether `code` is one of those that were mailed and has not expired. `item` is what stands at `codeKey`. */
export const isMailedCode = (item: CodeItem | undefined, code: string): item is CodeItem =>
  (item?.codes ?? []).some(({ hash, expires_at }) => expires_at > timestamp() && isHashOf(hash, code));

/** The write that uses the codes up; in its transaction, of two uses at once only one succeeds. */
export const useCode = ({ pk, sk }: CodeItem): Write => ({
  remove: { pk, sk },
  condition: 'attribute_exists(pk)',
});
