import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { decodePng, decodeStoredPng } from '../../lib/pdf/images/decode-png.ts';
import { readImageHeader } from '../../lib/pdf/images/header.ts';
import { shrinkToFit, turn } from '../../lib/pdf/images/pixels.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { decodeImageBlob, readSignatureImage } from '../../lib/pdf/images/signature-image.ts';

type Colour = [red: number, green: number, blue: number, alpha: number];

const INK: Colour = [20, 30, 120, 255];
const CLEAR: Colour = [0, 0, 0, 0];
const WHITE: Colour = [255, 255, 255, 255];

const picture = (width: number, height: number, colour: (x: number, y: number) => Colour): Uint8Array => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 4);
  return data;
};

/** A diagonal stroke on a background. */
const stroke = (width: number, height: number, background: Colour): Uint8Array =>
  picture(width, height, (x, y) => (Math.abs(x / width - y / height) < 0.05 ? INK : background));

const png = (width: number, height: number, background = CLEAR): Uint8Array =>
  encodePng(stroke(width, height, background), width, height, 'rgba');

const jpg = (width: number, height: number): Uint8Array =>
  jpeg.encode({ data: Buffer.from(stroke(width, height, WHITE)), width, height }, 90).data;

/** The JPEG with an Exif segment that states an orientation. */
const oriented = (image: Uint8Array, orientation: number): Uint8Array => {
  const exif = Buffer.from(
    '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00000000' + '00000000',
    'hex',
  );
  exif.writeUInt16BE(orientation, 6 + 8 + 2 + 8);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([image.subarray(0, 2), head, exif, image.subarray(2)]);
};

const refusal = async (attempt: () => Promise<unknown> | unknown): Promise<Failure> => {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('It was accepted');
};

describe('reading a signature image', () => {
  it.each([
    ['PNG', png(300, 120), 300, 120],
    ['PNG on white', png(300, 120, WHITE), 300, 120],
    ['JPEG', jpg(300, 120), 300, 120],
    ['a large PNG', png(3000, 1000), 600, 200],
    ['a tall PNG', png(400, 1200), 100, 300],
  ])('%s becomes a PNG of at most 600 × 300, its proportions kept', async (_name, bytes, width, height) => {
    const image = await readSignatureImage(bytes);
    expect([image.width, image.height]).toEqual([width, height]);
    const decoded = PNG.sync.read(Buffer.from(image.png));
    expect([decoded.width, decoded.height]).toEqual([width, height]);
  });

  it('only the pixels of the file are kept', async () => {
    const body = Buffer.from('tEXtAuthor\0secret', 'latin1');
    const chunk = Buffer.alloc(body.length + 8);
    chunk.writeUInt32BE(body.length - 4, 0);
    body.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(body), body.length + 4);
    const plain = Buffer.from(png(60, 30));
    const end = plain.length - 12;
    const image = await readSignatureImage(Buffer.concat([plain.subarray(0, end), chunk, plain.subarray(end)]));
    expect(Buffer.from(image.png).includes('secret')).toBe(false);
  });

  it('nothing stays hidden below transparency, and all that can be seen stays as it was', async () => {
    const hidden = (x: number, y: number): Colour =>
      x % 8 === 0 ? [y, 40, 90, x % 16 === 0 ? 255 : 1] : [200, x, y, 0];
    const { png: kept } = await readSignatureImage(encodePng(picture(60, 30, hidden), 60, 30, 'rgba'));
    const { data } = PNG.sync.read(Buffer.from(kept));
    for (let at = 0; at < data.length; at += 4) {
      const [x, y] = [(at / 4) % 60, Math.floor(at / 4 / 60)];
      expect([...data.subarray(at, at + 4)]).toEqual(x % 8 === 0 ? hidden(x, y) : CLEAR);
    }
  });

  it('a photograph is turned upright', async () => {
    const image = await readSignatureImage(oriented(jpg(300, 120), 6));
    expect([image.width, image.height]).toEqual([120, 300]);
  });

  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PNG or JPEG'],
    ['a GIF', Buffer.from('GIF89a'), 'PNG or JPEG'],
    ['a cut-off PNG', png(300, 120).subarray(0, 200), 'can be read'],
    ['a cut-off header', png(300, 120).subarray(0, 20), 'PNG or JPEG'],
    ['a transparent image', encodePng(new Uint8Array(200 * 100 * 4), 200, 100, 'rgba'), 'blank'],
    [
      'a white image',
      encodePng(
        picture(200, 100, () => WHITE),
        200,
        100,
        'rgba',
      ),
      'blank',
    ],
    [
      'a black image',
      encodePng(
        picture(200, 100, () => [0, 0, 0, 255]),
        200,
        100,
        'rgba',
      ),
      'blank',
    ],
    ['an image that is too wide', png(4001, 10), '4000 pixels'],
    ['a file that is too large', new Uint8Array(2 * 1024 * 1024 + 1), '2 MB'],
  ])('%s is refused with 406 and a reason', async (_name, bytes, reason) => {
    const failure = await refusal(() => readSignatureImage(bytes));
    expect(failure.code).toBe('invalid');
    expect(failure.message).toContain('signature');
    expect(failure.message).toContain(reason);
  });

  it('a blank one of 4000 × 4000 pixels is refused, and a full one taken, while the process does other work', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    onTestFinished(() => clearInterval(counting));
    const sheet = new Uint8Array(4000 * 4000 * 4).fill(255);
    const failure = await refusal(() => readSignatureImage(encodePng(sheet, 4000, 4000, 'rgba')));
    expect(failure.message).toContain('blank');
    expect(turns).toBeGreaterThan(20);
    sheet.fill(0, 0, sheet.length / 2);
    const half = encodePng(sheet, 4000, 4000, 'rgb');
    expect(await readSignatureImage(half)).toMatchObject({ width: 300, height: 300 });
    const broken = await refusal(() => readSignatureImage(half.subarray(0, half.length / 2)));
    expect(broken.message).toContain('can be read');
  });

  it('a header that promises gigabytes is refused before anything is decoded', async () => {
    const bomb = Buffer.from(png(10, 10));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect((await refusal(() => readSignatureImage(bomb))).message).toContain('4000 pixels');
  });

  it('any other bytes are refused in the same way', async () => {
    const sources = [png(40, 20), jpg(40, 20)];
    const damaged = fc
      .tuple(fc.constantFrom(...sources), fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 8 }))
      .map(([source, changes]) => {
        const bytes = Uint8Array.from(source);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        try {
          await readSignatureImage(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('an image in a JSON body', () => {
  const bytes = png(20, 10);
  const base64 = Buffer.from(bytes).toString('base64');

  it.each([
    ['base64', base64],
    ['base64url', Buffer.from(bytes).toString('base64url')],
    ['base64 in lines', base64.replace(/.{20}/g, '$&\n')],
    ['a data: URL', `data:image/png;base64,${base64}`],
    ['a data: URL with parameters', `data:image/png;charset=utf-8;base64,${base64}`],
  ])('is taken as %s', (_name, text) => {
    expect(Buffer.from(decodeImageBlob(text))).toEqual(Buffer.from(bytes));
  });

  it.each(['', 'data:image/png;base64,', 'not an image!', 'https://example.com/x.png', 'data:image/svg+xml,<svg/>'])(
    'is refused with 406 as %j',
    async (text) => {
      const { details } = await refusal(() => decodeImageBlob(text, 'initial'));
      expect(details).toEqual({ detail: expect.stringMatching(/^initial: /) });
    },
  );
});

describe('pixels', () => {
  it('shrinking keeps the mean colour of what can be seen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (width, height) => {
        const image = { data: picture(width, height, () => [200, 100, 50, 128]), width, height };
        const small = shrinkToFit(image, 20, 10);
        expect(small.width).toBeLessThanOrEqual(20);
        expect(small.height).toBeLessThanOrEqual(10);
        expect([...small.data.subarray(0, 4)]).toEqual([200, 100, 50, 128]);
      }),
    );
  });

  it('four quarter turns give the same picture', () => {
    const image = { data: stroke(7, 3, WHITE), width: 7, height: 3 };
    expect(turn(image, 1)).toMatchObject({ width: 3, height: 7 });
    expect([...turn(image, 4).data]).toEqual([...image.data]);
  });

  it('the header states what decoding finds', () => {
    expect(readImageHeader(jpg(33, 17))).toMatchObject({ format: 'jpeg', width: 33, height: 17, components: 3 });
    expect(readImageHeader(png(33, 17))).toMatchObject({ format: 'png', width: 33, height: 17 });
  });
});

describe('a PNG', () => {
  const image = fc
    .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
    .chain(({ width, height }) => {
      const length = width * height * 4;
      return fc.uint8Array({ minLength: length, maxLength: length }).map((data) => ({ width, height, data }));
    });

  it('shows the same pixels, whichever library wrote it', () => {
    fc.assert(
      fc.property(image, fc.constantFrom(0, 1, 2, 3, 4, undefined), ({ width, height, data }, filterType) => {
        const theirs = Object.assign(new PNG({ width, height }), { data: Buffer.from(data) });
        const written = [
          encodePng(data, width, height, 'rgba'),
          PNG.sync.write(theirs, { filterType: filterType ?? -1 }),
        ];
        for (const png of written) {
          for (const decode of [decodePng, decodeStoredPng]) {
            const decoded = decode(png);
            expect([decoded.width, decoded.height]).toEqual([width, height]);
            expect(Buffer.from(decoded.data)).toEqual(Buffer.from(data));
          }
        }
        const opaque = decodePng(encodePng(data, width, height, 'rgb')).data;
        expect(Buffer.from(opaque)).toEqual(Buffer.from(data.map((byte, at) => (at % 4 === 3 ? 255 : byte))));
      }),
    );
  });

  it('that is damaged is not decoded', () => {
    const sound = png(30, 20);
    for (let at = 0; at < sound.length; at++) {
      const damaged = Uint8Array.from(sound);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      // The last chunk marks the end and holds nothing.
      if (at >= sound.length - 12) continue;
      expect(() => decodePng(damaged), `byte ${at}`).toThrow();
      expect(() => decodeStoredPng(damaged), `byte ${at}`).toThrow();
    }
    expect(() => decodePng(sound.subarray(0, sound.length - 20))).toThrow();
    expect(() => decodeStoredPng(sound.subarray(0, sound.length - 20))).toThrow();
  });
});
