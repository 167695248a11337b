import { PNG } from 'pngjs';

/** Every picture that tests send is made here. */
type Bytes = Buffer<ArrayBuffer>;

const png = (width: number, height: number, paint: (image: PNG) => void): Bytes => {
  const image = new PNG({ width, height });
  paint(image);
  return Buffer.from(PNG.sync.write(image));
};

/** A PNG of one value in all four channels: 0 is transparent, 0x80 a translucent grey. */
export const plainPicture = (width: number, height: number, value = 0x80): Bytes =>
  png(width, height, ({ data }) => data.fill(value));

/** A drawn signature: a wave on a transparent background. */
export const signaturePicture = (width = 200, height = 80): Bytes =>
  png(width, height, ({ data }) => {
    for (let x = 0; x < width; x++) {
      const middle = Math.round(height / 2 + 0.3 * height * Math.sin(x / 15));
      for (let y = middle - 2; y <= middle + 2; y++) data.set([0, 0, 120, 255], (y * width + x) * 4);
    }
  });

/** A black stroke on a white background. */
export const strokeOnWhite = (width = 60, height = 20): Bytes =>
  png(width, height, ({ data }) => {
    data.fill(255);
    const row = Math.floor(height / 2) * width;
    for (let x = 5; x < width - 5; x++) data.fill(0, (row + x) * 4, (row + x) * 4 + 3);
  });

/**
 * Opaque noise in so many levels, another for each seed. With 256 levels it hardly compresses, so it is kept as large
 * as pictures are.
 */
export const noisyPicture = (width: number, height: number, { seed = 1, levels = 256 } = {}): Bytes =>
  png(width, height, ({ data }) => {
    let state = seed;
    for (let at = 0; at < data.length; at++) {
      state = (state * 48_271) % 2_147_483_647;
      data[at] = at % 4 === 3 ? 255 : Math.floor(((state % levels) * 255) / (levels - 1));
    }
  });

/** A PNG of few bytes that says it is 60000 × 60000 pixels. */
export const hugeHeader = (): Bytes => {
  const bytes = plainPicture(10, 10);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
};

/** A form with one picture. */
export const formWith = (field: string, bytes: Bytes): FormData => {
  const form = new FormData();
  form.append(field, new Blob([bytes]), `${field}.png`);
  return form;
};
