import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core';
import { Canvas } from '../content/canvas.ts';
import { type Box, displayMatrix, type PageBox, type Rectangle } from '../file/display.ts';
import type { OpenPage, OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, numbers, type Resolve } from '../file/page-box.ts';
import { fillForm } from './fill-form.ts';
import { openStamper, type StampField, shownByPage } from './stamp.ts';
import { formOf, type Place, rectangle, type StampWidget } from './stamp-form.ts';

/** Stamps of a document whose pages may not be changed, and the objects that list them. */
export interface StampedWidgets {
  widgets: StampWidget[];
  changed: PdfRef[];
  /** Places of the document's own fields that show something else now. */
  places: Place[];
}

/**
 * Draws the values of fields as appearances of signature fields, for a document that is signed already: its pages'
 * content is what others have signed, and readers permit nothing after a signature but to fill in and to sign. A page
 * gets one such field around all its values, or one for each value where that would cover an annotation: another's
 * signature must stay within reach. `later` are the places of values that others will show. Values of the document's
 * own form go into that (`fillForm`). Announce the texts to `prepareTexts` first. The caller gives the fields their
 * name and signature, and saves the document.
 */
export const stampWidgets = (
  document: OpenPdf,
  fields: readonly StampField[],
  later: readonly Place[] = [],
): StampedWidgets => {
  const { pdf, pages, resolve } = document;
  const stamper = openStamper(pdf);
  const { signed, changed, places, rest } = fillForm(document, fields, stamper);
  const result: StampedWidgets = { widgets: [...signed], changed, places };
  for (const [number, ours] of shownByPage(rest)) {
    const page = pages[number - 1];
    if (!page) throw new Error(`A field stands on page ${number} of a document of ${pages.length}`);
    const others = later.filter((place) => place.page === number);
    const added = partsOf(page, ours, others, resolve).map((part): StampWidget => {
      const drawn = new PdfDict();
      const canvas = new Canvas(pdf, drawn, stamper.fonts);
      canvas.transform(displayMatrix(page.box), () => stamper.draw(canvas, part));
      canvas.finish();
      const widget = widgetFor(page.ref, boundsOf(page.box, part), formOf(drawn, boundsOf(page.box, part), resolve));
      return { ref: pdf.register(widget), widget };
    });
    result.widgets.push(...added);
    result.changed.push(list(page, added, resolve));
  }
  stamper.fonts.write();
  return result;
};

/** In points: strokes exceed a field's box a little. */
const BEYOND_BOX = 1;

/** The rectangle around fields, in the page's own space. */
const boundsOf = (box: PageBox, fields: readonly Box[]): Rectangle => {
  const [a, b, c, d, e, f] = displayMatrix(box);
  const points = fields.flatMap(({ x, y, width, height }) =>
    [
      [x - BEYOND_BOX, y - BEYOND_BOX],
      [x + width + BEYOND_BOX, y + height + BEYOND_BOX],
    ].map(([across = 0, up = 0]) => [a * across + c * up + e, b * across + d * up + f] as const),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
};

const partsOf = (
  { dict, box }: OpenPage,
  fields: StampField[],
  later: readonly Place[],
  resolve: Resolve,
): StampField[][] => {
  const whole = boundsOf(box, fields);
  const present = annotationsOf(dict, resolve).flatMap(({ annotation }) => {
    const [x0, y0, x1, y1] = numbers(annotation.get('Rect', resolve), 4, resolve) ?? [];
    return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
      ? []
      : { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
  });
  const others = [...present, ...later.map((place) => boundsOf(box, [place]))];
  const isFree = others.every(
    ({ left, bottom, right, top }) =>
      left >= whole.right || right <= whole.left || bottom >= whole.top || top <= whole.bottom,
  );
  return isFree ? [fields] : fields.map((field) => [field]);
};

/** Annotation flags (ISO 32000-2 table 167): Print and Locked. */
const PRINT_LOCKED = 4 | 128;

const widgetFor = (page: PdfRef, box: Rectangle, appearance: PdfRef): PdfDict =>
  PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    F: PdfNumber.of(PRINT_LOCKED),
    P: page,
    Rect: rectangle(box),
    AP: PdfDict.of({ N: appearance }),
  });

/** Lists annotations on a page. Returns the object that was changed. */
const list = ({ ref, dict }: OpenPage, added: readonly StampWidget[], resolve: Resolve): PdfRef => {
  const refs = added.map((one) => one.ref);
  const known = dict.get('Annots', resolve);
  if (!(known instanceof PdfArray)) {
    dict.set('Annots', new PdfArray(refs));
    return ref;
  }
  known.push(...refs);
  const kept = dict.get('Annots');
  return kept instanceof PdfRef ? kept : ref;
};
