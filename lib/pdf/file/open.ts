import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { loadPdf } from './load-pdf.ts';
import type { OpenPage, OpenPdf } from './open-pdf.ts';
import { addMissingBox, inherited, pageBox, type Resolve, repairCropBox, repairRotation } from './page-box.ts';
import { withinTimeLimit } from './time-limit.ts';
import { writeWhole } from './write-file.ts';

/** By 1-based page number, in points as displayed: after /Rotate, within the crop box. */
export type PageSizes = Record<string, { width: number; height: number }>;

export const pageSizes = ({ pages }: OpenPdf): PageSizes =>
  Object.fromEntries(
    pages.map(({ box: { width, height } }, index) => [
      `${index + 1}`,
      { width: thousandths(width), height: thousandths(height) },
    ]),
  );

/** Producers write 489.599991 for 489.6. */
const thousandths = (points: number): number => Math.round(points * 1000) / 1000;

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'];

/** The file has more pages than its reader takes. */
export class TooManyPagesError extends Error {
  constructor() {
    super('The file has too many pages');
    this.name = 'TooManyPagesError';
  }
}

/**
 * Opens a PDF. Its page tree is read here, because the library misses pages whose parents keep their kids in a separate
 * object, pages without /Type, and inherited attributes. Throws what `loadPdf` throws, and
 * `TooManyPagesError` as soon as it has counted more than `mostPages`.
 */
export const openPdf = async (bytes: Uint8Array, mostPages = Number.POSITIVE_INFINITY): Promise<OpenPdf> => {
  const pdf = await loadPdf(bytes);
  return withinTimeLimit(() => arrange(pdf, mostPages));
};

const arrange = (pdf: PDF, mostPages: number): OpenPdf => {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  const catalog = pdf.getCatalog();
  const { leaves, irregular } = walkPageTree(pdf, catalog, resolve, mostPages);
  const overlooked = irregular || leaves.length !== pdf.getPageCount();
  if (overlooked) rebuildPageTree(pdf, catalog, leaves, resolve);
  const cropped = leaves.filter(({ dict }) => repairCropBox(dict, resolve));
  const turned = leaves.filter(({ dict }) => repairRotation(dict, resolve));
  const boxed = leaves.filter(({ dict }) => addMissingBox(dict, resolve));
  const repaired = overlooked || [cropped, turned, boxed].some(({ length }) => length > 0);
  const pages = leaves.map(({ ref, dict }) => ({ ref, dict, box: pageBox(dict, resolve) }));
  return { pdf, catalog, pages, resolve, repaired };
};

type Leaf = Pick<OpenPage, 'ref' | 'dict'>;

const walkPageTree = (
  pdf: PDF,
  catalog: PdfDict,
  resolve: Resolve,
  mostPages: number,
): { leaves: Leaf[]; irregular: boolean } => {
  const leaves: Leaf[] = [];
  const visited = new Set<PdfDict>();
  let irregular = false;

  const addLeaf = (dict: PdfDict, known: PdfRef | undefined): void => {
    if (leaves.length >= mostPages) throw new TooManyPagesError();
    leaves.push({ dict, ref: known ?? pdf.register(dict) });
  };

  /** Some viewers inherit from the parent that a page names, others from the one that lists it. */
  const walkKid = (kid: PdfDict, known: PdfRef | undefined, parent: PdfDict): void => {
    if (kid.getDict('Parent', resolve) !== parent) irregular = true;
    // Some viewers pass over a page that is a stream.
    if (kid instanceof PdfStream) walk(new PdfDict(kid), undefined);
    else walk(kid, known);
  };

  const walk = (node: PdfDict, known: PdfRef | undefined): void => {
    const kids = node.getArray('Kids', resolve);
    if (visited.has(node)) {
      // A page listed twice is shown twice; a branch listed twice is a loop.
      irregular = true;
      if (!kids) addLeaf(node.clone(), undefined);
      return;
    }
    visited.add(node);
    if (!kids) {
      if (!known || node.getName('Type', resolve)?.value !== 'Page') irregular = true;
      addLeaf(node, known);
      return;
    }
    const before = leaves.length;
    for (const kid of kids) {
      const child = kid instanceof PdfRef ? resolve(kid) : kid;
      if (child instanceof PdfDict) walkKid(child, kid instanceof PdfRef ? kid : undefined, node);
      else irregular = true;
    }
    if (node.getNumber('Count', resolve)?.value !== leaves.length - before) irregular = true;
  };

  const root = catalog.getDict('Pages', resolve);
  if (root) walk(root, catalog.getRef('Pages'));
  return { leaves, irregular };
};

/** Gives the document a flat page tree: a new root with all pages as kids, each with its inherited attributes. */
const rebuildPageTree = (pdf: PDF, catalog: PdfDict, leaves: Leaf[], resolve: Resolve): void => {
  for (const { dict } of leaves) {
    for (const key of INHERITABLE) {
      const value = inherited(dict, key, resolve);
      if (value && !dict.has(key)) dict.set(key, value);
    }
  }
  const root = PdfDict.of({
    Type: PdfName.Pages,
    Kids: new PdfArray(leaves.map(({ ref }) => ref)),
    Count: PdfNumber.of(leaves.length),
  });
  const rootRef = pdf.register(root);
  for (const { dict } of leaves) {
    dict.set('Type', PdfName.Page);
    dict.set('Parent', rootRef);
  }
  catalog.set('Pages', rootRef);
};

/** Writes the document as a whole, without unreferenced objects. */
export const savePdf = async (document: Pick<OpenPdf, 'pdf' | 'resolve'>): Promise<Uint8Array> => writeWhole(document);
