import { type PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, PdfString } from '@libpdf/core';

/** Bookmarks of a new document (ISO 32000-1 section 12.3.3), on one level. */
export class Outline {
  readonly #pdf: PDF;
  readonly #items: PdfDict[] = [];

  constructor(pdf: PDF) {
    this.#pdf = pdf;
  }

  /** Adds a bookmark of a place on a page: `top` is the upper end of what is shown. */
  add(title: string, { ref }: PDFPage, top: number): void {
    const place = PdfArray.of(ref, PdfName.of('XYZ'), PdfNull.instance, PdfNumber.of(top), PdfNull.instance);
    this.#items.push(PdfDict.of({ Title: PdfString.fromString(title), Dest: place }));
  }

  /** Writes the bookmarks into the catalogue. Call it once. */
  write(catalog: PdfDict): void {
    const refs = this.#items.map((item) => this.#pdf.register(item));
    const [first, last] = [refs[0], refs.at(-1)];
    if (!first || !last) return;
    const outline = PdfDict.of({
      Type: PdfName.of('Outlines'),
      First: first,
      Last: last,
      Count: PdfNumber.of(refs.length),
    });
    const parent = this.#pdf.register(outline);
    for (const [index, item] of this.#items.entries()) {
      const [before, after] = [refs[index - 1], refs[index + 1]];
      item.set('Parent', parent);
      if (before) item.set('Prev', before);
      if (after) item.set('Next', after);
    }
    catalog.set('Outlines', parent);
  }
}
