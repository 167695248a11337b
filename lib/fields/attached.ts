import type { InEachLanguage } from '../base/languages.ts';

/** Text before the name of a file that a recipient attached, as documents have it. */
export const ATTACHED: InEachLanguage<string> = {
  en: 'Attached',
  de: 'Angehängt',
  fr: 'Joint',
  es: 'Adjunto',
  it: 'Allegato',
  pt: 'Anexado',
  nl: 'Bijgevoegd',
  pl: 'Załączono',
  ja: '添付',
  ar: 'مرفق',
};
