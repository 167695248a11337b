import { attemptsKey } from './keys.ts';
import { type At, at } from './read.ts';

/** The kind of attempts by which messages are counted. */
export const MESSAGES = 'messages';

/** Place of an organization's count of messages in one window; `window`: its number since 1970. */
export const messageCountAt = (organization_id: string, window: number): At<{ count?: number }> =>
  at(attemptsKey(MESSAGES, `${organization_id}#${window}`));
