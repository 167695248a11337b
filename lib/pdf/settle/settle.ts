import type { PdfDict } from '@libpdf/core';
import { Canvas } from '../content/canvas.ts';
import { type Box, displayPoint, type PageBox } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, type Resolve } from '../file/page-box.ts';
import { openFonts } from '../fonts/fonts.ts';
import { removeActiveContent } from './active-content.ts';
import { annotationBox, givenText } from './annotation-text.ts';
import { flattenAnnotations } from './annotations.ts';
import { Layers } from './layers.ts';
import { settleContent } from './settle-content.ts';
import { settleLayers } from './settle-layers.ts';
import { CONTRADICTORY, settleText } from './settle-text.ts';
import { textJudge } from './whole-text.ts';

/** Result of making a document look the same to everybody. */
export interface Settled {
  /** Changes in plain phrases; empty if the document was not changed. */
  reasons: string[];
  /** The first page that viewers would still show differently, and the reason. */
  fault?: string;
  /** By 1-based page: boxes of annotations that were drawn anew, in points of the displayed page. */
  redrawn: ReadonlyMap<number, readonly Box[]>;
}

/**
 * Makes a document permanent as the page images show it, and removes everything that could look different later or
 * elsewhere: its form and annotations become part of the pages, layers become permanent, and scripts, attached files
 * and variants are removed. Links to places and addresses stay. A second run changes nothing. Announce
 * `annotationTexts` to `prepareTexts` first.
 */
export const settle = (document: OpenPdf): Settled => {
  const { pdf, pages } = document;
  const fonts = openFonts(pdf);
  const shared = { layers: new Layers(document), fonts, judge: textJudge(document) };
  const redrawn = new Map<number, Box[]>();
  const reasons = new Set<string>();
  const gone = new Set<PdfDict>();
  let fault: string | undefined;
  for (const [index, { dict, box }] of pages.entries()) {
    const canvas = new Canvas(pdf, dict, fonts);
    const flattened = flattenAnnotations(dict, canvas, document, shared);
    for (const reason of flattened.reasons) reasons.add(reason);
    for (const annotation of flattened.gone) gone.add(annotation);
    if (flattened.fault) fault ??= `page ${index + 1} ${flattened.fault}`;
    if (flattened.redrawn.length > 0) {
      const boxes = flattened.redrawn.flatMap((annotation) => displayedBox(annotation, box, document.resolve) ?? []);
      redrawn.set(index + 1, boxes);
    }
    canvas.finish();
  }
  fonts.write();
  // The structure tree may still refer to them, so they become empty dictionaries.
  for (const annotation of gone) for (const key of [...annotation.keys()]) annotation.delete(key);
  const content = settleContent(document);
  for (const reason of content.reasons) reasons.add(reason);
  fault ??= content.fault;
  if (settleText(document)) reasons.add(CONTRADICTORY);
  if (settleLayers(document)) reasons.add('its layers became fixed');
  for (const reason of removeActiveContent(document)) reasons.add(reason);
  return { reasons: [...reasons], redrawn, ...(fault && { fault }) };
};

/** In points: smoothed edges exceed the box a little. */
const BEYOND_BOX = 2;

const displayedBox = (annotation: PdfDict, page: PageBox, resolve: Resolve): Box | undefined => {
  const box = annotationBox(annotation, resolve);
  if (!box) return undefined;
  const [ax, ay] = displayPoint(page, box.left, box.bottom);
  const [bx, by] = displayPoint(page, box.right, box.top);
  return {
    x: Math.min(ax, bx) - BEYOND_BOX,
    y: Math.min(ay, by) - BEYOND_BOX,
    width: Math.abs(bx - ax) + 2 * BEYOND_BOX,
    height: Math.abs(by - ay) + 2 * BEYOND_BOX,
  };
};

/** Texts of a document's annotations, for `prepareTexts`. */
export const annotationTexts = ({ catalog, pages, resolve }: OpenPdf): string[] => {
  const form = catalog.getDict('AcroForm', resolve);
  return pages.flatMap(({ dict }) =>
    annotationsOf(dict, resolve).flatMap(({ annotation }) => givenText(annotation, form, resolve)?.text ?? []),
  );
};
