import { chooseLanguage, type InEachLanguage } from '../../../base/languages.ts';
import { ar } from './ar.ts';
import type { Catalogue } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';

/** Texts of messages in every language. */
export const CATALOGUES: InEachLanguage<Catalogue> = { en, de, fr, es, it, pt, nl, pl, ja, ar };

/** The texts for a language tag: `de-AT` gets German, and what isn't known, or not stated, English. */
export const textsFor = (locale: string | null | undefined): Catalogue => CATALOGUES[chooseLanguage(locale)];
