import { isolate } from '../../base/isolate.ts';
import { chooseLanguage, directionOf, type Language } from '../../base/languages.ts';
import { writtenTime, writtenTimeIn } from '../../base/written-time.ts';
import { CERTIFICATE_TEXTS, type TextName } from './texts/index.ts';

/** Texts and times of a certificate in one language. */
export interface Spoken {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** A text with what stands in braces filled in, each value isolated from the sentence's direction. */
  say: (name: TextName, values?: Record<string, string | number>) => string;
  /** The name of an event in words; empty for one that has none. */
  eventName: (event: string) => string;
  /**
   * A point in time, in UTC and in the Gregorian calendar, with digits that everybody reads; a dash if there is none.
   */
  moment: (iso: string | null) => string;
  /**
   * The same in a recipient's language and time zone, as the recipient's pages and stamps have it, with its distance
   * from UTC; null where there is no time, or nobody knows the zone.
   */
  localMoment: (iso: string | null, of: { locale: string; timezone: string | null }) => string | null;
}

/** Begins a line at the right, also where its first letter is a Latin one (Unicode Standard Annex 9). */
const RIGHT_TO_LEFT_MARK = '\u200f';

/** Texts for a locale: `de-AT` gets German with dates as Austrians write them. */
export const spokenIn = (locale: string): Spoken => {
  const language = chooseLanguage(locale);
  const direction = directionOf(language);
  const texts = CERTIFICATE_TEXTS[language];
  const before = direction === 'rtl' ? RIGHT_TO_LEFT_MARK : '';
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
    moment: (iso) => (iso ? before + writtenTime(iso, locale) : '–'),
    localMoment: (iso, { locale: own, timezone }) => {
      const local = iso && timezone ? writtenTimeIn(iso, own, timezone) : null;
      return local === null ? null : before + (chooseLanguage(own) === language ? local : isolate(local));
    },
  };
};
