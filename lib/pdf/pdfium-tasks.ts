import { encodePng } from './images/png.ts';
import { type Box, type PageDifference, pageDifference } from './page-difference.ts';
import type { Structure } from './pdfium-copy.ts';
import { type MemoryUse, PdfiumDocument, type PdfiumPage } from './pdfium-document.ts';

/** What PDFium does, by name: what it is given, and its result. */
export interface Tasks {
  /** A page (1-based) as a PNG; null where there is no such page. `width` in pixels. */
  image: { given: { bytes: Uint8Array; page: number; width?: number | undefined }; result: Uint8Array | null };
  /**
   * Draws the first pages: so many at least, and more for so many milliseconds. The number of all pages, and what else
   * PDFium knows of the file.
   */
  check: { given: { bytes: Uint8Array; pages: number; milliseconds: number }; result: Structure };
  copy: { given: { bytes: Uint8Array }; result: Uint8Array };
  compare: { given: Comparison; result: PageDifference[] };
  compareUnhurried: { given: Comparison; result: PageDifference[] };
}

interface Comparison {
  before: Uint8Array;
  after: Uint8Array;
  pages?: readonly number[] | undefined;
  except?: ReadonlyMap<number, readonly Box[]> | undefined;
}

/** What a task works with. */
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

/** A page that is only drawn to see that it can be. */
const TRIAL_SCALE = 1;
const TRIAL_PIXELS = 1_000_000;

type Run<K extends keyof Tasks> = (given: Tasks[K]['given'], context: TaskContext) => Promise<Tasks[K]['result']>;

const compare = async (
  { before, after, pages, except }: Comparison,
  context: TaskContext,
): Promise<PageDifference[]> => {
  const old = await PdfiumDocument.open(before, context.code, context.memory);
  const changed = await PdfiumDocument.open(after, context.code, context.memory);
  const most = Math.max(old.pageCount, changed.pageCount);
  const differences: PageDifference[] = [];
  for (const page of pages ?? Array.from({ length: most }, (_, index) => index + 1)) {
    context.onPage(page);
    const difference = pageDifference(old, changed, page, except?.get(page) ?? []);
    if (difference) differences.push(difference);
  }
  return differences;
};

/** Does each kind of task. Each throws `PdfiumError`. */
export const tasks: { [K in keyof Tasks]: Run<K> } = {
  image: async ({ bytes, page, width }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    if (!(Number.isInteger(page) && page >= 1 && page <= document.pageCount)) return null;
    context.onPage(page);
    return document.withPage(page, (open) => pngOf(open, width));
  },

  check: async ({ bytes, pages, milliseconds }, context) => {
    const document = await PdfiumDocument.open(bytes, context.code, context.memory);
    const begun = context.cpu();
    for (let page = 1; page <= document.pageCount; page++) {
      if (page > pages && context.cpu() - begun > milliseconds) break;
      context.onPage(page);
      document.withPage(page, tryDrawing);
    }
    return document.structure;
  },

  copy: async ({ bytes }, context) => (await PdfiumDocument.open(bytes, context.code, context.memory)).copy(),

  compare,
  compareUnhurried: compare,
};

const pngOf = (page: PdfiumPage, wanted: number | undefined): Uint8Array => {
  const scale = Math.min(
    wanted ? wanted / page.width : IMAGE_SCALE,
    IMAGE_SIDE / Math.max(page.width, page.height),
    Math.sqrt(IMAGE_PIXELS / (page.width * page.height)),
  );
  const { data, width, height } = page.draw(pixels(page.width * scale), pixels(page.height * scale));
  return encodePng(data, width, height, 'rgb');
};

const tryDrawing = (page: PdfiumPage): void => {
  const scale = Math.min(TRIAL_SCALE, Math.sqrt(TRIAL_PIXELS / (page.width * page.height)));
  page.draw(pixels(page.width * scale), pixels(page.height * scale));
};

const pixels = (length: number): number => Math.max(1, Math.floor(length));
