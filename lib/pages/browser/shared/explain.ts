import { CallFailed, Unreachable } from './call.ts';
import type { Forms } from './forms.ts';
import { say, wordsOf } from './words.ts';

const words = wordsOf<Record<string, string | Forms>>();

const MINUTE = 60;

/** An error's text for people, in the page's language. A refusal without a translation has the API's sentence. */
export const explain = (error: unknown): string => {
  if (error instanceof Unreachable) return say(words.unreachable ?? '', {});
  if (error instanceof CallFailed) return refusalOf(error);
  return error instanceof Error ? error.message : String(error);
};

const refusalOf = ({ code, message, seconds }: CallFailed): string => {
  const own = words[`refused_${code}`];
  return own ? say(own, { count: Math.ceil(seconds / MINUTE) }) : message || say(words.wentWrong ?? '', {});
};
