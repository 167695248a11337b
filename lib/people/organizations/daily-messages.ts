import { epochSeconds } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { MESSAGES, messageCountAt } from '../../storage/message-counts.ts';
import { type At, readAt } from '../../storage/read.ts';
import { countInWindow } from '../users/attempts.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** An organization has sent as many messages as it may on one day (UTC). The message waits for the next one. */
export class DailyLimitReached extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('The organization has sent as many messages as it may in a day');
    this.seconds = seconds;
  }
}

/**
 * Counts a message that an organization has sent to somebody, before it goes out: who may make an organization sends from
 * the platform's own address. Throws DailyLimitReached.
 */
export const countMessage = async (organization_id: string): Promise<void> => {
  const limit = { limit: config.messagesPerDay(), windowSeconds: DAY_SECONDS };
  const seconds = await countInWindow(MESSAGES, organization_id, limit);
  if (seconds > 0) throw new DailyLimitReached(seconds);
};

/** Place of the count of messages that the organization has sent today. */
export const messagesTodayAt = (organization_id: string): At<{ count?: number }> =>
  messageCountAt(organization_id, Math.floor(epochSeconds() / DAY_SECONDS));

/** Ends the request with 429 where the organization may send no more today. `today`: what stands at `messagesTodayAt`. */
export const demandMessagesLeft = (today: { count?: number } | undefined): void => {
  if ((today?.count ?? 0) >= config.messagesPerDay())
    fail('messages_used_up', { seconds: DAY_SECONDS - (epochSeconds() % DAY_SECONDS) });
};

/** The same, read here. One read. */
export const demandMessagesLeftFor = async (organization_id: string): Promise<void> =>
  demandMessagesLeft(await readAt(messagesTodayAt(organization_id)));
