import { timestamp } from '../base/clock.ts';
import { isHashOf } from '../base/ids.ts';
import { change } from './change.ts';
import { getItem } from './client.ts';
import type { Key } from './key.ts';
import type { SentCode } from './records/sent-code.ts';
import { single } from './single.ts';
import { ABSENT } from './where.ts';

/**
 * Stores a code in `item`, beside the codes there before it; of them all the latest `kept` stay. One read and one write. A
 * message may be handed over twice: of codes that are made at the same time none takes another's place.
 */
export const addCode = <T extends Key & { codes: SentCode[]; ttl: number }>(
  item: Omit<T, 'codes'> & Key,
  added: SentCode,
  kept: number,
): Promise<void> =>
  change(
    async () => ({ known: await getItem<{ codes: SentCode[] }>(item) }),
    ({ known }) => {
      const codes = withCode(known?.codes ?? [], added, kept);
      return {
        writes: [{ put: { ...item, codes }, where: known ? { codes: known.codes } : ABSENT }],
        answer: undefined,
      };
    },
    { write: single },
  );

/** The latest `kept` of the codes that are `known` and the one that is `added`: a write that was taken for lost comes again. */
export const withCode = (known: readonly SentCode[], added: SentCode, kept: number): SentCode[] =>
  [...known.filter(({ hash }) => hash !== added.hash), added].slice(-kept);

/** True if `code` is one of those that were sent and has not expired. */
export const isAmong = (sent: readonly SentCode[] | undefined, code: string): boolean =>
  (sent ?? []).some(({ hash, expires_at }) => expires_at > timestamp() && isHashOf(hash, code));
