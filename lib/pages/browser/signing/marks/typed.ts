import type { TypedMark } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ask } from '../state/api.ts';
import { w } from '../words/index.ts';

/** The server's picture of a typed name; an empty one for none. */
export type ShownMark = Pick<TypedMark, 'image' | 'font' | 'fonts'>;

const drawn = new Map<string, Promise<ShownMark>>();

export const forgetTyped = (): void => drawn.clear();

/**
 * Returns the server's picture of a typed name, in this handwriting or in the one that the server chooses. It is
 * requested once, so that the adopted picture is the shown one. Throws an error with a text for people if no font has a
 * letter.
 */
export const typedMark = (name: string, font?: string | null): Promise<ShownMark> => {
  const text = name.trim();
  if (!text) return Promise.resolve({ image: '', font: null, fonts: [] });
  const key = `${font ?? ''} ${text}`;
  const known = drawn.get(key);
  if (known) return known;
  const asked = ask<TypedMark>('POST', '/v2/profiles/signatures/typed', { text, ...(font ? { font } : {}) }).catch(
    (error) => {
      drawn.delete(key);
      throw error instanceof CallFailed && error.status === 406 ? new Error(w.adoptNoFont) : error;
    },
  );
  drawn.set(key, asked);
  return asked;
};
