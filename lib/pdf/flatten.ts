import { removeActiveContent } from './active-content.ts';
import { completeFormAppearances, flattenAnnotations } from './annotations.ts';
import { Canvas } from './canvas.ts';
import { openFonts } from './fonts.ts';
import type { OpenPdf } from './open.ts';

/**
 * Makes a document's form and annotations part of its pages, as they are seen, and takes out what could act by itself:
 * nothing that was shown is lost, and nothing can be changed afterwards. Answers whether there was anything to do.
 */
export const flatten = (document: OpenPdf): boolean => {
  const { pdf, pages } = document;
  completeFormAppearances(document);
  const fonts = openFonts(pdf);
  for (const { dict } of pages) {
    const canvas = new Canvas(pdf, dict, fonts);
    flattenAnnotations(dict, canvas, document);
    canvas.finish();
  }
  removeActiveContent(document);
  return pdf.hasChanges();
};
