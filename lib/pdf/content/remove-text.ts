import { type PDF, type PdfDict, PdfStream } from '@libpdf/core';
import { numberText, rounded } from '../file/number-text.ts';
import { numberIn, type Operand, type Operation, shownItems } from './content-operations.ts';
import { type Glyph, isSpace, type Marks, type Shown, type Source } from './page-text.ts';

/** The replacement for a part of a content stream. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Alternative texts (ISO 32000-2 section 14.9): text extraction would still find them. */
export const STAND_INS = ['ActualText', 'Alt', 'E'] as const;
export type StandIn = (typeof STAND_INS)[number];

/**
 * Removes glyphs from the content that shows them: they are deleted, not covered, so neither people nor text extraction
 * find them. Nothing else moves. A form that several pages draw loses them on all of these pages.
 */
export const removeGlyphs = (pdf: PDF, glyphs: readonly Glyph[]): void => {
  const sources = Map.groupBy(glyphs, ({ shown }) => shown.source);
  for (const [source, removed] of sources) {
    rewrite(pdf, source, [...stringEdits(removed), ...markEdits(removed)]);
  }
};

/** Takes out the texts that stand in for these glyphs. The glyphs stay. */
export const forgetStandIns = (pdf: PDF, glyphs: readonly Glyph[]): void => {
  for (const [source, ours] of Map.groupBy(glyphs, ({ shown }) => shown.source)) {
    const edits = markEdits(ours);
    if (edits.length > 0) rewrite(pdf, source, edits);
  }
};

const rewrite = (pdf: PDF, { content, owner }: Source, edits: readonly Edit[]): void => {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(content.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  const changed = Buffer.concat([...parts, content.subarray(at)]);
  if (owner instanceof PdfStream) owner.setData(changed);
  else owner.set('Contents', pdf.register(new PdfStream([], changed)));
};

const stringEdits = (glyphs: readonly Glyph[]): Edit[] =>
  // A form that is drawn twice is read twice: its operations are identified by their place.
  [...Map.groupBy(glyphs, ({ shown }) => shown.operation.start).values()].map((removed) => {
    const strings = Map.groupBy(removed, ({ shown }) => shown.operand.start);
    const { operation } = (removed[0] as Glyph).shown;
    const items = shownItems(operation).map((item) => {
      const gone = strings.get(item.start);
      const [first] = gone ?? [];
      return first ? without(first.shown, new Set(gone?.map(({ index }) => index))) : sameAs(item);
    });
    return { start: operation.start, end: operation.end, text: `${linesBefore(operation)}[${items.join('')}] TJ` };
  });

/** The operators that `'` and `"` imply before they show a string (ISO 32000-2 table 107). */
const linesBefore = ({ operator, operands }: Operation): string => {
  if (operator === "'") return 'T* ';
  if (operator !== '"') return '';
  return `${numberText(numberIn(operands[0]))} Tw ${numberText(numberIn(operands[1]))} Tc T* `;
};

const sameAs = (item: Operand): string => {
  if (item.kind === 'number') return ` ${numberText(item.value)} `;
  return item.kind === 'string' ? hex(item.bytes) : '';
};

/** The string with the codes of `gone` replaced by the same space, so that the text after them doesn't move. */
const without = ({ operand, font, spacing }: Shown, gone: ReadonlySet<number>): string => {
  const { codeLength } = font;
  const { bytes } = operand;
  let text = '';
  let kept: number[] = [];
  const flush = (): void => {
    if (kept.length > 0) text += hex(Uint8Array.from(kept));
    kept = [];
  };
  for (let index = 0; index * codeLength < bytes.length; index++) {
    const piece = [...bytes.subarray(index * codeLength, (index + 1) * codeLength)];
    if (!gone.has(index)) {
      kept.push(...piece);
      continue;
    }
    flush();
    const code = piece.reduce((value, byte) => value * 256 + byte, 0);
    const space = spacing.character + (isSpace(code, font) ? spacing.word : 0);
    const moved = font.code(code).width + (spacing.size === 0 ? 0 : (space * 1000) / spacing.size);
    text += ` ${numberText(rounded(-moved))} `;
  }
  flush();
  return text;
};

const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`;

const markEdits = (glyphs: readonly Glyph[]): Edit[] => {
  const edits = new Map<number, Edit>();
  for (const { shown } of glyphs) {
    for (let marks: Marks | undefined = shown.marks; marks; marks = marks.outer) {
      forget(marks.properties);
      const list = marks.operation.operands[1];
      if (list?.kind !== 'dictionary') continue;
      list.items.forEach((key, index) => {
        const value = list.items[index + 1];
        if (index % 2 === 0 && key.kind === 'name' && STAND_INS.some((known) => known === key.name) && value) {
          edits.set(key.start, { start: key.start, end: value.end, text: ' ' });
        }
      });
    }
  }
  return [...edits.values()];
};

const forget = (properties: PdfDict | undefined): void => {
  for (const key of STAND_INS) properties?.delete(key);
};
