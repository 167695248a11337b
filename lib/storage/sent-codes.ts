import { timestamp } from '../base/clock.ts';
import { isHashOf } from '../base/ids.ts';
import { change } from './engine/change.ts';
import { getItem } from './engine/client.ts';
import { single } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { ABSENT } from './engine/where.ts';
import type { SentCode } from './records/sent-code.ts';

/**
 * Stores a code in `item` beside earlier ones; the latest `kept` of all stay. One read and one write. A message may be
 * delivered twice: codes that are made at the same time don't replace each other.
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

/** The latest `kept` of the `known` codes and `added`. A retried write may add it a second time. */
export const withCode = (known: readonly SentCode[], added: SentCode, kept: number): SentCode[] =>
  [...known.filter(({ hash }) => hash !== added.hash), added].slice(-kept);

/** True if `code` was sent and has not expired. */
export const isAmong = (sent: readonly SentCode[] | undefined, code: string): boolean =>
  (sent ?? []).some(({ hash, expires_at }) => expires_at > timestamp() && isHashOf(hash, code));
