import type { ImageHeader } from './header.ts';
import { decodeImage, shrinkToFit } from './pixels.ts';
import type { Pixels } from './rgba.ts';

/** A picture, and the size that it must fit. */
export interface PictureOrder {
  bytes: Uint8Array;
  header: ImageHeader;
  largest: { width: number; height: number };
}

/** Decodes a picture and scales it down to fit. Throws on broken data. */
export const shrink = ({ bytes, header, largest }: PictureOrder): Pixels =>
  shrinkToFit(decodeImage(bytes, header), largest.width, largest.height);
