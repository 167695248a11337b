import type { Quotes } from './party-text.ts';

/** Languages of pages, mails and certificates, English first: it stands in for all others. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in each of the languages. */
export type InEachLanguage<T> = Record<Language, T>;

/** The language that a locale (`de-AT`, `pt_BR`) is of; undefined where it is none of ours. */
const languageOf = (locale: string | null | undefined): Language | undefined => {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === code);
};

/** True for a locale of one of the languages, in the form of BCP 47 (RFC 5646). */
export const isSpoken = (locale: string): boolean =>
  languageOf(locale) !== undefined && isWellFormed(locale.replaceAll('_', '-'));

/** The first of these locales whose language is one of ours, as `Intl` takes it; else English. */
export const chooseLocale = (...locales: readonly (string | null | undefined)[]): string => {
  const chosen = locales.find((locale) => languageOf(locale) !== undefined)?.replaceAll('_', '-');
  return chosen && isWellFormed(chosen) ? chosen : (languageOf(chosen) ?? 'en');
};

/** The first of these locales' languages that is one of ours; else English. */
export const chooseLanguage = (...locales: readonly (string | null | undefined)[]): Language =>
  languageOf(chooseLocale(...locales)) ?? 'en';

const isWellFormed = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
};

/** Direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (languageOf(language) === 'ar' ? 'rtl' : 'ltr');

/** Quotation marks of each language, which stand around texts of parties in sentences of the platform. */
export const QUOTES: InEachLanguage<Quotes> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  en: ['“', '”'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  it: ['«', '»'],
  ja: ['「', '」'],
  nl: ['“', '”'],
  pl: ['„', '”'],
  pt: ['«', '»'],
};

/** Locales that an `Accept-Language` header names, the one that is liked best first (RFC 9110, 12.5.4). */
export const acceptedLocales = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((one) => {
      const [locale = '', ...parameters] = one.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { locale, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ locale, weight }) => locale !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale);
