import { type PDF, PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';

/** Standard structure types (ISO 32000-1 section 14.8.4) that reports use. */
export type ElementType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'BlockQuote'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link';

export interface ElementOptions {
  /** Text that stands for a picture. */
  alt?: string;
  /** Cells that a header cell is about. */
  scope?: 'Column' | 'Row';
  /** Place of a picture on its page: left, bottom, right, top. */
  box?: readonly [number, number, number, number];
}

/** An element of a structure tree. */
export interface Element {
  type: ElementType;
  ref: PdfRef;
  dict: PdfDict;
  kids: PdfArray;
}

interface Page {
  ref: PdfRef;
  dict: PdfDict;
}

/** A page with marked content: its reference, and its elements by the number of their content. */
interface TaggedPage {
  ref: PdfRef;
  elements: PdfRef[];
}

/**
 * Builds the structure tree of a new document (ISO 32000-1 section 14.7): assistive technology reads the document by
 * it, and PDF/UA-1 demands it. Content belongs to an element by a number that is unique on its page.
 */
export class StructureTree {
  readonly #pdf: PDF;
  readonly #pages = new Map<PdfRef, TaggedPage>();
  /** Parents by the numbers of pages and annotations. */
  readonly #parents: (TaggedPage | PdfRef)[] = [];
  readonly #rootRef: PdfRef;
  readonly #rootDict = PdfDict.of({ Type: PdfName.of('StructTreeRoot') });
  readonly root: Element;

  constructor(pdf: PDF) {
    this.#pdf = pdf;
    this.#rootRef = pdf.register(this.#rootDict);
    this.root = this.#element('Document', this.#rootRef, {});
    this.#rootDict.set('K', PdfArray.of(this.root.ref));
  }

  /** Adds an element as the last child of another. */
  add(parent: Element, type: ElementType, options: ElementOptions = {}): Element {
    const element = this.#element(type, parent.ref, options);
    parent.kids.push(element.ref);
    return element;
  }

  /** Registers a page, before content is marked on it. */
  addPage({ ref, dict }: Page): void {
    const page = { ref, elements: [] };
    this.#pages.set(ref, page);
    dict.set('StructParents', PdfNumber.of(this.#parents.push(page) - 1));
    // Readers go from link to link in the order of the structure.
    dict.set('Tabs', PdfName.of('S'));
  }

  /** The number that the next content on the page is marked with. */
  nextNumber({ ref }: Page): number {
    return this.#tagged(ref).elements.length;
  }

  /** Adds the content with the next number on the page to an element. */
  addContent(element: Element, { ref }: Page): void {
    const number = this.#tagged(ref).elements.push(element.ref) - 1;
    const own = element.dict.get('Pg');
    if (!own) element.dict.set('Pg', ref);
    const isHere = !own || own === ref;
    element.kids.push(
      isHere ? PdfNumber.of(number) : PdfDict.of({ Type: PdfName.of('MCR'), Pg: ref, MCID: PdfNumber.of(number) }),
    );
  }

  /** Adds an annotation to an element and its page. */
  addAnnotation(element: Element, { ref: page, dict }: Page, annotation: PdfDict): void {
    const ref = this.#pdf.register(annotation);
    annotation.set('StructParent', PdfNumber.of(this.#parents.push(element.ref) - 1));
    element.kids.push(PdfDict.of({ Type: PdfName.of('OBJR'), Pg: page, Obj: ref }));
    const annotations = dict.getArray('Annots') ?? new PdfArray();
    annotations.push(ref);
    dict.set('Annots', annotations);
  }

  #tagged(ref: PdfRef): TaggedPage {
    const page = this.#pages.get(ref);
    if (!page) throw new Error('Content is marked on a page that the structure tree lacks');
    return page;
  }

  /** Writes the tree into the catalogue. Call it once, after all drawing. */
  write(catalog: PdfDict): void {
    const numbers = this.#parents.flatMap((parent, number) => [
      PdfNumber.of(number),
      parent instanceof PdfRef ? parent : this.#pdf.register(new PdfArray(parent.elements)),
    ]);
    const tree = PdfDict.of({ Nums: new PdfArray(numbers) });
    this.#rootDict.set('ParentTree', this.#pdf.register(tree));
    this.#rootDict.set('ParentTreeNextKey', PdfNumber.of(this.#parents.length));
    catalog.set('StructTreeRoot', this.#rootRef);
    catalog.set('MarkInfo', PdfDict.of({ Marked: PdfBool.of(true) }));
  }

  #element(type: ElementType, parent: PdfRef, { alt, scope, box }: ElementOptions): Element {
    const kids = new PdfArray();
    const dict = PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of(type), P: parent, K: kids });
    if (alt !== undefined) dict.set('Alt', PdfString.fromString(alt));
    if (scope) dict.set('A', PdfDict.of({ O: PdfName.of('Table'), Scope: PdfName.of(scope) }));
    if (box) {
      const corners = new PdfArray(box.map((corner) => PdfNumber.of(corner)));
      dict.set('A', PdfDict.of({ O: PdfName.of('Layout'), Placement: PdfName.of('Block'), BBox: corners }));
    }
    return { type, ref: this.#pdf.register(dict), dict, kids };
  }
}
