import {
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
} from './content-bytes.ts';

const [SAVE, RESTORE, IMAGE, DATA] = [...'qQID'].map(code) as [number, number, number, number];

/** What a content stream does to the stack of graphics states: the lowest and highest depth, and the one at its end. */
export interface Balance {
  lowest: number;
  highest: number;
  final: number;
}

/**
 * Counts the operators q and Q of a page's content (ISO 32000-2 section 8.4.2). Many producers leave some unpaired;
 * what is drawn after such content lands in its coordinates instead of the page's, unless the missing ones are added.
 */
export const graphicsStateBalance = (content: Uint8Array): Balance => {
  let depth = 0;
  let lowest = 0;
  let highest = 0;
  let at = 0;
  while (at < content.length) {
    const byte = content[at];
    if (byte === PERCENT) at = endOfComment(content, at);
    else if (byte === OPEN) at = endOfString(content, at);
    else if (byte === LESS) at = content[at + 1] === LESS ? at + 2 : endOfHexString(content, at);
    else if (isRegular(byte)) {
      const start = at;
      while (isRegular(content[at])) at++;
      const isName = start > 0 && content[start - 1] === SLASH;
      const length = at - start;
      if (length === 1 && !isName) {
        if (content[start] === SAVE) highest = Math.max(highest, ++depth);
        else if (content[start] === RESTORE) lowest = Math.min(lowest, --depth);
      } else if (length === 2 && !isName && content[start] === IMAGE && content[start + 1] === DATA) {
        at = endOfInlineImage(content, at);
      }
    } else at++;
  }
  return { lowest, highest, final: depth };
};
