import type { PdfDict } from '@libpdf/core';
import { removeActiveContent } from './active-content.ts';
import { flattenAnnotations } from './annotations.ts';
import { Canvas } from './canvas.ts';
import { openFonts } from './fonts.ts';
import { Layers } from './layers.ts';
import type { OpenPdf } from './open-pdf.ts';
import { settleLayers } from './settle-layers.ts';

/** Result of making a document look the same to everybody. */
export interface Settled {
  /** Changes in plain phrases; empty if the document was not changed. */
  reasons: string[];
  /** The first page that viewers would still show differently, and the reason. */
  fault?: string;
}

/**
 * Makes a document permanent as the page images show it, and removes everything that could look different later or
 * elsewhere: its form and annotations become part of the pages, layers become permanent, and scripts, attached files and
 * variants are removed. Links to places and addresses stay. A second run changes nothing.
 */
export const settle = (document: OpenPdf): Settled => {
  const { pdf, pages } = document;
  const fonts = openFonts(pdf);
  const layers = new Layers(document);
  const reasons = new Set<string>();
  const gone = new Set<PdfDict>();
  let fault: string | undefined;
  for (const [index, { dict }] of pages.entries()) {
    const canvas = new Canvas(pdf, dict, fonts);
    const flattened = flattenAnnotations(dict, canvas, document, layers);
    for (const reason of flattened.reasons) reasons.add(reason);
    for (const annotation of flattened.gone) gone.add(annotation);
    if (flattened.fault) fault ??= `page ${index + 1} ${flattened.fault}`;
    canvas.finish();
  }
  // The structure tree may still refer to them, so they become empty dictionaries.
  for (const annotation of gone) for (const key of [...annotation.keys()]) annotation.delete(key);
  if (settleLayers(document)) reasons.add('its layers became fixed');
  for (const reason of removeActiveContent(document)) reasons.add(reason);
  return { reasons: [...reasons], ...(fault && { fault }) };
};
