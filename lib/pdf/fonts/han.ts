import type { Han } from './font-choice.ts';

/** The character sets that were taught and typed before Unicode, by their lead bytes and trail bytes. */
const SETS = [
  ['simplifiedChinese', 'gb2312', [0xb0, 0xf7], [[0xa1, 0xfe]]],
  [
    'traditionalChinese',
    'big5',
    [0xa4, 0xf9],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ],
  ['japanese', 'euc-jp', [0xb0, 0xf4], [[0xa1, 0xfe]]],
] as const;

let known: [Han, Set<string>][] | undefined;

const sets = (): [Han, Set<string>][] => {
  known ??= SETS.map(([han, encoding, [first, last], trails]) => {
    const bytes: number[] = [];
    for (let lead = first; lead <= last; lead++) {
      for (const [from, to] of trails) for (let trail = from; trail <= to; trail++) bytes.push(lead, trail, 0x0a);
    }
    return [han, new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))];
  });
  return known;
};

const HAN = /\p{Script=Han}/gu;

/**
 * Chooses the regional form of a text's Chinese characters. Kana and Hangul decide; else the national character set
 * that has most of the characters; simplified forms if that is undecided.
 */
export const hanOf = (text: string): Han => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese';
  if (/\p{Script=Hangul}/u.test(text)) return 'korean';
  if (/\p{Script=Bopomofo}/u.test(text)) return 'traditionalChinese';
  const characters = text.match(HAN) ?? [];
  let best: Han = 'simplifiedChinese';
  let most = 0;
  if (characters.length === 0) return best;
  for (const [han, set] of sets()) {
    const count = characters.filter((character) => set.has(character)).length;
    if (count > most) [best, most] = [han, count];
  }
  return best;
};
