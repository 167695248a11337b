import { attemptsKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';

/** The kind of attempts by which messages are counted. */
export const MESSAGES = 'messages';

/** Place of an organization's count of messages in one window; `window`: its number since 1970. */
export const messageCountAt = (organization_id: string, window: number): At<{ count?: number }> =>
  at(attemptsKey(MESSAGES, `${organization_id}#${window}`));
