import type { InEachLanguage } from '../../../base/languages.ts';
import type { Meaning } from './meanings.ts';

/** Meanings of a signature as documents and certificates print them. */
export const MEANING_WORDS: Record<Meaning, InEachLanguage<string>> = {
  'I sign': {
    en: 'I sign',
    de: 'Ich unterschreibe',
    fr: 'Je signe',
    es: 'Firmo',
    it: 'Firmo',
    pt: 'Assino',
    nl: 'Ik onderteken',
    pl: 'Podpisuję',
    ja: '署名します',
    ar: 'أوقّع',
  },
  'I approve': {
    en: 'I approve',
    de: 'Ich genehmige',
    fr: 'J’approuve',
    es: 'Apruebo',
    it: 'Approvo',
    pt: 'Aprovo',
    nl: 'Ik keur goed',
    pl: 'Zatwierdzam',
    ja: '承認します',
    ar: 'أوافق',
  },
  'I have reviewed': {
    en: 'I have reviewed',
    de: 'Ich habe geprüft',
    fr: 'J’ai relu',
    es: 'He revisado',
    it: 'Ho esaminato',
    pt: 'Revi',
    nl: 'Ik heb nagekeken',
    pl: 'Zapoznałem się (zapoznałam się)',
    ja: '確認しました',
    ar: 'راجعتُ',
  },
};
