import type { PdfDict } from '@libpdf/core';
import { removeActiveContent } from './active-content.ts';
import { flattenAnnotations } from './annotations.ts';
import { Canvas } from './canvas.ts';
import { openFonts } from './fonts.ts';
import { Layers } from './layers.ts';
import type { OpenPdf } from './open-pdf.ts';
import { settleLayers } from './settle-layers.ts';

/** What it took to make a document show the same to everybody. */
export interface Settled {
  /** What was done to it, in plain phrases; empty where nothing was, and the document is as it was read. */
  reasons: string[];
  /** The first page of which viewers would still show different things, and why. */
  fault?: string;
}

/**
 * Makes permanent what the page images show of a document, and takes out everything that could show something else later
 * or elsewhere: its form and annotations become part of the pages, layers stay as they are, scripts, attached files and
 * variants go. Links that lead to places and addresses stay. Doing it again changes nothing.
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
  // The structure tree may still point to them: an empty dictionary leads nowhere.
  for (const annotation of gone) for (const key of [...annotation.keys()]) annotation.delete(key);
  if (settleLayers(document)) reasons.add('its layers became fixed');
  for (const reason of removeActiveContent(document)) reasons.add(reason);
  return { reasons: [...reasons], ...(fault && { fault }) };
};
