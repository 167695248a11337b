import { PNG } from 'pngjs';

/** A grey PNG. */
export const picture = (width: number, height: number): Buffer<ArrayBuffer> => {
  const png = new PNG({ width, height });
  png.data.fill(0x80);
  return Buffer.from(PNG.sync.write(png));
};

/** A PNG of few bytes that says it is 60000 × 60000 pixels. */
export const hugeHeader = (): Buffer<ArrayBuffer> => {
  const bytes = picture(10, 10);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
};

/** A form with one file. */
export const formWith = (field: string, bytes: Buffer<ArrayBuffer>): FormData => {
  const form = new FormData();
  form.append(field, new Blob([bytes]), `${field}.png`);
  return form;
};
