import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { Operation } from '../content/content-operations.ts';
import { pageContent } from '../content/page-content.ts';
import { type Glyph, type Marks, TooMuchTextError, textReader } from '../content/page-text.ts';
import { forgetStandIns, STAND_INS, type StandIn } from '../content/remove-text.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { textString } from '../file/text-string.ts';

/**
 * Letters and digits in one order and case, without marks: lines are written in several orders, and capitals may be
 * small ones.
 */
const wordOf = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
    .sort()
    .join('');

/** Scripts in which a glyph is a letter. In all others, a text stands in because the glyphs can't say it. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u;

/** True if two texts in scripts whose glyphs are letters have other letters or digits. */
export const contradicts = (said: string, shown: string): boolean => {
  const [one, other] = [wordOf(said), wordOf(shown)];
  return one !== other && PLAIN.test(one) && PLAIN.test(other);
};

/**
 * True if a text says something else than the glyphs that it stands for. An `/ActualText` may be a hyphen, or a script
 * that glyphs can't say; `/Alt` and `/E` are for pictures, and have nothing to add to a text.
 */
const isFalse = (key: StandIn, said: string, glyphs: readonly Glyph[]): boolean => {
  const shown = glyphs.map(({ text }) => text).join('');
  if (key !== 'ActualText') return wordOf(shown) !== '' && wordOf(shown) !== wordOf(said);
  return glyphs.every(({ text }) => text !== '') && contradicts(said, shown);
};

/**
 * Takes out texts that stand in for what pages show, and say something else: `/ActualText`, `/Alt` and `/E` of marked
 * content and of elements of the structure tree. What stands for a picture alone stays: nobody reads pictures here.
 * Returns true if it found any.
 */
export const settleStandIns = (document: OpenPdf): boolean => {
  const { pdf, pages, resolve } = document;
  const elements = elementsWithStandIns(document);
  const named = new Set(elements.flatMap(({ contents }) => contents.map(({ page }) => page)));
  const judged = pages.flatMap(({ dict }, index) =>
    named.has(dict) || mayHaveStandIn(dict, resolve) ? index + 1 : [],
  );
  if (judged.length === 0) return false;
  const read = textReader(document);
  const glyphs = judged.flatMap((page) => glyphsOf(read, page));
  const falseElements = takeOutOfElements(elements, glyphs, resolve);
  const wrong = contradicted(glyphs, resolve);
  forgetStandIns(pdf, wrong);
  return falseElements || wrong.length > 0;
};

/** A page with more text than anybody reads is not judged. */
const glyphsOf = (read: (page: number) => Glyph[], page: number): Glyph[] => {
  try {
    return read(page);
  } catch (error) {
    if (error instanceof TooMuchTextError) return [];
    throw error;
  }
};

/** Reading a page's text takes time: most have no such entry. */
const mayHaveStandIn = (page: PdfDict, resolve: Resolve): boolean => {
  const resources = inherited(page, 'Resources', resolve);
  if (names(pageContent(page, resolve))) return true;
  if (!(resources instanceof PdfDict)) return false;
  const listed = [...(resources.getDict('Properties', resolve) ?? [])].some(([, entry]) => {
    const properties = entry instanceof PdfRef ? resolve(entry) : entry;
    return properties instanceof PdfDict && STAND_INS.some((key) => properties.has(key));
  });
  const drawings = resources.getDict('XObject', resolve);
  return (
    listed ||
    [...(drawings?.keys() ?? [])].some((key) => {
      const drawing = drawings?.get(key.value, resolve);
      return (
        drawing instanceof PdfStream &&
        drawing.getName('Subtype', resolve)?.value === 'Form' &&
        names(decodedOrNothing(drawing))
      );
    })
  );
};

/** Beginnings of the entries in content. */
const ENTRIES = ['/ActualText', '/Alt', '/E(', '/E (', '/E<', '/E <'];

const names = (content: Uint8Array): boolean => {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length);
  return ENTRIES.some((entry) => text.includes(entry));
};

/** The glyphs whose stand-in says something else. */
const contradicted = (glyphs: readonly Glyph[], resolve: Resolve): Glyph[] => {
  const byMark = new Map<Operation, { marks: Marks; glyphs: Glyph[] }>();
  for (const glyph of glyphs) {
    for (let { marks } = glyph.shown; marks; marks = marks.outer) {
      const known = byMark.get(marks.operation) ?? { marks, glyphs: [] };
      byMark.set(marks.operation, known);
      known.glyphs.push(glyph);
    }
  }
  return [...byMark.values()].flatMap(({ marks, glyphs }) => {
    const isWrong = STAND_INS.some((key) => {
      const said = standInOf(marks, key, resolve);
      return said !== undefined && isFalse(key, said, glyphs);
    });
    return isWrong ? glyphs : [];
  });
};

const entryOf = ({ operation }: Marks, name: string) => {
  const list = operation.operands[1];
  if (list?.kind !== 'dictionary') return undefined;
  const at = list.items.findIndex((item, index) => index % 2 === 0 && item.kind === 'name' && item.name === name);
  return at < 0 ? undefined : list.items[at + 1];
};

const standInOf = (marks: Marks, key: StandIn, resolve: Resolve): string | undefined => {
  if (marks.properties?.has(key)) return textString(marks.properties.get(key, resolve));
  const value = entryOf(marks, key);
  return value?.kind === 'string' ? textString(PdfString.fromBytes(value.bytes)) : undefined;
};

/**
 * A part of a page's content that belongs to an element of the structure tree: its number in the content of a page, or
 * of a form.
 */
interface Part {
  page: PdfDict;
  owner: PdfDict;
  number: number;
}

interface Element {
  dict: PdfDict;
  contents: Part[];
}

/** The most elements that are read: a book of 2000 pages has some hundred thousand. */
const MOST_ELEMENTS = 1_000_000;
/** Elements with such texts within each other: those further in stand for nothing. */
const DEEPEST = 16;

/**
 * Elements of the structure tree (ISO 32000-2 section 14.7.2) with a text that stands in for their content, and all
 * that content.
 */
const elementsWithStandIns = ({ catalog, resolve }: OpenPdf): Element[] => {
  const found: Element[] = [];
  const seen = new Set<PdfDict>();
  const waiting: Place[] = [{ kid: catalog.getDict('StructTreeRoot', resolve)?.get('K'), page: undefined, within: [] }];
  for (let place = waiting.pop(); place && seen.size < MOST_ELEMENTS; place = waiting.pop()) {
    const { within } = place;
    const kid = place.kid instanceof PdfRef ? (resolve(place.kid) ?? undefined) : place.kid;
    if (kid instanceof PdfArray) for (const item of kid) waiting.push({ ...place, kid: item });
    else if (kid instanceof PdfNumber && place.page) addPart(within, { ...onPage(place.page), number: kid.value });
    if (!(kid instanceof PdfDict) || seen.has(kid)) continue;
    const page = kid.getDict('Pg', resolve) ?? place.page;
    const number = kid.getNumber('MCID', resolve)?.value;
    const form = kid.get('Stm', resolve);
    if (number !== undefined && page) {
      addPart(within, { ...onPage(page), ...(form instanceof PdfStream && { owner: form }), number });
    }
    if (number !== undefined) continue;
    seen.add(kid);
    const isOne = STAND_INS.some((key) => kid.has(key)) && within.length < DEEPEST;
    const own = isOne ? [{ dict: kid, contents: [] }] : [];
    found.push(...own);
    waiting.push({ kid: kid.get('K'), page, within: [...within, ...own] });
  }
  return found;
};

/**
 * A kid of an element, the page that it stands on if it says no other, and the elements with such a text that it is in.
 */
interface Place {
  kid: PdfObject | undefined;
  page: PdfDict | undefined;
  within: readonly Element[];
}

const onPage = (page: PdfDict): Omit<Part, 'number'> => ({ page, owner: page });

const addPart = (elements: readonly Element[], part: Part): void => {
  for (const { contents } of elements) contents.push(part);
};

const takeOutOfElements = (elements: readonly Element[], glyphs: readonly Glyph[], resolve: Resolve): boolean => {
  if (elements.length === 0) return false;
  const byOwner = new Map<PdfDict, Map<number, Glyph[]>>();
  for (const glyph of glyphs) {
    for (let { marks } = glyph.shown; marks; marks = marks.outer) {
      const number = numberOf(marks, resolve);
      if (number === undefined) continue;
      const numbers = byOwner.get(marks.owner) ?? new Map<number, Glyph[]>();
      byOwner.set(marks.owner, numbers);
      const known = numbers.get(number) ?? [];
      numbers.set(number, known);
      known.push(glyph);
    }
  }
  let isAny = false;
  for (const { dict, contents } of elements) {
    const shown = contents.flatMap(({ owner, number }) => byOwner.get(owner)?.get(number) ?? []);
    for (const key of STAND_INS) {
      if (!dict.has(key) || !isFalse(key, textString(dict.get(key, resolve)), shown)) continue;
      dict.delete(key);
      isAny = true;
    }
  }
  return isAny;
};

const numberOf = (marks: Marks, resolve: Resolve): number | undefined => {
  const value = entryOf(marks, 'MCID');
  return value?.kind === 'number' ? value.value : marks.properties?.getNumber('MCID', resolve)?.value;
};
