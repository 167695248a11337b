/** In milliseconds of processor time. Wall-clock limits would refuse good files on a busy machine. */
export interface TimeLimit {
  /** Limit for loading and drawing one page. */
  page: number;
  /** Limit for all pages, and for opening the file. */
  document: number;
  /** Time of each page that is not taken from what the file has left (`budget.ts`): there may be 2000 of them. */
  each?: number;
}

/**
 * Time limits of each kind of task. Real pages take some 10 ms, a photograph of 100 million pixels 3 s, and hostile
 * files never end. A request ends after 29 s, and has other work to do as well.
 */
export const TIME_LIMITS = {
  /**
   * Three times the limit of `check` for a page, because images have three times the pixels: an accepted document can
   * be shown.
   */
  image: { page: 15_000, document: 16_000 },
  /** Ten pages or so, with their text. */
  views: { page: 15_000, document: 20_000 },
  /** Texts are read in a fraction of the time that pages are drawn in. */
  texts: { page: 5000, document: 15_000 },
  /** Reads what stands on pages, and draws nothing. */
  proposals: { page: 5000, document: 15_000 },
  /** For a page that nobody has asked for yet: it is drawn later where it takes longer. */
  firstView: { page: 3000, document: 3000 },
  check: { page: 5000, document: 8000 },
  /** Pages with annotations are drawn, very small. */
  copy: { page: 10_000, document: 10_000 },
  /** Sheets of a font's glyphs: each takes some 10 ms. */
  glyphs: { page: 2000, document: 5000 },
  /** Each page is drawn twice, and in detail if it seems to differ. */
  compare: { page: 15_000, document: 20_000, each: 12 },
  /** The same if no request waits: a worker has 15 minutes. */
  compareUnhurried: { page: 15_000, document: 300_000 },
  /** Stamps alone, without the pages on which they stand. */
  stamps: { page: 5000, document: 300_000 },
  trial: { page: 15_000, document: 20_000 },
} as const satisfies Record<string, TimeLimit>;

/**
 * Memory limit of one task, all its instances together: enough for a picture of 100 million pixels, or a file of 50 MB
 * with its unpacked pages. A function has 1769 MB.
 */
export const MEMORY_LIMIT = 1024 * 1024 * 1024;

/**
 * A worker whose task needed more than this ends with it, because its memory would stay until it is collected. A new
 * worker takes longer to start than pages take to compare.
 */
export const MEMORY_KEPT = 256 * 1024 * 1024;

/**
 * PDFium's stack for variables whose address it takes. The package has 64 kB right above the constants: a thousand
 * nested functions would overwrite them unnoticed, with unpredictable results.
 */
export const SHADOW_STACK = 8 * 1024 * 1024;

/**
 * Megabytes for the calls themselves: enough that PDFium's own nesting limits, or the end of the stack above, come
 * first. The size of a call depends on the engine's optimization, which is unpredictable.
 */
export const NATIVE_STACK_MB = 128;
