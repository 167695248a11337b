import { type Proposals, proposalsOf } from '../detect/proposals.ts';
import type { Box } from '../file/display.ts';
import { encodePagePicture, type PictureFile } from '../images/page-picture.ts';
import { type JudgedGlyph, judgeSheet, Shapes } from './glyph-sheets.ts';
import {
  coarsePicture,
  differsOnlyWithin,
  emptyPicture,
  hasInkOutside,
  type PageDifference,
  type PagePicture,
  pageDifference,
} from './page-difference.ts';
import { type PageText, paragraphsOf } from './paragraphs.ts';
import type { Structure } from './pdfium-copy.ts';
import { type Bitmap, type MemoryUse, PdfiumDocument, type PdfiumPage } from './pdfium-document.ts';
import type { OutlineEntry } from './pdfium-outline.ts';

/** Tasks of PDFium by name, with input and result. */
export interface Tasks {
  /** Draws a page (1-based) as PNG; null if there is no such page. `width` in pixels. */
  image: { given: { bytes: Uint8Array; page: number; width?: number | undefined }; result: Uint8Array | null };
  /**
   * Draws existing pages (1-based) for reading: the first one always, and others within so many milliseconds.
   * `scale` times as many pixels as usual.
   */
  views: {
    given: { bytes: Uint8Array; pages: readonly number[]; scale: number; milliseconds: number };
    result: PageView[];
  };
  firstView: Tasks['views'];
  /**
   * Reads the texts of pages from `from` on: the first one always, and others within so many milliseconds and bytes of
   * JSON. With page 1 comes the outline; null with others.
   */
  texts: {
    given: { bytes: Uint8Array; from: number; milliseconds: number; size: number };
    result: DocumentTexts;
  };
  /**
   * Proposes fields for the blanks of existing pages (1-based): the first one always, and others within so many
   * milliseconds.
   */
  proposals: {
    given: { bytes: Uint8Array; pages: readonly number[]; milliseconds: number };
    result: PageProposals[];
  };
  /**
   * Draws the first page, then up to `pages` while no more than `within` milliseconds are over, and more within
   * `milliseconds`. Returns the number of pages, and PDFium's facts of the file.
   */
  check: { given: { bytes: Uint8Array; pages: number; within: number; milliseconds: number }; result: Checked };
  copy: { given: { bytes: Uint8Array }; result: Uint8Array };
  /**
   * Compares glyphs with what they are read as: the first pages are the known ones, and each of the others is a sheet
   * of a font, which may be of drawings.
   */
  glyphs: {
    given: { bytes: Uint8Array; known: number; drawn: readonly boolean[] };
    result: { glyphs: JudgedGlyph[][] };
  };
  compare: { given: Comparison; result: Compared };
  compareUnhurried: { given: Comparison; result: Compared };
  /** Draws pages with nothing but stamps, and finds those that have something outside of their boxes. */
  stamps: { given: { bytes: Uint8Array; pages: readonly StampedPage[] }; result: number[] };
  /** Finds the first of so many pages without the right mark; null if all have it. */
  trial: { given: Trial; result: number | null };
}

/** A page: its picture, and its text to be laid over it. */
export interface PageView {
  page: number;
  picture: PictureFile;
  text: PageText;
}

/** Texts of pages that follow each other. */
export interface DocumentTexts {
  outline: OutlineEntry[] | null;
  pages: Pick<PageView, 'page' | 'text'>[];
}

/** Fields that the blanks of a page ask for. */
export interface PageProposals extends Proposals {
  page: number;
}

/** Pictures of pages by number: some of the first ones. */
export type Pictures = ReadonlyMap<number, PagePicture>;

interface Checked {
  structure: Structure;
  /** Number of drawn pages. */
  drawn: number;
  pictures: Pictures;
}

interface Comparison {
  before: Uint8Array;
  after: Uint8Array;
  pages?: readonly number[] | undefined;
  except?: ReadonlyMap<number, readonly Box[]> | undefined;
  /** Pages of `before` that were drawn already. */
  pictures?: Pictures | undefined;
}

interface Compared {
  differences: PageDifference[];
  /** Pictures of pages of `after`. */
  pictures: Pictures;
}

/** A page with stamps (1-based), its size, and the boxes of its stamps. */
export interface StampedPage {
  page: number;
  width: number;
  height: number;
  boxes: readonly Box[];
}

interface Trial {
  record: Uint8Array;
  /** The record, with a mark on each tried page. */
  stamped: Uint8Array;
  pages: number;
  /** Box of the mark: nothing may change outside it. */
  mark: Box;
  /** Number of objects that the mark consists of. */
  marks: number;
  /** Pages that can't have changed but for the mark. */
  proven: ReadonlySet<number>;
  /** Pages of `record` that were drawn already. */
  pictures: Pictures;
}

/** Context of a task. */
export interface TaskContext {
  code: WebAssembly.Module;
  memory: MemoryUse;
  /** The thread's processor time in milliseconds. */
  cpu: () => number;
  /** Called before each page. */
  onPage: (page: number) => void;
}

/** Pixels per point: pages are readable on screens of twice the usual density. */
const IMAGE_SCALE = 1.75;
const IMAGE_SIDE = 4000;
const IMAGE_PIXELS = 8_000_000;

/** Bytes of pictures that are passed from task to task: 17 pages of A4, or two posters. */
const PICTURES_KEPT = 32 * 1024 * 1024;

type Run<K extends keyof Tasks> = (given: Tasks[K]['given'], context: TaskContext) => Promise<Tasks[K]['result']>;

const compare = async (
  { before, after, pages, except, pictures }: Comparison,
  context: TaskContext,
): Promise<Compared> => {
  const old = await PdfiumDocument.open(before, context.code, context.memory);
  const changed = await PdfiumDocument.open(after, context.code, context.memory);
  const most = Math.max(old.pageCount, changed.pageCount);
  const differences: PageDifference[] = [];
  const album = new Album();
  for (const page of pages ?? Array.from({ length: most }, (_, index) => index + 1)) {
    context.onPage(page);
    const difference = pageDifference(page, {
      before: old,
      after: changed,
      drawn: pictures?.get(page),
      except: except?.get(page),
      keep: (picture) => album.add(page, picture),
    });
    if (difference) differences.push(difference);
  }
  return { differences, pictures: album.pictures };
};

/** Keeps pictures for later tasks while there is room, in memory that all threads share. */
class Album {
  readonly pictures = new Map<number, PagePicture>();
  #room = PICTURES_KEPT;

  add(page: number, picture: PagePicture): void {
    const { data } = picture.bitmap;
    if (data.length > this.#room) return;
    this.#room -= data.length;
    const shared = new Uint8Array(new SharedArrayBuffer(data.length));
    shared.set(data);
    this.pictures.set(page, { ...picture, bitmap: { ...picture.bitmap, data: shared } });
  }
}

const views = async (
  { bytes, pages, scale, milliseconds }: Tasks['views']['given'],
  context: TaskContext,
): Promise<PageView[]> => {
  const document = await PdfiumDocument.open(bytes, context.code, context.memory);
  const begun = context.cpu();
  const seen: PageView[] = [];
  for (const page of pages) {
    if (page < 1 || page > document.pageCount) continue;
    if (seen.length > 0 && context.cpu() - begun > milliseconds) break;
    context.onPage(page);
    const view = (open: PdfiumPage): PageView => ({
      page,
      picture: encodePagePicture(drawn(open, scale * IMAGE_SCALE)),
      text: paragraphsOf(open.text()),
    });
    seen.push(document.withPage(page, view));
  }
  return seen;
};

const texts = async (
  { bytes, from, milliseconds, size }: Tasks['texts']['given'],
  context: TaskContext,
): Promise<DocumentTexts> => {
  const document = await PdfiumDocument.open(bytes, context.code, context.memory);
  const begun = context.cpu();
  const pages: DocumentTexts['pages'] = [];
  let room = size;
  for (let page = from; page <= document.pageCount; page++) {
    if (pages.length > 0 && context.cpu() - begun > milliseconds) break;
    context.onPage(page);
    const text = document.withPage(page, (open) => paragraphsOf(open.text()));
    room -= JSON.stringify(text).length;
    if (pages.length > 0 && room < 0) break;
    pages.push({ page, text });
  }
  return { outline: from === 1 ? document.outline : null, pages };
};

const proposals = async (
  { bytes, pages, milliseconds }: Tasks['proposals']['given'],
  context: TaskContext,
): Promise<PageProposals[]> => {
  const document = await PdfiumDocument.open(bytes, context.code, context.memory);
  const begun = context.cpu();
  const found: PageProposals[] = [];
  for (const page of pages) {
    if (page < 1 || page > document.pageCount) continue;
    if (found.length > 0 && context.cpu() - begun > milliseconds) break;
    context.onPage(page);
    found.push({ page, ...document.withPage(page, (open) => proposalsOf(open.ink())) });
  }
  return found;
};

/** Runs each kind of task. Each throws `PdfiumError`. */
export const tasks: { [K in keyof Tasks]: Run<K> } = {
  image: async ({ bytes, page, width }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    if (!(Number.isInteger(page) && page >= 1 && page <= document.pageCount)) return null;
    context.onPage(page);
    return document.withPage(page, (open) => encodePagePicture(drawn(open, width && width / open.width), true).bytes);
  },

  views,
  firstView: views,
  texts,
  proposals,

  check: async ({ bytes, pages, within, milliseconds }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    const begun = context.cpu();
    const album = new Album();
    let drawn = 0;
    const hasTime = () => drawn === 0 || context.cpu() - begun <= (drawn < pages ? within : milliseconds);
    while (drawn < document.pageCount && hasTime()) {
      const page = ++drawn;
      context.onPage(page);
      album.add(page, document.withPage(page, coarsePicture));
    }
    return { structure: document.structure, drawn, pictures: album.pictures };
  },

  copy: async ({ bytes }, context) => (await PdfiumDocument.open(bytes, context.code, context.memory)).copy(),

  glyphs: async ({ bytes, known, drawn }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    knownShapes ??= shapesOf(document, known);
    const shapes = knownShapes;
    const glyphs = drawn.map((isDrawing, index) => {
      const page = known + index + 1;
      context.onPage(page);
      return document.withPage(page, (open) => judgeSheet(open, shapes, isDrawing));
    });
    return { glyphs };
  },

  compare,
  compareUnhurried: compare,

  stamps: async ({ bytes, pages }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    return pages.flatMap(({ page, boxes, ...size }) => {
      context.onPage(page);
      return document.withPage(page, (open) => hasInkOutside(open, size, boxes)) ? page : [];
    });
  },

  trial: async ({ record, stamped, pages, mark, marks, proven, pictures }, context) => {
    const after = await PdfiumDocument.open(stamped, context.code, context.memory);
    let before: PdfiumDocument | undefined;
    for (let page = 1; page <= pages; page++) {
      context.onPage(page);
      const seen = after.withPage(page, (open) =>
        proven.has(page) && open.isElaborate ? hasMarksAlone(open, marks, mark) : pictureForTrial(open),
      );
      if (seen === true) continue;
      const marked = seen || after.withPage(page, pictureForTrial);
      const drawn = pictures.get(page);
      if (drawn && marked.left === 0 && differsOnlyWithin(drawn, marked.picture, mark)) continue;
      before ??= await PdfiumDocument.open(record, context.code, context.memory);
      if (marked.left > 0) {
        const plain = before.withPage(page, pictureForTrial);
        if (plain.left === marked.left && differsOnlyWithin(plain.picture, marked.picture, mark)) continue;
      }
      if (!isWithin(pageDifference(page, { before, after, drawn })?.box, mark)) return page;
    }
    return null;
  },
};

/** Shapes of signs in PDFium's own fonts, which are the same in all files. */
let knownShapes: Shapes | undefined;

const shapesOf = (document: PdfiumDocument, pages: number): Shapes => {
  const shapes = new Shapes();
  for (let page = 1; page <= pages; page++) document.withPage(page, (open) => shapes.learn(open));
  return shapes;
};

/** Draws nothing but the marks, which are last on the page. Returns false if they aren't visible in their place. */
const hasMarksAlone = (page: PdfiumPage, marks: number, mark: Box): boolean => {
  page.leaveOutAllBut(marks);
  return differsOnlyWithin(emptyPicture(page), coarsePicture(page), mark);
};

/** Marks are drawn after large pictures, which can't affect them and would take most of the time. */
const pictureForTrial = (page: PdfiumPage): { left: number; picture: PagePicture } => ({
  left: page.leaveOutLargePictures(),
  picture: coarsePicture(page),
});

const isWithin = (box: Box | undefined, { x, y, width, height }: Box): boolean =>
  box !== undefined && box.x + box.width <= x + width && box.y + box.height <= y + height;

/** The page's picture, at so many pixels a point; less for pages of poster size. */
const drawn = (page: PdfiumPage, wanted = IMAGE_SCALE): Bitmap => {
  const scale = Math.min(
    wanted,
    IMAGE_SIDE / Math.max(page.width, page.height),
    Math.sqrt(IMAGE_PIXELS / (page.width * page.height)),
  );
  return page.draw(pixels(page.width * scale), pixels(page.height * scale));
};

const pixels = (length: number): number => Math.max(1, Math.floor(length));
