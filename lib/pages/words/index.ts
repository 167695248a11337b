import { chooseLanguage, type InEachLanguage, type Language } from '../../base/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type PageText } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

export const PAGE_TEXTS: InEachLanguage<PageText> = { ar, de, en, es, fr, it, ja, nl, pl, pt };

/** The server's own words for a reader with these locales. */
export const pageText = (locales: readonly string[]): PageText & { language: Language } => {
  const language = chooseLanguage(...locales);
  return { ...PAGE_TEXTS[language], language };
};
