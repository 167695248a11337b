import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isolate } from '../../lib/base/isolate.ts';
import { fitText, wrap } from '../../lib/pdf/fonts/fit-text.ts';
import { fontOf } from '../../lib/pdf/fonts/font-files.ts';
import { directionOf, readingOf, shapeLine } from '../../lib/pdf/fonts/shaper.ts';
import type { StampField } from '../../lib/pdf/stamp/stamp.ts';
import { stampFields } from '../../lib/pdf/stamp/stamp-fields.ts';
import { LETTER, pagesOf, stream, withTable } from './make-pdf.ts';
import { findOnPage, inkColumns, isBlack, textOfFirstPage } from './tools.ts';

const page = withTable({ ...pagesOf(LETTER), 3: stream('') });
const BOX = { page: 1, x: 100, y: 100, width: 400, height: 40 };
const stamp = (value: string, change: Partial<StampField> = {}): Promise<Uint8Array> =>
  stampFields(page, [{ ...BOX, type: 'textbox', value, ...change }]);
const clustersOf = (text: string) => shapeLine(text, readingOf(text), 'regular').flatMap(({ clusters }) => clusters);

/** The visible order from left to right. */
const seen = (text: string): string =>
  clustersOf(text)
    .map((cluster) => cluster.text)
    .join('');

const SCRIPTS = [
  ['Latin with marks that no letter has', 'x̣́ q̃ Nguyễn Ångström'],
  ['Cyrillic and Greek', 'Жанна Ἀριστοτέλης'],
  ['Arabic', 'محمد بن سلمان آل سعود'],
  ['Persian', 'فارسی می‌خواهم'],
  ['Urdu', 'اردو پاکستان ہے'],
  ['Hebrew', 'שלום עולם'],
  ['Devanagari', 'प्रमोद कृष्णा क्षत्रिय हिन्दी १२३'],
  ['Bengali', 'বাংলাদেশ প্রজাতন্ত্র শ্রীমতী'],
  ['Tamil', 'தமிழ்நாடு ஸ்ரீ கொடுக்கப்பட்டது'],
  ['other scripts of India', 'తెలుగు ಕನ್ನಡ മലയാളം ગુજરાતી ਪੰਜਾਬੀ සිංහල'],
  ['Thai', 'ประเทศไทย น้ำ กำลัง ที่อยู่ ปู่ย่า'],
  ['Lao, Khmer and Burmese', 'ລາວ ខ្មែរ မြန်မာ'],
  ['Amharic, Georgian and Armenian', 'አማርኛ ქართული Հայերեն'],
  ['simplified Chinese', '王小明在北京签署合同。'],
  ['traditional Chinese', '臺灣國語「測試」'],
  ['Japanese', '山田太郎　ありがとう、サイン'],
  ['Korean', '김철수 서명 대한민국'],
  ['characters beyond the Basic Multilingual Plane', '𠮷野家 𝔸𝕏'],
  ['emoji', 'Yes 😀 ❤️ 👍🏽 👨‍👩‍👧‍👦 1️⃣'],
  ['flags', '🇩🇪 🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['signs', '① ㊗ ♫ ☃ → ∑ ☎ ✓'],
] as const;

describe('a stamp', () => {
  it.each(SCRIPTS)('shows %s with a glyph for every character, and its text can be extracted', async (_name, text) => {
    const written = text.normalize('NFC');
    for (const { font, clusters } of shapeLine(written, readingOf(written), 'regular')) {
      expect(font).not.toBe('rest');
      for (const { glyphs } of clusters) expect(glyphs.map(({ id }) => id)).not.toContain(0);
    }
    const stamped = await stamp(text);
    expect((await textOfFirstPage(stamped)).replaceAll('\u3000', ' ')).toBe(written.replaceAll('\u3000', ' '));
    const found = await findOnPage(stamped, 1, 612, (red) => red < 200);
    expect(found?.left).toBeGreaterThanOrEqual(99);
    expect(found?.right).toBeLessThanOrEqual(501);
  });

  it('joins the letters of Arabic words', async () => {
    const gaps = async (text: string): Promise<number> => {
      const columns = await inkColumns(await stamp(text), 1, 2448);
      const ink = columns.slice(columns.indexOf(true), columns.lastIndexOf(true));
      return ink.filter((dark, at) => !dark && ink[at - 1]).length;
    };
    expect(await gaps('محمد')).toBe(0);
    expect(await gaps('م\u200cح\u200cم\u200cد')).toBe(3);
  });

  it('orders right-to-left text with numbers and left-to-right words inside it', () => {
    expect(seen('אבג')).toBe('גבא');
    expect(seen('abc אבג def')).toBe('abc גבא def');
    expect(seen('אבג 123 abc')).toBe('abc 123 גבא');
    // Brackets are mirrored: the first of the text is at the right, and opens to the left.
    expect(seen('אבג (abc) דהו')).toBe('והד (abc) גבא');
    expect(seen('رقم 4711 مقبول')).toBe([...'لوبقم 4711 مقر'].join(''));
    expect(directionOf('(123) אבג abc')).toBe('rtl');
    expect(directionOf('(123) abc אבג')).toBe('ltr');
  });

  it('keeps our own words in order around people’s texts of any direction', () => {
    for (const name of [
      'שרה',
      'محمد',
      'Anna',
      '\u202eאבג',
      'אבג\u2067',
      '\u2069אבג',
      'א\u2067ב\u2066ג\u2069\u2069\u2069',
    ]) {
      const [role, caption] = [`Role: ${isolate(name)} (signer)`, `${isolate(name)}, 2026-01-31`];
      expect(seen(role)).toMatch(/^Role: .* \(signer\)$/u);
      expect(seen(caption)).toMatch(/, 2026-01-31$/u);
      expect([directionOf(role), directionOf(caption)]).toEqual(['ltr', 'ltr']);
    }
  });

  it('places marks over and under their letters, as one character', () => {
    for (const [text, base, marks] of [
      ['x̣́', 'x', 2],
      ['ที่', 'ท', 2],
      ['मँ', 'म', 1],
    ] as const) {
      const [cluster, ...more] = clustersOf(text);
      expect(more).toEqual([]);
      expect(cluster?.text).toBe(text);
      expect(cluster?.glyphs).toHaveLength(1 + marks);
      // Marks don't move the pen, and stand within the letter's width or at its edge.
      const alone = clustersOf(base)[0]?.advance ?? 0;
      expect(cluster?.advance).toBe(alone);
    }
  });

  it("uses the glyph forms of the text's country for Chinese characters", () => {
    const fontIn = (text: string) => shapeLine('直', readingOf(text), 'regular')[0]?.font;
    expect(fontIn('直ちに')).toBe('japanese');
    expect(fontIn('직접 直')).toBe('korean');
    expect(fontIn('直接签署')).toBe('simplifiedChinese');
    expect(fontIn('直接簽署')).toBe('traditionalChinese');
    expect(fontIn('沢直')).toBe('japanese');
  });

  it('begins each line of right-to-left text at the right edge of its box', async () => {
    const right = async (value: string, change: Partial<StampField> = {}) =>
      findOnPage(await stamp(value, change), 1, 612, isBlack);
    const latin = await right('Signed');
    expect(latin?.left).toBeLessThan(105);
    const hebrew = await right('שלום');
    expect(hebrew?.right).toBeGreaterThan(495);
    expect(hebrew?.left).toBeGreaterThan(400);
    const lines = { type: 'textarea', height: 60 } as const;
    const [first, second] = await Promise.all([right('שלום\nעולם ומלואו', lines), right('Hello\nעולם', lines)]);
    expect(first?.right).toBeGreaterThan(495);
    expect(first?.left).toBeGreaterThan(400);
    // Each paragraph has the direction of its own first letter.
    expect(second?.left).toBeLessThan(105);
    expect(second?.right).toBeGreaterThan(495);
  });

  it('keeps towers of marks within its box', async () => {
    const height = 14;
    for (const value of ['ปู่ที่น้ำ', 'Z̵̢̛̖̾̈́̕ä̸̛̮̗́̃l̵̡̛̙̋̈g̸̛̱̈́̃o̷̧̙̍', 'بِسْمِ ٱللّٰهِ', 'ཧཱུྃ']) {
      const found = await findOnPage(await stamp(value, { height }), 1, 1224, isBlack);
      expect(found?.bottom).toBeGreaterThanOrEqual(198);
      expect(found?.top).toBeLessThanOrEqual(2 * (100 + height) + 2);
    }
  });

  it('spells out only characters that no font has', async () => {
    expect(await textOfFirstPage(await stamp('of Ur 𒀀 王'))).toBe('of Ur [U+12000] 王');
    expect(seen('שלום \ue000')).toBe('[U+E000] םולש');
  });

  it('shows scripts without a bundled Noto font with GNU Unifont', async () => {
    expect(shapeLine('ᠮᠣᠩ', readingOf('ᠮᠣᠩ'), 'regular').map(({ font }) => font)).toEqual(['rest']);
    expect(await textOfFirstPage(await stamp('ᠮᠣᠩ'))).toBe('ᠮᠣᠩ');
  });

  it('shows names in bold even if a script has no bold font: the letters are outlined', async () => {
    const runs = shapeLine('Anna محمد', readingOf('Anna محمد'), 'bold');
    expect(runs.map(({ font }) => font)).toEqual(['bold', 'arabic']);
  });
});

describe('a line', () => {
  /** Each grapheme as wide as the next. */
  const measure = (line: string): number => [...new Intl.Segmenter().segment(line)].length;
  const lines = (text: string, width: number): string[] => wrap(text, width, measure).map((line) => line.text);

  it('ends between words in scripts that write no blanks', () => {
    expect(lines('สวัสดีครับขอบคุณ', 5)).toEqual(['สวัสดี', 'ครับ', 'ขอบคุณ']);
    expect(lines('签署合同文件', 3)).toEqual(['签署', '合同', '文件']);
  });

  it('does not begin with closing punctuation, nor end with an opening bracket', () => {
    for (let width = 3; width < 12; width++) {
      for (const line of lines('彼は「はい」と言った。そして（静かに）署名しました、ー。', width)) {
        if (measure(line) > 2) expect(line).not.toMatch(/^[」）。、ー]|[「（]$/);
      }
    }
  });

  it('is found without measuring the text repeatedly', () => {
    const text = 'some words of a text '.repeat(500);
    let measured = 0;
    const distinct = new Set<string>();
    const counted = (line: string): number => {
      if (!distinct.has(line)) measured += line.length;
      distinct.add(line);
      return measure(line);
    };
    fitText(text, { width: 300, height: 400 }, { largest: 11, multiline: true }, counted);
    expect(measured).toBeLessThan(4 * text.length);
  });

  it('never separates a letter from its marks, or the parts of an emoji', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(lines(family.repeat(5), 2)).toEqual([family.repeat(2), family.repeat(2), family]);
    for (const line of lines('क्षत्रियक्षत्रिय', 3)) expect(line).not.toMatch(/^\p{M}/u);
    expect(lines('x̣́'.repeat(4), 3)).toEqual(['x̣́'.repeat(3), 'x̣́']);
  });
});

describe('plain text', () => {
  it('loads neither the shaper nor any font but DejaVu Sans; other text loads what it needs', () => {
    const script = (value: string) => `
      import { registerHooks, syncBuiltinESMExports } from 'node:module';
      import fs from 'node:fs';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      const read = fs.readFileSync;
      fs.readFileSync = (...given) => { loaded.push(String(given[0])); return read(...given); };
      syncBuiltinESMExports();
      const { stampFields } = await import('./lib/pdf/stamp/stamp-fields.ts');
      const page = Buffer.from('${Buffer.from(page).toString('base64')}', 'base64');
      await stampFields(new Uint8Array(page), [{ page: 1, x: 9, y: 9, width: 300, height: 20, type: 'textbox', value: ${JSON.stringify(value)} }]);
      console.log(loaded.flatMap((one) => /[^/]+\\.(?:ttf|woff)$|harfbuzz\\.js$|bidi\\.js$|shaper\\.ts$/.exec(one) ?? []).filter((one, at, all) => all.indexOf(one) === at).sort().join());`;
    const run = (value: string): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script(value)], { encoding: 'utf8' }).trim();
    expect(run('Zoë Łukasz Иван Ελένη № 7 € “quoted” – done')).toBe('DejaVuSans.ttf');
    expect(run('Anna שלום')).toBe('DejaVuSans.ttf,NotoSansHebrew_400Regular.ttf,bidi.js,harfbuzz.js,shaper.ts');
  });

  it('adds less than 4 kB to a document', async () => {
    const blank = await stampFields(page, []);
    expect((await stamp('Purchase order 4711, signed by Zoë')).length - blank.length).toBeLessThan(4000);
  });
});

it('every character that DejaVu Sans maps gets its glyph, and no other character does', () => {
  const font = fontOf('regular');
  expect(font.name).toBe('DejaVuSans');
  expect(font.unitsPerEm).toBe(2048);
  expect(font.advance(font.glyphOf(0x41))).toBe(1401);
  expect(font.glyphOf(0x4e00)).toBe(0);
  expect(font.glyphOf(0x10ffff)).toBe(0);
  expect(fontOf('emoji').glyphOf(0x1f600)).toBeGreaterThan(0);
});
