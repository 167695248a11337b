import type { InEachLanguage } from '../../../base/languages.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import { type CertificateTexts, en } from './en.ts';
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** Texts of the certificate of completion in every language. */
export const CERTIFICATE_TEXTS: InEachLanguage<CertificateTexts> = { en, de, fr, es, it, pt, nl, pl, ja, ar };

export type TextName = keyof CertificateTexts;
