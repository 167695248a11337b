import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { keptOr } from '../../base/kept.ts';
import { TrueType } from './true-type.ts';

/** DejaVu Sans: Latin, Greek and Cyrillic scripts, most symbols, and characters used beside any other script. */
export const PLAIN_FONTS = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const;

const google = (name: string): string => {
  const file = name.replaceAll(/(^|-)(\w+)/g, (_, _dash, word: string) =>
    word.length === 2 ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
  return `@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`;
};

/**
 * Noto (SIL Open Font License 1.1) for all other scripts, and GNU Unifont for the rest of the Basic Multilingual Plane.
 */
export const SHAPED_FONTS = {
  arabic: google('noto-sans-arabic'),
  bengali: google('noto-sans-bengali'),
  devanagari: google('noto-sans-devanagari'),
  ethiopic: google('noto-sans-ethiopic'),
  gujarati: google('noto-sans-gujarati'),
  gurmukhi: google('noto-sans-gurmukhi'),
  hebrew: google('noto-sans-hebrew'),
  kannada: google('noto-sans-kannada'),
  khmer: google('noto-sans-khmer'),
  lao: google('noto-sans-lao'),
  malayalam: google('noto-sans-malayalam'),
  myanmar: google('noto-sans-myanmar'),
  sinhala: google('noto-sans-sinhala'),
  tamil: google('noto-sans-tamil'),
  telugu: google('noto-sans-telugu'),
  thai: google('noto-sans-thai'),
  simplifiedChinese: google('noto-sans-sc'),
  traditionalChinese: google('noto-sans-tc'),
  japanese: google('noto-sans-jp'),
  korean: google('noto-sans-kr'),
  emoji: google('noto-emoji'),
  symbols: google('noto-sans-symbols'),
  moreSymbols: google('noto-sans-symbols-2'),
  math: google('noto-sans-math'),
  rest: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
} as const;

/**
 * Fonts that look written by hand (SIL Open Font License 1.1), for typed signatures in the Latin script; Caveat and
 * Great Vibes have Cyrillic letters, Dancing Script and Great Vibes all Vietnamese ones. The first that has a name's
 * letters is used unless somebody chooses.
 */
export const HAND_FONTS = {
  caveat: google('caveat'),
  dancing_script: google('dancing-script'),
  great_vibes: google('great-vibes'),
} as const;
export type HandFont = keyof typeof HAND_FONTS;

export type FontName = keyof typeof PLAIN_FONTS | keyof typeof SHAPED_FONTS | HandFont;

const FILES: Record<FontName, string> = { ...PLAIN_FONTS, ...SHAPED_FONTS, ...HAND_FONTS };

const loaded = new Map<FontName, TrueType>();

/** Returns a font, read from its file on first use. */
export const fontOf = (name: FontName): TrueType =>
  keptOr(loaded, name, () => new TrueType(readFileSync(createRequire(import.meta.url).resolve(FILES[name]))));
