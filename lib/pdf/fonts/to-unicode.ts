import { type PdfDict, PdfStream } from '@libpdf/core';
import type { Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';

/** `beginbfchar` accepts at most so many lines. */
const LINES_AT_ONCE = 100;

/** The map from codes to texts (ISO 32000-2 section 9.10.3), in UTF-16. A code has one or two bytes. */
export const toUnicode = (meanings: Iterable<readonly [code: number, text: string]>, bytes: 1 | 2 = 2): string => {
  const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0');
  const lines = [...meanings].flatMap(([code, text]) =>
    text === ''
      ? []
      : `<${hex(code, 2 * bytes)}> <${[...Array(text.length).keys()].map((at) => hex(text.charCodeAt(at))).join('')}>`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const block = lines.slice(at, at + LINES_AT_ONCE);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `1 begincodespacerange <${'00'.repeat(bytes)}> <${'FF'.repeat(bytes)}> endcodespacerange`,
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
};

const PAIR = /<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>/g;
const RANGE = /<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])/g;

/**
 * Texts by codes of two bytes that a font's `/ToUnicode` states. The first statement about a code counts, as in PDFium.
 */
export const readToUnicode = (font: PdfDict, resolve: Resolve): Map<number, string> => {
  const texts = new Map<number, string>();
  const map = font.get('ToUnicode', resolve);
  if (!(map instanceof PdfStream)) return texts;
  const cmap = Buffer.from(decodedOrNothing(map)).toString('latin1');
  const add = (code: number, text: string): void => {
    if (!texts.has(code)) texts.set(code, text);
  };
  for (const [, body = ''] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = '', text = ''] of body.matchAll(PAIR)) add(Number.parseInt(code, 16), utf16(text));
  }
  for (const [, body = ''] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, low = '', high = '', text = ''] of body.matchAll(RANGE)) {
      const [first, last] = [Number.parseInt(low, 16), Number.parseInt(high, 16)];
      const listed = text.startsWith('[') ? (text.match(/[0-9A-Fa-f]+/g) ?? []).map(utf16) : undefined;
      for (let code = first; code <= last; code++) {
        add(code, listed ? (listed[code - first] ?? '') : next(utf16(text.slice(1, -1)), code - first));
      }
    }
  }
  return texts;
};

const utf16 = (hex: string): string =>
  Buffer.from(hex.padStart(Math.ceil(hex.length / 4) * 4, '0'), 'hex')
    .swap16()
    .toString('utf16le');

/** The text of a range's later code: the last unit of the first one's, so many further. */
const next = (text: string, steps: number): string =>
  text === '' ? '' : text.slice(0, -1) + String.fromCharCode((text.charCodeAt(text.length - 1) + steps) & 0xff_ff);
