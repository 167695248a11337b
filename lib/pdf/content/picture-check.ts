import { PdfDict, PdfStream } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { MOST_PIXELS } from '../file/reading-limits.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { numberIn, type Operation, readOperations } from './content-operations.ts';
import { pageContent } from './page-content.ts';

/** Forms within forms; deeper nesting is a loop. */
const DEEPEST = 8;

/**
 * The fault of the first page that draws pictures with more pixels than viewers have memory for; undefined if none
 * does.
 */
export const picturesFault = ({ pages, resolve }: OpenPdf): string | undefined => {
  const known = new Map<PdfDict, number>();
  for (const [index, { dict }] of pages.entries()) {
    const resources = inherited(dict, 'Resources', resolve);
    const counted = new Counter(resolve, known).count(resources, () => pageContent(dict, resolve));
    if (counted > MOST_PIXELS) return `page ${index + 1} has pictures of more than ${MOST_PIXELS / 1e6} million pixels`;
  }
  return undefined;
};

/** Counts the pixels of the pictures that a page draws, each picture once. */
class Counter {
  readonly #resolve: Resolve;
  /** Pixels of the pictures that resources name, drawn or not. */
  readonly #listed: Map<PdfDict, number>;
  readonly #counted = new Set<PdfStream>();

  constructor(resolve: Resolve, listed: Map<PdfDict, number>) {
    this.#resolve = resolve;
    this.#listed = listed;
  }

  count(resources: unknown, content: () => Uint8Array, depth = 0): number {
    const named = resources instanceof PdfDict ? resources : new PdfDict();
    const bytes = content();
    // Pages may share resources with the pictures of all of them: their content is read only where it matters.
    if (depth === 0 && this.#listedIn(named) <= MOST_PIXELS && !hasInlinePicture(bytes)) return 0;
    let sum = 0;
    readOperations(bytes, (operation) => {
      if (sum <= MOST_PIXELS) sum += this.#drawnBy(operation, named, depth);
    });
    return sum;
  }

  #listedIn(resources: PdfDict, depth = 0): number {
    const known = this.#listed.get(resources);
    if (known !== undefined) return known;
    this.#listed.set(resources, 0);
    let sum = 0;
    for (const category of ['XObject', 'Pattern']) {
      const drawings = resources.getDict(category, this.#resolve);
      for (const key of drawings?.keys() ?? []) {
        const drawing = drawings?.get(key.value, this.#resolve);
        if (!(drawing instanceof PdfStream)) continue;
        sum += this.#pixels(drawing);
        const own = drawing.getDict('Resources', this.#resolve);
        if (own && depth < DEEPEST) sum += this.#listedIn(own, depth + 1);
        if (!isPicture(drawing, this.#resolve) && hasInlinePicture(decodedOrNothing(drawing)))
          sum = Number.POSITIVE_INFINITY;
      }
    }
    this.#listed.set(resources, sum);
    return sum;
  }

  #drawnBy({ operator, operands }: Operation, resources: PdfDict, depth: number): number {
    if (operator === 'ID') return inlinePixels(operands);
    const category = CATEGORIES[operator];
    const name = operands.at(-1);
    if (!category || name?.kind !== 'name') return 0;
    const drawing = resources.getDict(category, this.#resolve)?.get(name.name, this.#resolve);
    if (!(drawing instanceof PdfStream) || this.#counted.has(drawing)) return 0;
    this.#counted.add(drawing);
    if (isPicture(drawing, this.#resolve)) return this.#pixels(drawing);
    if (depth >= DEEPEST) return 0;
    return this.count(
      drawing.getDict('Resources', this.#resolve) ?? resources,
      () => decodedOrNothing(drawing),
      depth + 1,
    );
  }

  /** A picture with its mask. */
  #pixels(picture: PdfStream): number {
    if (!isPicture(picture, this.#resolve)) return 0;
    const mask = picture.get('SMask', this.#resolve);
    return this.#pixelsOf(picture) + (mask instanceof PdfStream ? this.#pixelsOf(mask) : 0);
  }

  #pixelsOf(picture: PdfStream): number {
    const number = (key: string): number => Math.max(0, picture.getNumber(key, this.#resolve)?.value ?? 0);
    const isBlackAndWhite = picture.getBool('ImageMask', this.#resolve)?.value || number('BitsPerComponent') === 1;
    return number('Width') * number('Height') * (isBlackAndWhite ? OF_ONE_BIT : 1);
  }
}

const CATEGORIES: Readonly<Record<string, string>> = { Do: 'XObject', scn: 'Pattern', SCN: 'Pattern' };

/** A pixel of one bit takes as much of the memory of one of a byte. */
const OF_ONE_BIT = 1 / 8;

const isPicture = (drawing: PdfStream, resolve: Resolve): boolean =>
  drawing.getName('Subtype', resolve)?.value === 'Image';

const hasInlinePicture = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, content.length).includes('BI');

/** Pixels of a picture within content, by the entries before its data. */
const inlinePixels = (entries: Operation['operands']): number => {
  const entryOf = (...keys: string[]): number => {
    const at = entries.findIndex((entry) => entry.kind === 'name' && keys.includes(entry.name));
    return at < 0 ? 0 : numberIn(entries[at + 1]);
  };
  return entryOf('W', 'Width') * entryOf('H', 'Height') * (entryOf('BPC', 'BitsPerComponent') > 1 ? 1 : OF_ONE_BIT);
};
