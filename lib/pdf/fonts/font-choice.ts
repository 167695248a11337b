import { type FontName, fontOf } from './font-files.ts';
import type { Look } from './plain-text.ts';

/** Regional form of Chinese characters: the same character is drawn a little differently in each. */
export type Han = 'simplifiedChinese' | 'traditionalChinese' | 'japanese' | 'korean';

/** Fonts by script. Marks and punctuation of several scripts use the font of their neighbours. */
const SCRIPTS: readonly (readonly [font: FontName, characters: RegExp])[] = (
  [
    ['arabic', 'Arabic'],
    ['bengali', 'Bengali'],
    ['devanagari', 'Devanagari'],
    ['ethiopic', 'Ethiopic'],
    ['gujarati', 'Gujarati'],
    ['gurmukhi', 'Gurmukhi'],
    ['hebrew', 'Hebrew'],
    ['kannada', 'Kannada'],
    ['khmer', 'Khmer'],
    ['lao', 'Lao'],
    ['malayalam', 'Malayalam'],
    ['myanmar', 'Myanmar'],
    ['sinhala', 'Sinhala'],
    ['tamil', 'Tamil'],
    ['telugu', 'Telugu'],
    ['thai', 'Thai'],
  ] as const
).map(([font, script]) => [font, new RegExp(`^\\p{Script=${script}}`, 'u')]);

/** Chinese characters and the characters used beside them, in their width. */
const IDEOGRAPHIC =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u3099-\u309c\u30a0\u30fb\u30fc\u3190-\u319f\u31c0-\u31ef\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/u;

/** Emoji, unless the text asks for the plain sign. */
const EMOJI =
  /^(?!.*\ufe0e)(?:\p{Emoji_Presentation}|\p{RI}|\p{Emoji}.*\ufe0f|[#*0-9]\u20e3|\p{Extended_Pictographic}.*\u200d)/su;

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Fonts for characters of no script, if the font of the neighbouring text lacks them. */
const SIGNS: readonly FontName[] = ['symbols', 'moreSymbols', 'math', 'emoji'];
const LAST: readonly FontName[] = ['rest'];

interface Surroundings {
  han: Han;
  look: Look;
  /** The previous character's font and script. */
  before: { font: FontName; script: string } | undefined;
}

/** Cache: a text has the same characters repeatedly. */
const choices = new Map<string, { font: FontName; script: string } | undefined>();
const MOST_CHOICES = 20_000;

/** The font and script of a grapheme; undefined if no font has all of its characters. */
export const fontsFor = (
  grapheme: string,
  { han, look, before }: Surroundings,
): { font: FontName; script: string } | undefined => {
  const beside = before && !SIGNS.includes(before.font) && NEUTRAL.test(grapheme) ? before.font : '';
  const key = `${grapheme} ${han} ${look} ${beside}`;
  if (!choices.has(key)) {
    if (choices.size >= MOST_CHOICES) choices.clear();
    choices.set(key, choose(grapheme, han, look, beside));
  }
  const chosen = choices.get(key);
  // A character of no script goes with the previous one.
  return chosen?.script === '' && before?.font === chosen.font ? before : chosen;
};

const choose = (grapheme: string, han: Han, look: Look, beside: FontName | '') => {
  const script = scriptOf(grapheme);
  const font = candidates(grapheme, script, han, look, beside).find((name) => hasAll(name, grapheme));
  return font && { font, script };
};

const scriptOf = (grapheme: string): string => {
  if (EMOJI.test(grapheme)) return 'emoji';
  if (IDEOGRAPHIC.test(grapheme)) return 'ideographic';
  return SCRIPTS.find(([, characters]) => characters.test(grapheme))?.[0] ?? '';
};

/** A blank, or a sign that many scripts share. */
const NEUTRAL = /^(?:\s|[\u0964\u0965\u060c\u061b\u061f\u0640]|\p{Default_Ignorable_Code_Point}|\p{M})/u;

const candidates = (grapheme: string, script: string, han: Han, look: Look, beside: FontName | ''): FontName[] => {
  const plain: FontName[] = look === 'regular' ? ['regular'] : [look, 'regular'];
  const ideographic: FontName[] = [
    ...new Set<FontName>([han, 'simplifiedChinese', 'traditionalChinese', 'japanese', 'korean']),
  ];
  if (script === 'emoji') return ['emoji', ...plain, ...SIGNS, ...LAST];
  if (script === 'ideographic') return [...ideographic, ...plain, ...LAST];
  if (script !== '') return [script as FontName, ...plain, ...LAST];
  const shared = SHARED.filter(([characters]) => characters.test(grapheme)).map(([, font]) => font);
  return [...(beside === '' ? [] : [beside]), ...shared, ...plain, ...SIGNS, ...ideographic, ...LAST];
};

/** Signs of several scripts, with a font that always has them. */
const SHARED: readonly (readonly [characters: RegExp, font: FontName])[] = [
  [/^\p{Script_Extensions=Arabic}/u, 'arabic'],
  [/^\p{Script_Extensions=Devanagari}/u, 'devanagari'],
];

const hasAll = (name: FontName, grapheme: string): boolean => {
  const font = fontOf(name);
  for (const character of grapheme) {
    if (!IGNORABLE.test(character) && font.glyphOf(character.codePointAt(0) ?? 0) === 0) return false;
  }
  return true;
};
