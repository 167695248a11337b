import { CallFailed } from '../shared/call.ts';
import { ask } from './api.ts';
import { w } from './words/index.ts';

const drawn = new Map<string, Promise<string>>();

export const forgetTyped = (): void => drawn.clear();

/**
 * The server's picture of a typed name. It is requested once, so that the adopted picture is the shown one. Empty for an
 * empty name. Throws an error with a text for people if no font has a letter.
 */
export const typedPicture = (name: string): Promise<string> => {
  const text = name.trim();
  if (!text) return Promise.resolve('');
  const known = drawn.get(text);
  if (known) return known;
  const asked = ask<{ image: string }>('POST', '/v2/profiles/signatures/typed', { text }).then(
    ({ image }) => image,
    (error) => {
      drawn.delete(text);
      throw error instanceof CallFailed && error.status === 406 ? new Error(w.adoptNoFont) : error;
    },
  );
  drawn.set(text, asked);
  return asked;
};
