import { PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core';
import { SHOWING } from '../content/content-operations.ts';
import { contentStreams } from '../content/page-content.ts';
import {
  beginsNumber,
  endOfComment,
  endOfHexString,
  endOfInlineImage,
  endOfString,
  isPlainNumber,
  isRegular,
  LESS,
  OPEN,
  PERCENT,
  SLASH,
} from '../file/lexical.ts';
import { numberText } from '../file/number-text.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';

/** Changes of content in plain phrases, and a fault that can't be mended, as the end of a sentence about a page. */
interface SettledContent {
  reasons: Set<string>;
  fault?: string;
}

const JOINED = 'pieces of its content that readers join in two ways became one';
const PLAIN_NUMBERS = 'numbers that readers take in two ways were written plainly';
const ADDED_FONT = 'a font that it lacks was added';

/** Forms within forms; deeper nesting is a loop. */
const DEEPEST_FORM = 8;

/**
 * Writes what pages draw so that all viewers read it alike, as PDFium does: numbers such as `--5`, content whose pieces
 * end within a word, and texts in fonts that a page lacks, for which PDFium takes Helvetica and others nothing.
 */
export const settleContent = (document: OpenPdf): SettledContent => {
  const settler = new ContentSettler(document);
  for (const [index, { dict }] of document.pages.entries()) settler.settlePage(dict, index + 1);
  return settler;
};

class ContentSettler implements SettledContent {
  readonly reasons = new Set<string>();
  fault?: string;
  readonly #document: OpenPdf;
  readonly #resolve: Resolve;
  readonly #done = new Set<PdfDict>();
  #page = 0;
  #font: PdfRef | undefined;

  constructor(document: OpenPdf) {
    this.#document = document;
    this.#resolve = document.resolve;
  }

  settlePage(page: PdfDict, number: number): void {
    this.#page = number;
    const stated = inherited(page, 'Resources', this.#resolve);
    const resources = stated instanceof PdfDict ? stated : new PdfDict();
    const streams = contentStreams(page, this.#resolve).map((ref) => this.#resolve(ref) as PdfStream);
    const parts = streams.map(decodedOrNothing);
    const isSplit = parts.some((part, index) => index > 0 && endsWithin(parts[index - 1] as Uint8Array, part));
    if (isSplit) this.reasons.add(JOINED);
    const pieces = isSplit ? [joined(parts)] : parts;
    // One reader for all: what a piece begins, such as a font, holds for the next one.
    const reader = new Reader();
    const settled = pieces.map((piece) => this.#settled(piece, reader));
    if (isSplit) page.set('Contents', this.#document.pdf.register(new PdfStream([], settled[0] ?? joined(parts))));
    else for (const [index, stream] of streams.entries()) replace(stream, settled[index]);
    if (this.#lacksFont(reader, resources)) {
      if (!(stated instanceof PdfDict)) page.set('Resources', resources);
      this.#addFonts(reader, resources);
    }
    this.#settleResources(resources, resources, 0);
  }

  /** The content with plain numbers; undefined if it has no others. */
  #settled(content: Uint8Array, reader: Reader): Uint8Array | undefined {
    const edits = reader.read(content);
    if (reader.unreadable !== undefined) this.fault ??= `page ${this.#page} has a number (${reader.unreadable})`;
    if (reader.unreadable !== undefined || edits.length > 0) this.reasons.add(PLAIN_NUMBERS);
    if (edits.length === 0) return undefined;
    return edited(content, edits);
  }

  #settleResources(resources: PdfDict, page: PdfDict, depth: number): void {
    if (depth > DEEPEST_FORM || this.#done.has(resources)) return;
    this.#done.add(resources);
    for (const category of ['XObject', 'Pattern'])
      this.#settleAll(resources.getDict(category, this.#resolve), page, depth);
    for (const state of this.#dictionaries(resources.getDict('ExtGState', this.#resolve))) {
      const group = state.getDict('SMask', this.#resolve)?.get('G', this.#resolve);
      if (group instanceof PdfStream) this.#settleStream(group, page, depth);
    }
    for (const font of this.#dictionaries(resources.getDict('Font', this.#resolve))) {
      const glyphs = font.getDict('CharProcs', this.#resolve);
      if (!glyphs || this.#done.has(font)) continue;
      this.#done.add(font);
      this.#settleAll(glyphs, font.getDict('Resources', this.#resolve) ?? page, depth);
      const own = font.getDict('Resources', this.#resolve);
      if (own) this.#settleResources(own, page, depth + 1);
    }
  }

  #dictionaries(holder: PdfDict | undefined): PdfDict[] {
    return [...(holder?.keys() ?? [])].flatMap((key) => holder?.getDict(key.value, this.#resolve) ?? []);
  }

  #settleAll(holder: PdfDict | undefined, page: PdfDict, depth: number): void {
    for (const key of holder?.keys() ?? []) {
      const drawing = holder?.get(key.value, this.#resolve);
      if (drawing instanceof PdfStream) this.#settleStream(drawing, page, depth);
    }
  }

  #settleStream(stream: PdfStream, page: PdfDict, depth: number): void {
    // Whatever else stands among forms, such as a picture, holds no operators.
    const isOther = stream.getName('Subtype', this.#resolve)?.value !== 'Form' && stream.has('Subtype');
    if (this.#done.has(stream) || isOther) return;
    this.#done.add(stream);
    const own = stream.getDict('Resources', this.#resolve);
    const reader = new Reader();
    replace(stream, this.#settled(decodedOrNothing(stream), reader));
    // A form without resources of its own uses the page's.
    if (this.#lacksFont(reader, own ?? page, page)) this.#addFonts(reader, own ?? page);
    if (own) this.#settleResources(own, page, depth + 1);
  }

  /** PDFium looks in the page's resources for names that a form's lack. */
  #lacksFont(reader: Reader, ...places: PdfDict[]): boolean {
    for (const name of [...reader.fonts]) {
      if (places.some((place) => place.getDict('Font', this.#resolve)?.get(name, this.#resolve)))
        reader.fonts.delete(name);
    }
    return reader.fonts.size > 0;
  }

  #addFonts({ fonts }: Reader, resources: PdfDict): void {
    this.reasons.add(ADDED_FONT);
    const named = resources.getDict('Font', this.#resolve) ?? new PdfDict();
    this.#font ??= this.#document.pdf.register(PdfDict.of(HELVETICA));
    for (const name of fonts) named.set(name, this.#font);
    resources.set('Font', named);
  }
}

const HELVETICA = {
  Type: PdfName.Font,
  Subtype: PdfName.of('Type1'),
  BaseFont: PdfName.of('Helvetica'),
  Encoding: PdfName.of('WinAnsiEncoding'),
};

/** Replaced bytes of a content. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Reads content one piece after the other, and keeps what is noteworthy. */
class Reader {
  /** Names of the fonts in which a text is shown. */
  readonly fonts = new Set<string>();
  /** The first number that can't be written as PDFium reads it. */
  unreadable: string | undefined;
  #name = '';
  #font: string | undefined;
  readonly #saved: (string | undefined)[] = [];

  /** Returns the numbers to replace. */
  read(content: Uint8Array): Edit[] {
    const edits: Edit[] = [];
    const file = Buffer.from(content.buffer, content.byteOffset, content.length);
    let at = 0;
    while (at < content.length) {
      const byte = content[at] as number;
      const start = at;
      if (byte === OPEN) at = endOfString(content, at);
      else if (byte === LESS) at = content[at + 1] === LESS ? at + 2 : endOfHexString(content, at);
      else if (byte === PERCENT) at = endOfComment(content, at);
      else if (byte === SLASH) {
        at = endOfWord(content, at + 1);
        this.#name = file.toString('latin1', start + 1, at);
      } else if (!isRegular(byte)) at++;
      else {
        at = endOfWord(content, at);
        const word = file.toString('latin1', start, at);
        if (!beginsNumber(byte)) at = this.#operate(word, content, at);
        else if (!isPlainNumber(word)) {
          const text = plain(word);
          if (text === undefined) this.unreadable ??= word.slice(0, LONGEST);
          else edits.push({ start, end: at, text });
        }
      }
    }
    return edits;
  }

  #operate(operator: string, content: Uint8Array, end: number): number {
    if (operator === 'ID') return endOfInlineImage(content, end);
    if (operator === 'Tf') this.#font = nameOf(this.#name);
    else if (operator === 'q' && this.#saved.length < MOST_SAVED) this.#saved.push(this.#font);
    else if (operator === 'Q' && this.#saved.length > 0) this.#font = this.#saved.pop();
    else if (this.#font !== undefined && SHOWING.has(operator)) this.fonts.add(this.#font);
    return end;
  }
}

/** Letters of a number in a message. */
const LONGEST = 20;
const MOST_SAVED = 100_000;

const nameOf = (word: string): string =>
  word.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const endOfWord = (content: Uint8Array, start: number): number => {
  let at = start;
  while (isRegular(content[at])) at++;
  return at;
};

/**
 * The number that PDFium reads; undefined for a word that it takes for an operator, and for an integer that is too
 * large.
 */
const plain = (word: string): string | undefined => {
  if (/[^\d.+-]/.test(word) || /^[+-]?\d+$/.test(word)) return undefined;
  const value = Number.parseFloat(word);
  return numberText(Number.isFinite(value) ? value : 0);
};

const edited = (content: Uint8Array, edits: readonly Edit[]): Uint8Array => {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(content.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  return Buffer.concat([...parts, content.subarray(at)]);
};

const replace = (stream: PdfStream, content: Uint8Array | undefined): void => {
  if (content) stream.setData(content);
};

/** True if a piece ends within a word or a string: some readers put a blank between pieces, others nothing. */
const endsWithin = (before: Uint8Array, after: Uint8Array): boolean =>
  (isRegular(before.at(-1)) && isRegular(after[0])) || endsInString(before);

const endsInString = (content: Uint8Array): boolean => {
  for (let at = 0; at < content.length; ) {
    const byte = content[at];
    if (byte === OPEN) {
      at = endOfString(content, at);
      if (at === content.length && !isClosed(content)) return true;
    } else if (byte === PERCENT) at = endOfComment(content, at);
    else if (byte === I && content[at + 1] === D && !isRegular(content[at + 2]) && !isRegular(content[at - 1]))
      at = endOfInlineImage(content, at + 2);
    else at++;
  }
  return false;
};

const CLOSE = ')'.charCodeAt(0);
const [I, D] = ['I', 'D'].map((letter) => letter.charCodeAt(0));
/** The end of a string is its last parenthesis, if the content's last byte is one. */
const isClosed = (content: Uint8Array): boolean => content.at(-1) === CLOSE;

/** As PDFium joins pieces. */
const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [BLANK, part])));
const BLANK = Buffer.from(' ');
