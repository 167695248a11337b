import { LANGUAGES } from '../../sending/languages.ts';
import { say, w } from '../words/index.ts';
import type { OwnText } from './answers.ts';

export type EventName = OwnText['event_name'];

/** A message that has, or can have, a text of the organization's own. */
export interface Message {
  event_name: EventName;
  type: OwnText['type'];
}

/** Language of the readers that a text is for; null is for all languages. */
export type TextLanguage = OwnText['locale'];

/** The language in its own words, or those for all languages. */
export const languageName = (language: TextLanguage): string =>
  LANGUAGES.find(([code]) => code === language)?.[1] ?? w.textForAll;

/** The own texts of a message, the one for all languages first. */
export const textsOf = (own: readonly OwnText[], { event_name, type }: Message): OwnText[] =>
  [null, ...LANGUAGES.map(([code]) => code)].flatMap(
    (language) =>
      own.find((one) => one.event_name === event_name && one.type === type && one.locale === language) ?? [],
  );

/** Place of a message's text for a language. */
export const placeOf = ({ event_name, type }: Message, language: TextLanguage): string =>
  `/organization/texts?${new URLSearchParams({ event: event_name, channel: type, ...(language && { language }) })}`;

/** The event's name as a part of a word's name: only events with texts are asked for. */
export const wordOf = (event_name: EventName) => event_name.replace(':', '_') as 'recipient_invited';

/** A message in words. */
export const nameOf = ({ event_name, type }: Message): string =>
  say(w.textNamed, { event: { trusted: w[`text_${wordOf(event_name)}`] }, channel: { trusted: w[`channel_${type}`] } });
