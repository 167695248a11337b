import { endOfComment, endOfHexString, endOfInlineImage, endOfString, LESS } from '../file/lexical.ts';

/** Effect of a content stream on the stack of graphics states: lowest, highest and final depth. */
export interface Balance {
  lowest: number;
  highest: number;
  final: number;
}

/**
 * Counts the operators q and Q of a page's content (ISO 32000-2 section 8.4.2). Many producers leave some unpaired.
 * Later drawings would then use the content's coordinates instead of the page's, unless the missing operators are
 * added.
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
 * Relevant tokens, each recognised by its last character: a simple string, or the beginning of another; the beginning
 * of a hexadecimal string, a dictionary or a comment; the operators q, Q and ID. The regular expression engine skips
 * everything else many times faster than a loop.
 */
const NOTABLE = /\((?:[^()\\]*\))?|[<%]|(?<![^\0\t\n\f\r ()<>[\]{}%])(?:[qQ]|ID)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
