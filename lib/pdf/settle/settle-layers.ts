import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { numberIn, type Operation, readOperations, SHOWING } from '../content/content-operations.ts';
import { pageContent } from '../content/page-content.ts';
import { numberText } from '../file/number-text.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { Layers } from './layers.ts';

/** Forms draw forms; deeper nesting is a loop. */
const DEEPEST_FORM = 32;

/**
 * Makes a document's layers (optional content, ISO 32000-2 section 8.11) permanent as the page images show them:
 * removes hidden content and keeps visible content, so that all viewers and printers show the same. Returns true if it
 * had layers.
 */
export const settleLayers = (document: OpenPdf): boolean => {
  const { catalog, pages, resolve } = document;
  const settler = new Settler(document);
  for (const { dict } of pages) {
    const resources = inherited(dict, 'Resources', resolve);
    if (resources instanceof PdfDict) settler.settlePage(dict, resources);
  }
  settler.finish();
  return catalog.delete('OCProperties') || settler.changed;
};

class Settler {
  changed = false;
  readonly #document: OpenPdf;
  readonly #resolve: Resolve;
  readonly #layers: Layers;
  readonly #done = new Set<PdfObject>();
  readonly #retired: (() => boolean | undefined)[] = [];

  constructor(document: OpenPdf) {
    this.#document = document;
    this.#resolve = document.resolve;
    this.#layers = new Layers(document);
  }

  settlePage(page: PdfDict, resources: PdfDict): void {
    if (this.#hasHidden(resources)) {
      const content = withoutHidden(pageContent(page, this.#resolve), (name) => this.#isShown(name, resources));
      page.set('Contents', this.#document.pdf.register(new PdfStream([], content)));
    }
    this.#settleResources(resources, resources, 0);
  }

  /** Content still names them, without effect. Pages share them, so they are removed after all pages. */
  finish(): void {
    for (const retire of this.#retired) if (retire()) this.changed = true;
  }

  #isLayer(entry: PdfObject): boolean {
    const group = entry instanceof PdfRef ? this.#resolve(entry) : entry;
    return group instanceof PdfDict && /^OC(G|MD)$/.test(group.getName('Type', this.#resolve)?.value ?? '');
  }

  /** Like PDFium, looks in the page's resources for names that the form's lack. */
  #isShown(name: string, ...places: PdfDict[]): boolean {
    for (const place of places) {
      const properties = place.getDict('Properties', this.#resolve)?.get(name);
      if (properties) return this.#layers.isVisible(properties);
    }
    return true;
  }

  #hasHidden(...places: PdfDict[]): boolean {
    return places.some((place) =>
      [...(place.getDict('Properties', this.#resolve) ?? [])].some(([, value]) => !this.#layers.isVisible(value)),
    );
  }

  #settleResources(resources: PdfDict, page: PdfDict, depth: number): void {
    if (depth > DEEPEST_FORM || this.#done.has(resources)) return;
    this.#done.add(resources);
    const properties = resources.getDict('Properties', this.#resolve);
    for (const [name, entry] of [...(properties ?? [])])
      if (this.#isLayer(entry)) this.#retired.push(() => properties?.delete(name));
    for (const category of ['XObject', 'Pattern']) {
      for (const [name] of resources.getDict(category, this.#resolve) ?? []) {
        const drawn = resources.getDict(category, this.#resolve)?.get(name.value, this.#resolve);
        if (drawn instanceof PdfStream) this.#settleStream(drawn, page, depth);
      }
    }
    for (const [, entry] of resources.getDict('Font', this.#resolve) ?? []) {
      const font = entry instanceof PdfDict ? entry : entry instanceof PdfRef ? this.#resolve(entry) : null;
      if (!(font instanceof PdfDict) || this.#done.has(font)) continue;
      this.#done.add(font);
      const own = font.getDict('Resources', this.#resolve) ?? new PdfDict();
      for (const [name] of font.getDict('CharProcs', this.#resolve) ?? []) {
        const glyph = font.getDict('CharProcs', this.#resolve)?.get(name.value, this.#resolve);
        if (glyph instanceof PdfStream) this.#settleContent(glyph, own, page);
      }
      this.#settleResources(own, page, depth + 1);
    }
    for (const [name] of resources.getDict('ExtGState', this.#resolve) ?? []) {
      const state = resources.getDict('ExtGState', this.#resolve)?.getDict(name.value, this.#resolve);
      const group = state?.getDict('SMask', this.#resolve)?.get('G', this.#resolve);
      if (group instanceof PdfStream) this.#settleStream(group, page, depth);
    }
  }

  #settleStream(stream: PdfStream, page: PdfDict, depth: number): void {
    if (this.#done.has(stream)) return;
    this.#done.add(stream);
    if (stream.has('OC')) {
      this.changed = true;
      if (!this.#layers.isVisible(stream.get('OC'))) {
        empty(stream);
        return;
      }
      stream.delete('OC');
    }
    if (stream.getName('Subtype', this.#resolve)?.value === 'Image') return;
    const resources = stream.getDict('Resources', this.#resolve) ?? new PdfDict();
    this.#settleContent(stream, resources, page);
    this.#settleResources(resources, page, depth + 1);
  }

  #settleContent(stream: PdfStream, resources: PdfDict, page: PdfDict): void {
    if (!this.#hasHidden(resources, page)) return;
    stream.setData(withoutHidden(decodedOrNothing(stream), (name) => this.#isShown(name, resources, page)));
  }
}

/** Replaces an object by one that draws nothing. */
export const empty = (stream: PdfStream): void => {
  for (const key of [...stream.keys()]) stream.delete(key);
  stream.set('Type', PdfName.XObject);
  stream.set('Subtype', PdfName.of('Form'));
  stream.set('BBox', new PdfArray([0, 0, 0, 0].map((side) => PdfNumber.of(side))));
  stream.setData(new Uint8Array());
};

const PAINTING = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const DRAWING = new Set(['Do', 'sh', 'BI', 'ID']);

/** Text render mode that neither fills nor strokes (ISO 32000-2 table 104). */
const INVISIBLE = 3;

/**
 * Content without the drawings within hidden layers. Everything else there is kept, because later content depends on
 * it: the graphics state, clipping paths, and the position of the next text.
 */
const withoutHidden = (content: Uint8Array, isShown: (name: string) => boolean): Uint8Array => {
  const parts: Uint8Array[] = [];
  let written = 0;
  const replace = ({ start, end }: Operation, text: string): void => {
    parts.push(content.subarray(written, start), Buffer.from(text, 'latin1'));
    written = end;
  };
  /** For each open mark, true if it hides its content. */
  const marks: boolean[] = [];
  let hidden = 0;
  const modes: number[] = [];
  let mode = 0;
  /** True in a text object that began within a hidden layer: the position of its texts has no effect. */
  let unseen = false;

  readOperations(content, (operation) => {
    const { operator, operands } = operation;
    if (operator === 'BMC' || operator === 'BDC') {
      const [tag, properties] = operands;
      const hides =
        tag?.kind === 'name' && tag.name === 'OC' && properties?.kind === 'name' && !isShown(properties.name);
      marks.push(hides);
      if (hides) hidden++;
    } else if (operator === 'EMC') hidden -= Number(marks.pop() ?? false);
    else if (operator === 'q') modes.push(mode);
    else if (operator === 'Q') mode = modes.pop() ?? mode;
    else if (operator === 'Tr') mode = numberIn(operands[0]);
    else if (operator === 'BT') unseen = hidden > 0;
    if (hidden === 0) return;
    if (PAINTING.has(operator)) replace(operation, 'n');
    else if (DRAWING.has(operator)) replace(operation, '');
    else if (SHOWING.has(operator) && unseen) replace(operation, spacing(operation));
    else if (SHOWING.has(operator)) {
      const shown = Buffer.from(content.subarray(operation.start, operation.end)).toString('latin1');
      replace(operation, `${INVISIBLE} Tr ${shown} ${numberText(mode)} Tr`);
    }
  });
  return Buffer.concat([...parts, content.subarray(written)]);
};

/** The remaining effects of a text operator without its text (ISO 32000-2 table 107). */
const spacing = ({ operator, operands }: Operation): string =>
  operator === '"' ? `${numberText(numberIn(operands[0]))} Tw ${numberText(numberIn(operands[1]))} Tc` : '';
