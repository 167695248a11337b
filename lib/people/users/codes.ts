import { randomInt } from 'node:crypto';
import { epochSeconds, HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { single } from '../../storage/engine/commit.ts';
import { readAt } from '../../storage/engine/read.ts';
import { countGuessAt, mailedCodesAt, mailedCodesWrites } from '../../storage/mailed-codes.ts';
import type { CodeItem, Guesses, MailedCode, VisitorKind } from '../../storage/records/mailed-codes.ts';

/** Purpose of a mailed code. */
export type CodePurpose = 'verify_email' | 'reset_password';

const NO_GUESSES: Guesses = { device: 0, network: 0, stranger: 0 };

const digits = (count: number) => (): string => String(randomInt(10 ** count)).padStart(count, '0');

interface CodeKind {
  make: () => string;
  /** Attempts at one typed code, for each kind of visitor. The link keeps working, because nobody can guess it. */
  guesses: number;
  typedLife: number;
  linkLife: number;
}

/** Existing clients accept only six digits as a verification code. */
const KINDS: Record<CodePurpose, CodeKind> = {
  verify_email: { make: digits(6), guesses: 5, typedLife: HOUR, linkLife: 72 * HOUR },
  reset_password: { make: digits(8), guesses: 10, typedLife: HOUR, linkLife: HOUR },
};

/**
 * Mails can arrive twice and out of order, so the latest codes all work until one is used. More than the mails of an
 * hour (`asked-mails.ts`), and more than the retries of a queue, each of which makes a code.
 */
const KEPT = 16;

/**
 * Makes the secrets of a mail and stores their hashes: `code` to type, `secret` for the link. They are returned this
 * once.
 */
export const issueUserCode = async (
  purpose: CodePurpose,
  user_id: string,
): Promise<{ code: string; secret: string }> => {
  const { make, typedLife, linkLife } = KINDS[purpose];
  const [code, secret] = [make(), newSecret()];
  const place = mailedCodesAt(purpose, user_id);
  await change(
    () => readAt(place),
    (known) => {
      const added: MailedCode = {
        typed_hash: hashSecret(code),
        typed_until: timestampIn(typedLife),
        link_hash: hashSecret(secret),
        link_until: timestampIn(linkLife),
        made_at: guessesOf(known),
      };
      const codes = [...(known?.codes ?? []).filter(({ link_until }) => isLive(link_until)), added].slice(-KEPT);
      const ttl = epochSeconds() + linkLife / 1000;
      return { writes: [mailedCodesWrites.replace(place, known, { codes, ttl })], answer: undefined };
    },
    { write: single },
  );
  return { code, secret };
};

/**
 * Finds the codes to which the given one belongs; undefined if it isn't valid. A typed code is counted as an attempt
 * for every code mailed so far, before it is checked. One call, even if there is no such user.
 */
export const tryCode = async (
  purpose: CodePurpose,
  user_id: string,
  given: string,
  visitor: VisitorKind,
): Promise<CodeItem | undefined> => {
  const place = mailedCodesAt(purpose, user_id);
  if (!isTyped(given)) {
    const item = await readAt(place);
    return item?.codes.some(({ link_until, link_hash }) => isLive(link_until) && isHashOf(link_hash, given))
      ? item
      : undefined;
  }
  const item = await countGuessAt(place, visitor);
  if (!item) return undefined;
  const made = guessesOf(item)[visitor];
  const works = ({ typed_until, typed_hash, made_at }: MailedCode): boolean =>
    isLive(typed_until) && made - made_at[visitor] <= KINDS[purpose].guesses && isHashOf(typed_hash, given);
  return item.codes.some(works) ? item : undefined;
};

/** A link's secret has 43 letters. */
const isTyped = (given: string): boolean => given.length <= 20;

const isLive = (until: string): boolean => until > timestamp();

const guessesOf = (item: Partial<Guesses> | undefined): Guesses => ({
  device: item?.device ?? NO_GUESSES.device,
  network: item?.network ?? NO_GUESSES.network,
  stranger: item?.stranger ?? NO_GUESSES.stranger,
});
