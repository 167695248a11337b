import { say, w } from '../words/index.ts';
import type { OwnText } from './answers.ts';

export type EventName = OwnText['event_name'];

/** A message that has, or can have, a text of the organization's own. */
export interface Message {
  event_name: EventName;
  type: OwnText['type'];
}

/** The event's name as a part of a word's name: only events with texts are asked for. */
export const wordOf = (event_name: EventName) => event_name.replace(':', '_') as 'recipient_invited';

/** A message in words. */
export const nameOf = ({ event_name, type }: Message): string =>
  say(w.textNamed, { event: { trusted: w[`text_${wordOf(event_name)}`] }, channel: { trusted: w[`channel_${type}`] } });
