import { chooseLanguage, type InEachLanguage, type Language } from '../../base/languages.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import { en, type PageText } from './en.ts';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

export const PAGE_TEXTS: InEachLanguage<PageText> = { ar, de, en, es, fr, it, ja, nl, pl, pt };

/** The server's own words for a reader with these locales. */
export const pageText = (locales: readonly string[]): PageText & { language: Language } => {
  const language = chooseLanguage(...locales);
  return { ...PAGE_TEXTS[language], language };
};
