import { epochSeconds } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { type At, readAt } from '../../storage/engine/read.ts';
import { MESSAGES, messageCountAt } from '../../storage/message-counts.ts';
import { countInWindow } from '../attempts/attempts.ts';
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
  const limit = { limit: config.messagesPerDay(), windowSeconds: DAY_SECONDS };
  const seconds = await countInWindow(MESSAGES, organization_id, limit);
  if (seconds > 0) throw new DailyLimitReached(seconds);
};

/** Place of the organization's count of today's messages. */
export const messagesTodayAt = (organization_id: string): At<{ count?: number }> =>
  messageCountAt(organization_id, Math.floor(epochSeconds() / DAY_SECONDS));

/** Throws `messages_used_up` if the organization may send no more today. `today`: the record at `messagesTodayAt`. */
export const demandMessagesLeft = (today: { count?: number } | undefined): void => {
  const limit = config.messagesPerDay();
  const left = Math.max(0, limit - (today?.count ?? 0));
  const seconds = DAY_SECONDS - (epochSeconds() % DAY_SECONDS);
  noteLimit({ name: 'messages', limit, windowSeconds: DAY_SECONDS, left, resetSeconds: seconds });
  if (left === 0) fail('messages_used_up', { seconds });
};

/** The same with its own read. */
export const demandMessagesLeftFor = async (organization_id: string): Promise<void> =>
  demandMessagesLeft(await readAt(messagesTodayAt(organization_id)));
