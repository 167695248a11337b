/** Limits of what is read of a file, whoever sent it, so that no file fills the memory. */

const MEGABYTE = 1024 * 1024;

/**
 * The most bytes that a stream may unpack to, except images, which only PDFium unpacks. Larger ones are made to fill
 * the memory.
 */
export const MAX_UNPACKED = 64 * MEGABYTE;

/**
 * The most bytes that the object streams of a file unpack to together: they stay in memory as long as the file is open.
 */
const MAX_OBJECT_STREAMS = 4 * MAX_UNPACKED;

/**
 * The most values of a file: names, numbers, strings, dictionaries, rows of its cross-reference table… The library
 * needs up to 250 bytes for each, and a thread has 1 GB. Tagged books of a thousand pages have two million.
 */
const MOST_VALUES = 3_000_000;

/**
 * The most pixels of the pictures that a page draws: with three colours each, PDFium has memory for as many. A0 at 600
 * dots an inch in black and white, whose pixels count an eighth, has 70 million.
 */
export const MOST_PIXELS = 100_000_000;

/** A file exceeds a limit of what is read. `reason` is the end of a sentence. */
export class ReadingLimitError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'ReadingLimitError';
    this.reason = reason;
  }
}

/** A stream unpacks to more than `MAX_UNPACKED`. */
export class StreamTooLargeError extends ReadingLimitError {
  constructor() {
    super(`part of it unpacks to more than ${MAX_UNPACKED / MEGABYTE} MB`);
    this.name = 'StreamTooLargeError';
  }
}

const tooManyValues = (): ReadingLimitError =>
  new ReadingLimitError(`it has more than ${MOST_VALUES / 1e6} million values`);

const objectsTooLarge = (): ReadingLimitError =>
  new ReadingLimitError(`its objects unpack to more than ${MAX_OBJECT_STREAMS / MEGABYTE} MB`);

/**
 * Counts what is read of a file. Each method throws `ReadingLimitError` when it becomes too much, and `fault` keeps the
 * error.
 */
export class Meter {
  fault: ReadingLimitError | undefined;
  #found = 0;
  #made = 0;
  #unpacked = 0;

  /** Counts values in the file's bytes, before an object is made of them. */
  find(values: number): void {
    this.#found += values;
    if (this.#found > MOST_VALUES) this.fail(tooManyValues());
  }

  /** Counts values of objects in memory. The same bytes may become an object many times. */
  make(values: number): void {
    this.#made += values;
    if (this.#made > MOST_VALUES) this.fail(tooManyValues());
  }

  /** Counts the bytes of an object stream. */
  unpack(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > MAX_OBJECT_STREAMS) this.fail(objectsTooLarge());
  }

  fail(fault: ReadingLimitError): never {
    this.fault ??= fault;
    throw fault;
  }
}
