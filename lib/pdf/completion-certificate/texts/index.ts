import type { InEachLanguage } from '../../../base/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { type CertificateTexts, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** Texts of the certificate of completion in every language. */
export const CERTIFICATE_TEXTS: InEachLanguage<CertificateTexts> = { en, de, fr, es, it, pt, nl, pl, ja, ar };

export type TextName = keyof CertificateTexts;
