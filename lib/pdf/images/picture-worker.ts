/** A thread that decodes large pictures (`shrunk-picture.ts` starts and ends it). */
import { parentPort } from 'node:worker_threads';
import type { Pixels } from './rgba.ts';
import { type PictureOrder, shrink } from './shrink.ts';

/** The picture; null if it is broken. */
const shrunkOrNull = (order: PictureOrder): Pixels | null => {
  try {
    return shrink(order);
  } catch {
    return null;
  }
};

parentPort?.on('message', (order: PictureOrder) => parentPort?.postMessage(shrunkOrNull(order)));
