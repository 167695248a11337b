import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { encodePagePicture } from '../../lib/pdf/images/page-picture.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';

const WIDTH = 300;
const HEIGHT = 200;

type Colour = readonly [red: number, green: number, blue: number];

const pictureOf = (colourAt: (x: number, y: number) => Colour) => {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) data.set([...colourAt(x, y), 255], (y * WIDTH + x) * 4);
  }
  return { data, width: WIDTH, height: HEIGHT };
};

/** The colours of a file's picture, and the most that any pixel was moved. */
const read = (file: Uint8Array, mime: string, { data }: { data: Uint8Array }) => {
  const pixels = mime === 'image/png' ? PNG.sync.read(Buffer.from(file)).data : jpeg.decode(file).data;
  const steps = Array.from(data, (value, at) => Math.abs(value - (pixels[at] ?? 0)));
  return {
    steps: Math.max(
      ...steps.slice(0, 100),
      steps.reduce((a, b) => Math.max(a, b), 0),
    ),
    pixels,
  };
};

const grey = (value: number): Colour => [value, value, value];

describe('a page’s picture', () => {
  test('of text has few colours, a quarter of the bytes, and no visible difference from the page', () => {
    // Letters' edges have all greys.
    const text = pictureOf((x, y) => (y % 20 > 12 ? grey((x * 37 + y * 91) % 256) : grey(255)));
    const { bytes, mime } = encodePagePicture(text);
    expect(mime).toBe('image/png');
    expect(bytes[24]).toBe(4);
    expect(read(bytes, mime, text).steps).toBeLessThanOrEqual(20);
    expect(bytes.length).toBeLessThan(encodePng(text.data, WIDTH, HEIGHT, 'rgb').length / 3);
  });

  test.each([1, 2, 16, 17, 256])('of %i colours keeps each of them', (count) => {
    const page = pictureOf((x, y) => {
      const colour = (y * WIDTH + x) % count;
      return [colour, 255 - colour, (colour * 7) % 256];
    });
    const { bytes, mime } = encodePagePicture(page);
    expect([mime, read(bytes, mime, page).steps]).toEqual(['image/png', 0]);
  });

  test('keeps the tint of coloured parts, even if letters have many greys', () => {
    const tints: Colour[] = [
      [255, 249, 219],
      [235, 244, 255],
      [253, 242, 242],
    ];
    const page = pictureOf((x, y) =>
      y > 150 ? (tints[x % 3] as Colour) : y % 4 === 0 ? grey((x * 37) % 256) : grey(255),
    );
    const { bytes, mime } = encodePagePicture(page);
    const { pixels } = read(bytes, mime, page);
    tints.forEach((tint, x) => {
      const at = (180 * WIDTH + x) * 4;
      const steps = tint.map((value, channel) => Math.abs((pixels[at + channel] ?? 0) - value));
      expect(Math.max(...steps)).toBeLessThanOrEqual(3);
    });
  });

  test('takes more colours if 16 would be visible', () => {
    const page = pictureOf((x, y) => [Math.floor(x / 20) * 17, Math.floor(y / 20) * 25, 90]);
    const { bytes, mime } = encodePagePicture(page);
    expect([mime, bytes[24], read(bytes, mime, page).steps]).toEqual(['image/png', 8, 0]);
  });

  test('of a photograph is a JPEG, but a PNG of all colours if only PNG can be kept', () => {
    const photograph = pictureOf((x, y) => [
      Math.round(128 + 100 * Math.sin(x / 40)),
      Math.round(128 + 100 * Math.cos(y / 30)),
      (x * y) % 251,
    ]);
    const small = encodePagePicture(photograph);
    expect(small.mime).toBe('image/jpeg');
    const whole = encodePagePicture(photograph, true);
    expect([whole.mime, read(whole.bytes, whole.mime, photograph).steps]).toEqual(['image/png', 0]);
    expect(small.bytes.length).toBeLessThan(whole.bytes.length);
  });

  test('is the same file for the same page', () => {
    const page = pictureOf((x, y) => grey((x * 31 + y * y) % 256));
    expect(encodePagePicture(page)).toEqual(encodePagePicture(page));
  });
});
