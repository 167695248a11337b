import { chooseLanguage, directionOf, type Language } from '../base/languages.ts';
import { CERTIFICATE_TEXTS, type TextName } from './certificate-texts/index.ts';
import { isolate } from './isolate.ts';

/** Texts and times of a certificate in one language. */
export interface Spoken {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** A text with what stands in braces filled in, each value isolated from the sentence's direction. */
  say: (name: TextName, values?: Record<string, string | number>) => string;
  /** The name of an event in words; empty for one that has none. */
  eventName: (event: string) => string;
  /** A point in time, in UTC and in the Gregorian calendar, with digits that everybody reads; a dash if there is none. */
  moment: (iso: string | null) => string;
}

/** Begins a line at the right, also where its first letter is a Latin one (Unicode Standard Annex 9). */
const RIGHT_TO_LEFT_MARK = '\u200f';

/** Texts for a locale: `de-AT` gets German with dates as Austrians write them. */
export const spokenIn = (locale: string): Spoken => {
  const language = chooseLanguage(locale);
  const direction = directionOf(language);
  const texts = CERTIFICATE_TEXTS[language];
  const before = direction === 'rtl' ? RIGHT_TO_LEFT_MARK : '';
  const times = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    // The month as a word: in numbers it is taken for the day.
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
  });
  return {
    language,
    direction,
    say: (name, values = {}) => {
      const filled = texts[name].replace(/\{(\w+)\}/g, (all, value: string) => {
        const given = values[value] ?? all;
        return given === '' ? '' : isolate(String(given));
      });
      return before + filled.trim();
    },
    eventName: (event) => (Object.hasOwn(texts, event) ? before + texts[event as TextName] : ''),
    moment: (iso) => (iso ? `${before}${times.format(new Date(iso))} UTC` : '–'),
  };
};
