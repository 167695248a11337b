import { epochSeconds } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { type At, readTogether } from '../../storage/engine/read.ts';
import { countMessageBelow, MESSAGES, messageCountAt } from '../../storage/message-counts.ts';
import type { Attempts } from '../../storage/records/attempts.ts';
import { noteLimit } from '../attempts/noted-limits.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** An organization has sent its daily limit of messages (UTC). The message waits for the next day. */
export class DailyLimitReached extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('The organization has sent as many messages as it may in a day');
    this.seconds = seconds;
  }
}

/**
 * Counts a message of an organization before it is sent, because anybody who can create an organization sends from the
 * platform's address. Throws `DailyLimitReached`.
 */
export const countMessage = async (organization_id: string): Promise<void> => {
  const window = today();
  const ttl = (window + 1) * DAY_SECONDS + 60;
  if (await countMessageBelow(organization_id, { window, limit: config.messagesPerDay(), ttl })) return;
  throw new DailyLimitReached(untilTomorrow());
};

/** Places of the organization's count of today's messages. */
export const messagesTodayAt = (organization_id: string): At<Pick<Attempts, 'count'>>[] =>
  messageCountAt(organization_id, today());

const today = (): number => Math.floor(epochSeconds() / DAY_SECONDS);

const untilTomorrow = (): number => DAY_SECONDS - (epochSeconds() % DAY_SECONDS);

/** Throws `messages_used_up` if the organization may send no more today. `counts`: the records at `messagesTodayAt`. */
export const demandDailyMessagesLeft = (counts: readonly (Pick<Attempts, 'count'> | undefined)[]): void => {
  const limit = config.messagesPerDay();
  const sent = counts.reduce((sum, one) => sum + (one?.count ?? 0), 0);
  const left = Math.max(0, limit - sent);
  const seconds = untilTomorrow();
  noteLimit({ name: MESSAGES, limit, windowSeconds: DAY_SECONDS, left, resetSeconds: seconds });
  if (left === 0) fail('messages_used_up', { seconds });
};

/** Number of messages that the organization has sent today (UTC), the limit, and the seconds until tomorrow. */
export const messagesOfToday = async (
  organization_id: string,
): Promise<{ day: number; sent: number; limit: number; seconds: number }> => {
  const counts = await readTogether(messagesTodayAt(organization_id));
  const sent = counts.reduce((sum, one) => sum + (one?.count ?? 0), 0);
  return { day: today(), sent, limit: config.messagesPerDay(), seconds: untilTomorrow() };
};

/** The same with its own read. */
export const demandDailyMessagesLeftFor = async (organization_id: string): Promise<void> =>
  demandDailyMessagesLeft(await readTogether(messagesTodayAt(organization_id)));
