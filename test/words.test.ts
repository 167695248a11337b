import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../lib/base/languages.ts';
import type { Forms } from '../lib/pages/browser/shared/words/forms.ts';
import { pageWords } from '../lib/pages/page-words.ts';
import { PAGE_TEXTS } from '../lib/pages/words/index.ts';
import { CERTIFICATE_TEXTS } from '../lib/pdf/completion-certificate/texts/index.ts';

type Words = Record<string, string | Forms>;

/** All words of a part, by language. */
const PARTS: Record<string, Record<Language, Words>> = {
  'pages of the server': PAGE_TEXTS,
  'certificate of completion': CERTIFICATE_TEXTS,
};
for (const { script, place, language, words } of pageWords()) {
  const name = place ? `place ${place}` : `page ${script}`;
  PARTS[name] = { ...(PARTS[name] as Record<Language, Words>), [language]: words };
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();

/** Number forms in which a language may leave the number out, because the word says it (one, two). */
const SAID_IN_WORDS = ['zero', 'one', 'two'];

describe.each(Object.keys(PARTS))('the words of the %s', (part) => {
  const { en, ...others } = PARTS[part] as Record<Language, Words>;

  test.each(Object.keys(others) as Exclude<Language, 'en'>[])('are whole in %s', (language) => {
    const words = others[language];
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted());
    const texts = Object.values(words).flatMap((word) => (typeof word === 'string' ? word : Object.values(word)));
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    // A language whose texts are those of English was not translated.
    const same = Object.keys(en).filter((name) => words[name] === en[name]);
    expect(same.length, same.join()).toBeLessThan(Object.keys(en).length / 8 + 1);
  });

  test.each(LANGUAGES)('fill in the same in %s as in English', (language) => {
    for (const [name, word] of Object.entries(PARTS[part]?.[language] ?? {})) {
      const english = en[name] ?? '';
      if (typeof word === 'string') {
        expect(placeholders(word), name).toEqual(placeholders(String(english)));
        continue;
      }
      for (const [form, text] of Object.entries(word)) {
        const named = placeholders(text);
        const wanted = placeholders((english as Forms).other);
        const missing = wanted.filter((one) => !named.includes(one));
        expect(
          named.filter((one) => !wanted.includes(one)),
          name,
        ).toEqual([]);
        expect(missing, `${name}.${form}`).toEqual(
          SAID_IN_WORDS.includes(form) && missing.length > 0 ? ['{count}'] : [],
        );
      }
    }
  });

  test.each(LANGUAGES)('have each plural form that %s has, and no other', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const [name, word] of Object.entries(PARTS[part]?.[language] ?? {})) {
      if (typeof word !== 'string') expect(Object.keys(word).toSorted(), name).toEqual(forms);
    }
  });
});
