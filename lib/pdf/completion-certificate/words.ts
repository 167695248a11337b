import { keptOr } from '../../base/kept.ts';
import { chooseLanguage, directionOf, type Language } from '../../base/languages.ts';
import { isolate } from '../isolate.ts';
import { CERTIFICATE_TEXTS, type TextName } from './texts/index.ts';

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
  /** The same in a time zone, with its distance from UTC; null where there is no time, or nobody knows the zone. */
  localMoment: (iso: string | null, zone: string | null) => string | null;
}

/** Begins a line at the right, also where its first letter is a Latin one (Unicode Standard Annex 9). */
const RIGHT_TO_LEFT_MARK = '\u200f';

interface ZoneFormat {
  times: Intl.DateTimeFormat;
  offsets: Intl.DateTimeFormat;
}

const offsetsIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });

/** The distance from UTC, in the form of ISO 8601: `UTC+01:00`. */
const offsetOf = (offsets: Intl.DateTimeFormat, time: Date): string => {
  const { value = '' } = offsets.formatToParts(time).find(({ type }) => type === 'timeZoneName') ?? {};
  return value === 'GMT' ? 'UTC+00:00' : value.replace('GMT', 'UTC');
};

/** Texts for a locale: `de-AT` gets German with dates as Austrians write them. */
export const spokenIn = (locale: string): Spoken => {
  const language = chooseLanguage(locale);
  const direction = directionOf(language);
  const texts = CERTIFICATE_TEXTS[language];
  const before = direction === 'rtl' ? RIGHT_TO_LEFT_MARK : '';
  const formatIn = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      // The month as a word: in numbers it is taken for the day.
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
    });
  const times = formatIn('UTC');
  /** Formats by zone: making one takes longer than using it. Null for a zone that this runtime doesn't know. */
  const formats = new Map<string, ZoneFormat | null>();
  const madeFor = (zone: string): ZoneFormat | null => {
    try {
      return { times: formatIn(zone), offsets: offsetsIn(zone) };
    } catch {
      return null;
    }
  };
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
    localMoment: (iso, zone) => {
      const format = iso && zone ? keptOr(formats, zone, () => madeFor(zone)) : null;
      if (!iso || !format) return null;
      const time = new Date(iso);
      return `${before}${format.times.format(time)} ${offsetOf(format.offsets, time)}`;
    },
  };
};
