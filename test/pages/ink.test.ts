import { expect, test } from 'vitest';
import { pictureOf, type Room, type Stroke } from '../../lib/pages/browser/signing/marks/ink.ts';
import { decodePng } from '../../lib/pdf/images/decode-png.ts';

const SMALL: Room = { width: 71, height: 30 };
const WIDE: Room = { width: 180, height: 54 };

/** A mark like a signature: a wave of `width` × `height` pixels, with a stroke under it; fast, as people sign. */
const mark = (width: number, height: number): Stroke[] => [
  Array.from({ length: 40 }, (_, at) => [
    20 + (at / 39) * width,
    20 + (height / 2) * (1 + Math.sin(at / 2)) * (1 - at / 80),
    0.5,
  ]),
  [
    [30, 18 + height, 0.5],
    [20 + width * 0.9, 12 + height, 0.5],
  ],
];

const lengthOf = (strokes: Stroke[]): number =>
  strokes
    .flatMap((stroke) =>
      stroke.slice(1).map(([x, y], at) => Math.hypot(x - (stroke[at]?.[0] ?? 0), y - (stroke[at]?.[1] ?? 0))),
    )
    .reduce((sum, one) => sum + one, 0);

/**
 * Mean width of the strokes in points, once the picture fills the room: the ink's area by the length that was drawn.
 */
const widthIn = async (room: Room, strokes: Stroke[], rooms: readonly Room[] = [room]): Promise<number> => {
  const image = (await pictureOf(strokes, rooms)) ?? '';
  const { data, width, height } = decodePng(Buffer.from(image.split(',')[1] ?? '', 'base64'));
  expect([width <= 600, height <= 300]).toEqual([true, true]);
  let area = 0;
  for (let at = 3; at < data.length; at += 4) area += (data[at] ?? 0) / 255;
  const xs = strokes.flat().map(([x]) => x);
  const wide = Math.max(...xs) - Math.min(...xs);
  const points = Math.min(room.width / width, room.height / height);
  // The picture is cut to the ink, which is wider than its middle line by one stroke.
  const length = (lengthOf(strokes) * (width - 4)) / wide;
  return (area / length) * points;
};

test.each([
  ['a phone', 300, 110],
  ['a desktop', 440, 190],
  ['a corner of the area', 70, 25],
  ['a tablet in full width', 900, 260],
  ['a high area', 150, 200],
])('ink that was drawn on %s has a pen’s width in a small field and in a wide one', async (_, width, height) => {
  for (const room of [SMALL, WIDE]) {
    const drawn = await widthIn(room, mark(width, height));
    expect(drawn).toBeGreaterThan(1.2);
    expect(drawn).toBeLessThan(2.1);
  }
});

test('one picture for fields of different sizes can be seen in the small one, and is no bar in the large one', async () => {
  const strokes = mark(300, 110);
  for (const rooms of [[SMALL, WIDE], []]) {
    expect(await widthIn(SMALL, strokes, rooms)).toBeGreaterThan(0.85);
    expect(await widthIn(WIDE, strokes, rooms)).toBeLessThan(2.8);
  }
});

test('a dot and a straight line are pictures, and nothing is none', async () => {
  expect(await pictureOf([])).toBeNull();
  for (const strokes of [
    [[[40, 40, 0.5]]],
    [
      [
        [10, 50, 0.5],
        [200, 50, 0.5],
      ],
    ],
  ] as Stroke[][]) {
    expect(await pictureOf(strokes, [SMALL])).toMatch(/^data:image\/png;base64,/);
    expect(await pictureOf(strokes, [{ width: 2, height: 2 }])).toMatch(/^data:image\/png;base64,/);
  }
});
