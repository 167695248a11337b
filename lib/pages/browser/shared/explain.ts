import { CallFailed, Unreachable } from './call.ts';
import type { Forms } from './words/forms.ts';
import { say, wordsOf } from './words/spoken.ts';

const words = wordsOf<Record<string, string | Forms>>();

const MINUTE = 60;

/** A value that the page itself refuses, with the name of its input. */
export class InputRefused extends Error {
  readonly input: string;

  constructor(input: string, message: string) {
    super(message);
    this.input = input;
  }
}

/** The API's sentence about a parameter begins with its name. */
const PARAMETER = /^(\w+): /;

/** Refusals of a code, which is an input of every form that sends one. */
const OF_CODES = ['passcode_wrong', 'code_wrong', 'second_factor_wrong'];

/** Name of the input that an error is about, as far as it says so; else an empty string. */
export const refusedInput = (error: unknown): string => {
  if (error instanceof InputRefused) return error.input;
  if (!(error instanceof CallFailed)) return '';
  if (OF_CODES.includes(error.code ?? '')) return 'code';
  return (error.code === 'invalid' && PARAMETER.exec(error.message)?.[1]) || '';
};

/** An error's text for people, in the page's language. A refusal without a translation has the API's sentence. */
export const explain = (error: unknown): string => {
  if (error instanceof Unreachable) return say(words.unreachable ?? '', {});
  if (error instanceof CallFailed) return refusalOf(error);
  return error instanceof Error ? error.message : String(error);
};

/** Words for parameters that people give; the API's sentence names the parameter first. */
const REFUSED_PARAMETERS: Record<string, string> = {
  email: 'badEmail',
  phone: 'badPhone',
  signature: 'badPicture',
  initial: 'badPicture',
};

const wordOf = ({ status, code, message }: CallFailed): string => {
  const [, parameter = ''] = PARAMETER.exec(message) ?? [];
  if (code === 'invalid') return REFUSED_PARAMETERS[parameter] ?? '';
  // A request that is too large gets the gateway's own answer, which has no code.
  return `refused_${status === 413 ? 'too_large' : code}`;
};

/** The words for a refusal of this code; empty where the page has none. */
export const wordsForCode = (code: string): string => say(words[`refused_${code}`] ?? '', {});

const refusalOf = (failed: CallFailed): string => {
  const { message, seconds } = failed;
  const own = words[wordOf(failed)];
  return own ? say(own, { count: Math.ceil(seconds / MINUTE) }) : message || say(words.wentWrong ?? '', {});
};
