import { countBelow } from './attempts.ts';
import { attemptsKey, MESSAGE_COUNT_PARTS, somePart } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import type { Attempts } from './records/attempts.ts';

/** The kind of attempts by which messages are counted. */
export const MESSAGES = 'messages';

const partAt = (organization_id: string, window: number, part: number): At<Attempts> =>
  at(attemptsKey(MESSAGES, `${organization_id}#${window}${part === 0 ? '' : `#${part}`}`));

const PARTS = Array.from({ length: MESSAGE_COUNT_PARTS }, (_, part) => part);

/** Places of an organization's count of messages in one window, whose sum it is; `window`: its number since 1970. */
export const messageCountAt = (organization_id: string, window: number): At<Attempts>[] =>
  PARTS.map((part) => partAt(organization_id, window, part));

/** The share of a part: all shares together are the limit. */
const shareOf = (limit: number, part: number): number => Math.floor((limit + part) / MESSAGE_COUNT_PARTS);

/** Counts one more message below `limit`, in any part that has room; false if none has. `ttl` in seconds since 1970. */
export const countMessageBelow = async (
  organization_id: string,
  { window, limit, ttl }: { window: number; limit: number; ttl: number },
): Promise<boolean> => {
  const first = somePart(MESSAGE_COUNT_PARTS);
  for (const part of [...PARTS.slice(first), ...PARTS.slice(0, first)]) {
    const share = shareOf(limit, part);
    if (share > 0 && (await countBelow(partAt(organization_id, window, part), share, ttl))) return true;
  }
  return false;
};
