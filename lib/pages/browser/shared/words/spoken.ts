import { computed, signal } from '@preact/signals';
import { isolated, quotedAfter } from '../../../../base/party-text.ts';
import type { Forms, GivenWords, Spoken } from './forms.ts';

/** Place of the words in a page. */
const given = document.querySelector<HTMLTemplateElement>('#words')?.content.textContent;

/** The page's words as the server gave them. */
export const page: GivenWords = given
  ? JSON.parse(given)
  : { language: 'en', direction: 'ltr', quotes: ['“', '”'], words: {}, files: {} };

const codeOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0] ?? '';

/** The locale in the form of `Intl`; undefined if it is invalid. */
const wellFormed = (locale: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
};

/**
 * The browser's own locale for the page's language: dates and numbers as people there write them. Some name what is no
 * locale.
 */
const browserLocale =
  navigator.languages.map(wellFormed).find((locale) => locale && codeOf(locale) === page.language) ?? page.language;

/** The words that are shown. */
export const spoken = signal<Spoken & { locale: string }>({ ...page, locale: browserLocale });

/** Locale of the words that are shown. Dates and numbers follow it, and it goes into what the API records. */
export const spokenLocale = (): string => spoken.value.locale;

/** Facts of the reader that the API records with an act. */
export const localeAndZone = (): { locale: string; timezone: string } => ({
  locale: spokenLocale(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/**
 * The page's words. They are read when shown, never stored: a change of the language draws them again.
 * `W` names them; `lib/pages/page-words.ts` says which a page has.
 */
export const wordsOf = <W extends object>(): W =>
  new Proxy({} as W, { get: (_, name) => spoken.value.words[name as string] ?? '' });

/**
 * A text that stands in a sentence as it is: one of the platform's own, such as a time, or one that has its quotation
 * marks already.
 */
export interface Trusted {
  trusted: string;
}

/**
 * Fills in a text's placeholders; of plural forms it uses the one for `count`. Numbers are in the locale's form. All
 * other values stand in quotation marks, so that no party's text passes for the platform's, but for those that the call
 * itself calls trusted.
 */
export const say = (text: string | Forms, values: Record<string, string | number | Trusted>): string => {
  const form = typeof text === 'string' ? text : (text[pluralOf(Number(values.count))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (all, name: string, at: number) => {
    const value = values[name] ?? { trusted: all };
    if (typeof value === 'number') return numbers.value.format(value);
    return typeof value === 'string'
      ? quoted(value, form.slice(0, at))
      : isolated(value.trusted, spoken.value.direction);
  });
};

/**
 * A party's text in the language's quotation marks, unless a sentence that has come as far as `said` has opened its
 * own.
 */
export const quoted = (text: string, said = ''): string =>
  quotedAfter(said, text, spoken.value.direction, spoken.value.quotes);

/** Both are made once for a language: making one takes longer than all else that a sentence needs. */
const numbers = computed(() => new Intl.NumberFormat(spokenLocale()));
const plurals = computed(() => new Intl.PluralRules(spoken.value.language));

const pluralOf = (count: number): Intl.LDMLPluralRule => plurals.value.select(count);

/** Number of the newest change of language: an older one that comes later is not shown. */
let newest = 0;

/**
 * Shows the page in the language of the first of these locales that there are words for; if there are none, or they
 * can't be loaded, in the one that it has. Ends once they are there.
 */
export const speak = async (...locales: readonly (string | null | undefined)[]): Promise<void> => {
  const wanted = locales.find((locale) => locale && page.files[codeOf(locale)]);
  if (!wanted) return;
  newest += 1;
  const turn = newest;
  const language = codeOf(wanted);
  const words = language === spoken.peek().language ? spoken.peek() : await load(page.files[language] ?? '');
  if (!words || turn !== newest) return;
  spoken.value = { ...words, locale: wellFormed(wanted) ?? language };
  document.documentElement.lang = language;
  document.documentElement.dir = words.direction;
};

/** Loads words from an address, or takes them from the page's own element (`#id`) where it works without a network. */
export const load = async (url: string): Promise<Spoken | null> => {
  const own = url.startsWith('#') ? document.querySelector<HTMLTemplateElement>(url)?.content.textContent : null;
  if (own) return JSON.parse(own) as Spoken;
  return fetch(url)
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null);
};
