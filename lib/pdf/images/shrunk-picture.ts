import type { Worker } from 'node:worker_threads';
import { newBudget } from '../threads/budget.ts';
import { IS_BUNDLED, Threads, watchThread } from '../threads/threads.ts';
import type { Pixels } from './rgba.ts';
import { type PictureOrder, shrink } from './shrink.ts';

const threads = new Threads(
  new URL(IS_BUNDLED ? './picture-worker.mjs' : './picture-worker.ts', import.meta.url),
  // A picture of 16 million pixels is 64 MB, which doesn't count here.
  { maxOldGenerationSizeMb: 256 },
);

/** In pixels: decoding smaller pictures takes some 10 ms, less than starting a thread. */
const SMALL = 500_000;

/**
 * Decodes a picture and scales it down to fit: large ones in a thread that ends when it has used up its time, so that
 * nobody else waits. Throws on broken data, and if it takes too long.
 */
export const shrunkPicture = (order: PictureOrder): Promise<Pixels> | Pixels =>
  order.header.width * order.header.height <= SMALL
    ? shrink(order)
    : threads.run(async (thread) => ({ result: await shrinkIn(thread, order), keep: true }));

const shrinkIn = (thread: Worker, order: PictureOrder): Promise<Pixels> =>
  new Promise((resolve, reject) => {
    const budget = newBudget();
    let begun: number | undefined;
    const stop = (): void => {
      watch.stop();
      thread.off('message', onMessage).off('error', fail).off('exit', fail);
    };
    const fail = (): void => {
      stop();
      reject(new Error('The picture takes too much time or memory'));
    };
    const watch = watchThread(thread, {
      milliseconds: budget.left,
      look: (used) => {
        begun ??= used;
        if (used - begun > budget.left) fail();
      },
      onWall: fail,
    });
    const onMessage = (picture: Pixels | null): void => {
      stop();
      if (picture) resolve(picture);
      else reject(new Error('The picture is broken'));
    };
    thread.on('message', onMessage).on('error', fail).on('exit', fail);
    const { bytes } = order;
    thread.postMessage({ ...order, bytes: new Uint8Array(bytes) });
  });
