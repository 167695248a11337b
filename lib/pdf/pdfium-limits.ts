/** Milliseconds of processor time. The clock on the wall would refuse good files on a busy machine. */
export interface TimeLimit {
  /** For loading and drawing one page. */
  page: number;
  /** For all pages, and for opening the file. */
  document: number;
}

/**
 * The most that PDFium may take for each kind of task. Real pages take some 10 ms, a photograph of 100 million pixels 3 s,
 * and files that were made to take for ever take for ever. A request ends after 29 s, and has other work to do as well.
 */
export const TIME_LIMITS = {
  /** Three times as long as `check` has for a page: images have three times the pixels. What was taken in can be shown. */
  image: { page: 15_000, document: 16_000 },
  text: { page: 5000, document: 8000 },
  check: { page: 5000, document: 18_000 },
  /** Pages with annotations are drawn, very small. */
  copy: { page: 10_000, document: 10_000 },
  /** Each page is drawn twice, and in detail where it seems to differ. */
  compare: { page: 15_000, document: 20_000 },
  /** The same, where no request waits for it: a worker has 15 minutes. */
  compareUnhurried: { page: 15_000, document: 300_000 },
  trial: { page: 15_000, document: 20_000 },
} as const satisfies Record<string, TimeLimit>;

/** A task that gets no processor at all ends when so many times its limit has passed on the wall. */
export const WALL_FACTOR = 10;

/**
 * What PDFium may hold in memory for one task, all its instances together: a picture of 100 million pixels, or a file of
 * 50 MB with what its pages unpack to. A function has 1769 MB.
 */
export const MEMORY_LIMIT = 1024 * 1024 * 1024;

/**
 * A worker whose task needed more than this is ended with it: its memory would stay until it is collected, which is soon, but
 * not at once. A new worker takes longer to start than pages take to compare.
 */
export const MEMORY_KEPT = 256 * 1024 * 1024;

/**
 * PDFium's stack for variables whose address it takes. As the package builds it, it has 64 kB right above the constants:
 * functions within functions, a thousand deep, overwrite them unnoticed, and what happens then is anybody's guess.
 */
export const SHADOW_STACK = 8 * 1024 * 1024;

/**
 * Megabytes for the calls themselves: so many that PDFium's own limits of nesting, or the end of the stack above, come
 * first. How much a call takes depends on how far the engine has optimized the code by then, which nobody can tell.
 */
export const NATIVE_STACK_MB = 128;
