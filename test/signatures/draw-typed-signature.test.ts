import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodePng } from '../../lib/pdf/images/decode-png.ts';
import { readSignatureImage } from '../../lib/pdf/images/signature-image.ts';
import { type Api, type Person, startApi } from '../api.ts';

let api: Api;
let person: Person;
beforeAll(async () => {
  api = await startApi();
  person = await api.signUp();
});
afterAll(() => api.stop());

const draw = (text: unknown, font?: string) => api.as(person).drawTypedSignature({ body: { text, font } });

const pngOf = (image: string): Buffer => Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');

/** Share of the picture's columns that have ink, by thirds: where a name was cut off, one of them is empty. */
const inkByThird = (png: Uint8Array): number[] => {
  const { data, width, height } = decodePng(png);
  const columns = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_, y) => data[(y * width + x) * 4 + 3] ?? 0).some((alpha) => alpha > 128),
  );
  const third = width / 3;
  return [0, 1, 2].map((part) => {
    const some = columns.slice(part * third, (part + 1) * third);
    return some.filter(Boolean).length / some.length;
  });
};

const NAMES = {
  Latin: 'Ada Lovelace',
  'Latin with accents': 'Łucja Żółć-Çelik',
  Vietnamese: 'Nguyễn Thị Mỹ',
  Cyrillic: 'Юлия Кузнецова',
  Greek: 'Αλέξανδρος Ώριμος',
  Arabic: 'فاطمة الزهراء',
  Hebrew: 'שרה לוי',
  Japanese: '山田 太郎',
  Kana: 'さくら タナカ',
  Chinese: '王小明',
  Korean: '김민준',
  Thai: 'สมชาย ใจดี',
  Devanagari: 'प्रिया शर्मा',
  'two scripts': 'Ada 山田',
  'one letter': 'Q',
};

test.each(Object.entries(NAMES))('draws the whole of a name: %s', async (_, name) => {
  const { status, body } = await draw(name);
  expect(status).toBe(200);
  const png = pngOf(body.image);
  const { width, height } = decodePng(png);
  expect([width, height]).toEqual([body.width, body.height]);
  expect(width).toBeLessThanOrEqual(600);
  expect(height).toBeLessThanOrEqual(300);
  for (const share of inkByThird(png)) expect(share).toBeGreaterThan(0.3);
  // The stored picture is the shown one.
  expect(Buffer.from((await readSignatureImage(png)).png)).toEqual(png);
});

test('draws letters in the order and the form of their script', async () => {
  const imageOf = async (text: string) => (await draw(text)).body.image;
  const images = await Promise.all(['אב', 'בא', 'ab', 'ba', 'لا', 'ل ا'].map(imageOf));
  expect(new Set(images).size).toBe(images.length);
  // Composed and decomposed accents are one letter, and blanks around a name are none of it.
  expect(await imageOf('Zoe\u0308')).toBe(await imageOf(' Zoë '));
});

test('a name can be drawn in each handwriting that has its letters, and looks different in each', async () => {
  const { body } = await draw('Łucja Ada');
  expect(body).toMatchObject({ font: 'caveat', fonts: ['caveat', 'dancing_script', 'great_vibes'] });
  const drawn = await Promise.all(body.fonts.map((font: string) => draw('Łucja Ada', font)));
  expect(drawn.map((one) => one.body.font)).toEqual(body.fonts);
  expect(drawn[0]?.body.image).toBe(body.image);
  expect(new Set(drawn.map((one) => one.body.image)).size).toBe(3);
  for (const { body: one } of drawn)
    for (const share of inkByThird(pngOf(one.image))) expect(share).toBeGreaterThan(0.3);
  expect((await draw('Nguyễn Thị Mỹ')).body).toMatchObject({
    font: 'dancing_script',
    fonts: ['dancing_script', 'great_vibes'],
  });
  expect((await draw('Юлия')).body).toMatchObject({ font: 'caveat', fonts: ['caveat', 'great_vibes'] });
  expect((await draw('山田 太郎')).body).toMatchObject({ font: null, fonts: [] });
});

test('answers 406 that names the font for one that is unknown, or that lacks a letter', async () => {
  expect(await draw('Ada', 'comic_sans')).toMatchObject({
    status: 406,
    body: { error: expect.stringMatching(/^font: .*caveat.*dancing_script.*great_vibes/) },
  });
  expect(await draw('Юлия', 'dancing_script')).toMatchObject({
    status: 406,
    body: {
      error: 'font: dancing_script lacks U+042E, U+043B, U+0438, U+044F; possible for this text: caveat, great_vibes',
    },
  });
  expect((await draw('山田', 'caveat')).body.error).toContain('possible for this text: none');
});

test('a hundred letters fit, and none is left out', async () => {
  const { status, body } = await draw('Wolfeschlegel '.repeat(8).slice(0, 100));
  expect(status).toBe(200);
  expect(body.width).toBeLessThanOrEqual(600);
  for (const share of inkByThird(pngOf(body.image))) expect(share).toBeGreaterThan(0.3);
});

test.each([
  ['letters that no font has', '\u{10480}\u{10481} Ada', 'text: no font here has U+10480, U+10481'],
  ['nothing to be seen', '\u2800', 'text: must have letters that can be seen'],
  ['characters that hide what it says', 'A\u200bda', 'text: must not hold the invisible character U+200B'],
  ['an empty name', '  ', 'text: must not be empty'],
  ['more than a hundred letters', 'a'.repeat(101), 'text'],
  ['no text', 7, 'text'],
])('answers 406 that names the field for %s', async (_, text, message) => {
  const { status, body } = await draw(text);
  expect(status).toBe(406);
  expect(body).toEqual({ status: 'ERROR', error: expect.stringContaining(message) });
});
