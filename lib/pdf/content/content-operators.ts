import {
  beginsNumber,
  code,
  endOfComment,
  endOfHexString,
  endOfInlineImage,
  endOfString,
  isRegular,
  LESS,
  OPEN,
  PERCENT,
  SLASH,
} from '../file/lexical.ts';

/** Counts the operators of a content stream, up to `most` and one more. */
export const countOperators = (content: Uint8Array, most: number): number => {
  let count = 0;
  let at = 0;
  while (at < content.length && count <= most) {
    const byte = content[at] ?? 0;
    if (byte === OPEN) at = endOfString(content, at);
    else if (byte === LESS) at = content[at + 1] === LESS ? at + 2 : endOfHexString(content, at);
    else if (byte === PERCENT) at = endOfComment(content, at);
    else if (byte === SLASH) at = endOfToken(content, at + 1);
    else if (!isRegular(byte)) at++;
    else {
      const end = endOfToken(content, at);
      // Viewers look up whatever is no number.
      if (!beginsNumber(byte)) count++;
      at = end - at === 2 && byte === I && content[at + 1] === D ? endOfInlineImage(content, end) : end;
    }
  }
  return count;
};

const [I, D] = [code('I'), code('D')];

const endOfToken = (content: Uint8Array, start: number): number => {
  let at = start;
  while (isRegular(content[at])) at++;
  return at;
};
