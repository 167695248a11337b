import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TrueType } from './true-type.ts';

/** DejaVu Sans: Latin, Greek and Cyrillic scripts, most symbols, and characters used beside any other script. */
export const PLAIN_FONTS = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const;

const noto = (name: string): string => {
  const file = name.replaceAll(/(^|-)(\w+)/g, (_, _dash, word: string) =>
    word.length === 2 ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
  return `@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`;
};

/**
 * Noto (SIL Open Font License 1.1) for all other scripts, and GNU Unifont for the rest of the Basic Multilingual Plane.
 */
export const SHAPED_FONTS = {
  arabic: noto('noto-sans-arabic'),
  bengali: noto('noto-sans-bengali'),
  devanagari: noto('noto-sans-devanagari'),
  ethiopic: noto('noto-sans-ethiopic'),
  gujarati: noto('noto-sans-gujarati'),
  gurmukhi: noto('noto-sans-gurmukhi'),
  hebrew: noto('noto-sans-hebrew'),
  kannada: noto('noto-sans-kannada'),
  khmer: noto('noto-sans-khmer'),
  lao: noto('noto-sans-lao'),
  malayalam: noto('noto-sans-malayalam'),
  myanmar: noto('noto-sans-myanmar'),
  sinhala: noto('noto-sans-sinhala'),
  tamil: noto('noto-sans-tamil'),
  telugu: noto('noto-sans-telugu'),
  thai: noto('noto-sans-thai'),
  simplifiedChinese: noto('noto-sans-sc'),
  traditionalChinese: noto('noto-sans-tc'),
  japanese: noto('noto-sans-jp'),
  korean: noto('noto-sans-kr'),
  emoji: noto('noto-emoji'),
  symbols: noto('noto-sans-symbols'),
  moreSymbols: noto('noto-sans-symbols-2'),
  math: noto('noto-sans-math'),
  rest: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
} as const;

export type FontName = keyof typeof PLAIN_FONTS | keyof typeof SHAPED_FONTS;

const FILES: Record<FontName, string> = { ...PLAIN_FONTS, ...SHAPED_FONTS };

const loaded = new Map<FontName, TrueType>();

/** Returns a font, read from its file on first use. */
export const fontOf = (name: FontName): TrueType => {
  const known = loaded.get(name);
  if (known) return known;
  const font = new TrueType(readFileSync(createRequire(import.meta.url).resolve(FILES[name])));
  loaded.set(name, font);
  return font;
};
