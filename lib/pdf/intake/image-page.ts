import { PDF } from '@libpdf/core';
import { now } from '../../base/clock.ts';
import { Canvas } from '../content/canvas.ts';
import { embedPixels } from '../content/picture.ts';
import { MOST_PIXELS } from '../file/reading-limits.ts';
import { openFonts } from '../fonts/fonts.ts';
import type { ImageHeader } from '../images/header.ts';
import { decodeImage } from '../images/pixels.ts';

/** True if a JPEG can be put into the PDF unchanged. A CMYK one can't: the PDF library ignores its inversion. */
const isTakenOver = ({ format, components }: ImageHeader): boolean => format === 'jpeg' && components !== 4;

/** The most pixels of an image: fewer if it must be decoded, which takes memory. */
export const pixelLimit = (header: ImageHeader): number => (isTakenOver(header) ? MOST_PIXELS : 25_000_000);

/** An upright A4 page, in points. */
const PAGE = { short: 595.28, long: 841.89 };

/** Points per pixel of a picture that fits the page at 96 dots an inch. */
const POINTS_PER_PIXEL = 0.75;

/**
 * Makes a PDF of one page from a PNG or JPEG: at 96 dots an inch, smaller if it would exceed A4, upright by its Exif
 * orientation. Throws if the image is broken.
 */
export const imageToPdf = async (bytes: Uint8Array, header: ImageHeader): Promise<Uint8Array> => {
  const pdf = PDF.create();
  const dates = { creationDate: now(), modificationDate: now() };
  pdf.setMetadata({ title: '', author: '', creator: '', producer: 'Countersign', ...dates });
  const takenOver = isTakenOver(header);
  const image = takenOver ? pdf.embedJpeg(whole(bytes)) : await embedPixels(pdf, decodeImage(bytes, header));
  const rotate = takenOver ? header.quarterTurns * 90 : 0;

  const [short, long] = [Math.min(image.width, image.height), Math.max(image.width, image.height)];
  const scale = Math.min(POINTS_PER_PIXEL, PAGE.short / short, PAGE.long / long);
  const [width, height] = [image.width * scale, image.height * scale];
  const page = pdf.addPage({ width, height, rotate });
  const canvas = new Canvas(pdf, page.dict, openFonts(pdf));
  canvas.image({ ref: image.ref, width: image.width, height: image.height }, { x: 0, y: 0, width, height });
  canvas.finish();
  return pdf.save();
};

/** Returns the JPEG if its last scan has an end; else throws: viewers would show a part of it, and grey. */
const whole = (jpeg: Uint8Array): Uint8Array => {
  const view = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const [startOfScan, endOfImage] = [0xda, 0xd9].map((marker) => view.lastIndexOf(Buffer.from([0xff, marker])));
  if ((startOfScan ?? -1) < 0 || (endOfImage ?? -1) < (startOfScan ?? 0)) throw new Error('The JPEG is cut off');
  return jpeg;
};
