import { endOfComment, endOfHexString, endOfInlineImage, endOfString, LESS } from './content-bytes.ts';

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
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1');
  NOTABLE.lastIndex = 0;
  let depth = 0;
  let lowest = 0;
  let highest = 0;
  while (NOTABLE.test(text)) {
    const end = NOTABLE.lastIndex;
    switch (text[end - 1]) {
      case 'q':
        highest = Math.max(highest, ++depth);
        break;
      case 'Q':
        lowest = Math.min(lowest, --depth);
        break;
      case '(':
        NOTABLE.lastIndex = endOfString(content, end - 1);
        break;
      case '<':
        NOTABLE.lastIndex = content[end] === LESS ? end + 1 : endOfHexString(content, end - 1);
        break;
      case '%':
        NOTABLE.lastIndex = endOfComment(content, end - 1);
        break;
      case 'D':
        NOTABLE.lastIndex = endOfInlineImage(content, end);
        break;
    }
  }
  return { lowest, highest, final: depth };
};

/**
 * What matters in a content, each told by its last character: a simple string whole, or the beginning of another; that of
 * a hexadecimal string, a dictionary or a comment; the operators q, Q and ID. The engine of regular expressions passes
 * over everything else many times faster than a loop does.
 */
const NOTABLE = /\((?:[^()\\]*\))?|[<%]|(?<![^\0\t\n\f\r ()<>[\]{}%])(?:[qQ]|ID)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
