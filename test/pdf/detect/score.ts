import type { FieldType } from '../../../lib/fields/types.ts';
import { openPdf, savePdf } from '../../../lib/pdf/file/open.ts';
import { readFormFields, removeForm } from '../../../lib/pdf/form/form-fields.ts';
import { runPdfium } from '../../../lib/pdf/pdfium/pdfium.ts';

/** A place that should be proposed. */
export interface Expected {
  page: number;
  type: FieldType;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Counts of one document, or of several. */
export interface Score {
  expected: number;
  proposed: number;
  found: number;
  /** Found ones with the right kind. */
  kinds: number;
}

type Box = Pick<Expected, 'x' | 'y' | 'width' | 'height'>;

const common = (a: number, wide: number, b: number, broad: number): number =>
  Math.max(0, Math.min(a + wide, b + broad) - Math.max(a, b));

/**
 * The share of two boxes' joint width that both have, from 0 to 1. It is 0 for boxes that don't fit: with less than
 * half of that width, or less than half of the lower one's height in common.
 */
const fitOf = (a: Box, b: Box): number => {
  const wide = common(a.x, a.width, b.x, b.width);
  const high = common(a.y, a.height, b.y, b.height);
  const share = wide / (a.width + b.width - wide);
  return share >= 0.5 && high >= 0.5 * Math.min(a.height, b.height) ? share : 0;
};

/** Kinds that the same blank may have: a form's own field says no more than that a text goes there. */
const sameKind = (expected: FieldType, proposed: FieldType): boolean => {
  const group = (type: FieldType): string =>
    ({ textarea: 'text', textbox: 'text', dropdown: 'text', radio: 'box', checkbox: 'box' })[type as string] ?? type;
  return group(expected) === group(proposed);
};

/** Places that were missed, and proposals in vain. */
export interface Faults<T> {
  missed: Expected[];
  vain: T[];
  /** Pairs of different kinds. */
  mistaken: [Expected, T][];
}

/** Compares proposals with what should be proposed: each counts once, the best fits first. */
export const scoreOf = <T extends Expected>(
  expected: readonly Expected[],
  proposed: readonly T[],
): Score & Faults<T> => {
  const pairs = expected
    .flatMap((want) => proposed.map((got) => ({ want, got, fit: want.page === got.page ? fitOf(want, got) : 0 })))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  const wants = new Set<Expected>();
  const gots = new Set<T>();
  const mistaken: [Expected, T][] = [];
  for (const { want, got } of pairs) {
    if (wants.has(want) || gots.has(got)) continue;
    wants.add(want);
    gots.add(got);
    if (!sameKind(want.type, got.type)) mistaken.push([want, got]);
  }
  return {
    expected: expected.length,
    proposed: proposed.length,
    found: wants.size,
    kinds: wants.size - mistaken.length,
    missed: expected.filter((want) => !wants.has(want)),
    vain: proposed.filter((got) => !gots.has(got)),
    mistaken,
  };
};

/** All that is proposed for the blanks of a file's pages. */
export const proposedIn = async (bytes: Uint8Array, pages: number) => {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const found = await runPdfium('proposals', { bytes, pages: all, milliseconds: 10_000 });
  return found.flatMap(({ page, proposals }) => proposals.map((proposal) => ({ page, ...proposal })));
};

/** A form without its fields, and the fields that it had. */
export const withoutForm = async (
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; pages: number; expected: Expected[] }> => {
  const document = await openPdf(bytes);
  const fields = readFormFields(document);
  removeForm(document, fields);
  const expected = fields.map(({ page, kind, box, multiline }): Expected => {
    const text = multiline ? 'textarea' : 'textbox';
    const type = kind === 'text' ? text : kind === 'choice' ? 'dropdown' : kind;
    return { page, type, ...box };
  });
  return { bytes: await savePdf(document), pages: document.pages.length, expected };
};
