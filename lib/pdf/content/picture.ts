import { promisify } from 'node:util';
import { constants, deflate, deflateSync, type ZlibOptions } from 'node:zlib';
import { type PDF, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { decodeStoredPng } from '../images/decode-png.ts';
import type { Pixels } from '../images/rgba.ts';

/** An image of a document, with its size in pixels. */
export interface Picture {
  ref: PdfRef;
  width: number;
  height: number;
}

/** A picture's samples. */
interface Packed {
  width: number;
  height: number;
  colours: Uint8Array;
  /** Its transparency; undefined if it has none. */
  mask?: Uint8Array | undefined;
}

/** A signature stands in the document and in the certificate of completion: it is decoded and compressed once. */
const packedPictures = new WeakMap<Uint8Array, Packed>();

/**
 * Embeds a PNG into a document, its transparency as a mask (ISO 32000-2 section 11.6.5.2). The library's own
 * compression takes longer than sealing ten pages. Throws on broken data. The PNG's bytes must not change afterwards.
 */
export const embedPicture = (pdf: PDF, png: Uint8Array): Picture => {
  const packed = packedPictures.get(png) ?? pack(png);
  packedPictures.set(png, packed);
  return embedPacked(pdf, packed);
};

/** The same for a decoded picture of any size: it is compressed beside the process's other work. */
export const embedPixels = async (pdf: PDF, pixels: Pixels): Promise<Picture> => {
  const { width, height, colours, mask } = samplesOf(pixels);
  const [packed, packedMask] = await Promise.all([deflated(colours), mask && deflated(mask, RUNS)]);
  return embedPacked(pdf, { width, height, colours: packed, mask: packedMask });
};

const asyncDeflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);
const deflated = (data: Uint8Array, options: ZlibOptions = {}): Promise<Buffer> => asyncDeflate(data, options);

const embedPacked = (pdf: PDF, { width, height, colours, mask }: Packed): Picture => {
  const image = imageStream(colours, width, height, 'DeviceRGB');
  if (mask) image.set('SMask', pdf.register(imageStream(mask, width, height, 'DeviceGray')));
  return { ref: pdf.register(image), width, height };
};

/**
 * Transparency is the same over long stretches: to look for nothing else takes a tenth of the time for the same size.
 */
const RUNS = { strategy: constants.Z_RLE };

const pack = (png: Uint8Array): Packed => {
  const { colours, mask, ...size } = samplesOf(decodeStoredPng(png));
  return { ...size, colours: deflateSync(colours), mask: mask && deflateSync(mask, RUNS) };
};

/** Parts the colours from the transparency, if there is any. */
const samplesOf = ({ data, width, height }: Pixels): Packed => {
  const colours = new Uint8Array(width * height * 3);
  const mask = new Uint8Array(width * height);
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const alpha = data[pixel * 4 + 3] ?? 0;
    mask[pixel] = alpha;
    // A wholly transparent pixel may have any colour: black compresses best.
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel++) colours[pixel * 3 + channel] = data[pixel * 4 + channel] ?? 0;
  }
  const isTransparent = mask.some((alpha) => alpha < 255);
  return { width, height, colours, mask: isTransparent ? mask : undefined };
};

const imageStream = (packed: Uint8Array, width: number, height: number, colours: string): PdfStream =>
  PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Image'),
      Width: PdfNumber.of(width),
      Height: PdfNumber.of(height),
      ColorSpace: PdfName.of(colours),
      BitsPerComponent: PdfNumber.of(8),
      Filter: PdfName.of('FlateDecode'),
    },
    packed,
  );
