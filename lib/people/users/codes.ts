import { randomInt } from 'node:crypto';
import { epochSeconds, HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import { change } from '../../storage/change.ts';
import { countGuessAt, mailedCodesAt, mailedCodesWrites } from '../../storage/mailed-codes.ts';
import { readAt } from '../../storage/read.ts';
import type { CodeItem, Guesses, MailedCode, Standing } from '../../storage/records/mailed-codes.ts';
import { single } from '../../storage/single.ts';

/** What a mailed code is good for. */
export type CodePurpose = 'verify_email' | 'reset_password';

const NO_GUESSES: Guesses = { device: 0, network: 0, stranger: 0 };

const digits = (count: number) => (): string => String(randomInt(10 ** count)).padStart(count, '0');

interface CodeKind {
  make: () => string;
  /** Guesses at one typed code, for each kind of visitor. The link goes on working: nobody can guess that. */
  guesses: number;
  typedLife: number;
  linkLife: number;
}

/** Existing clients take six digits for a verification code, and nothing else. */
const KINDS: Record<CodePurpose, CodeKind> = {
  verify_email: { make: digits(6), guesses: 5, typedLife: HOUR, linkLife: 72 * HOUR },
  reset_password: { make: digits(8), guesses: 10, typedLife: HOUR, linkLife: HOUR },
};

/**
 * Mails can overtake each other or be sent twice: the codes of the latest few all work, until one is used. More than the
 * mails of an hour (`asked-mails.ts`), and than the tries of a queue, of which each makes a code of its own.
 */
const KEPT = 16;

/** Makes what a mail carries and stores hashes of it: `code` to type, `secret` for the link. Only now are they seen. */
export const mintCode = async (purpose: CodePurpose, user_id: string): Promise<{ code: string; secret: string }> => {
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
 * The codes of which the one given is one that was mailed and still works; undefined where it isn't. A typed code counts
 * as a guess before it is looked at, for every code that was mailed by then. One call, whether or not there is such a user.
 */
export const tryCode = async (
  purpose: CodePurpose,
  user_id: string,
  given: string,
  standing: Standing,
): Promise<CodeItem | undefined> => {
  const place = mailedCodesAt(purpose, user_id);
  if (!isTyped(given)) {
    const item = await readAt(place);
    return item?.codes.some(({ link_until, link_hash }) => isLive(link_until) && isHashOf(link_hash, given))
      ? item
      : undefined;
  }
  const item = await countGuessAt(place, standing);
  if (!item) return undefined;
  const made = guessesOf(item)[standing];
  const works = ({ typed_until, typed_hash, made_at }: MailedCode): boolean =>
    isLive(typed_until) && made - made_at[standing] <= KINDS[purpose].guesses && isHashOf(typed_hash, given);
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
