import { CallFailed } from '../shared/call.ts';
import { ask } from './api.ts';
import { w } from './words/index.ts';

const drawn = new Map<string, Promise<string>>();

export const forgetTyped = (): void => drawn.clear();

/**
 * A typed name as the picture that the server makes of it, which is asked for once: what is adopted is what was shown.
 * Empty for an empty name. Throws, in words, for letters that no font has.
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
