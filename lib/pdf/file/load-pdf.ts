import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { countFileValues, countStreamValues } from './count-values.ts';
import { decodedData } from './decode-stream.ts';
import { keepNamesExact } from './exact-names.ts';
import type { Resolve } from './page-box.ts';
import { Meter, ReadingLimitError } from './reading-limits.ts';
import { withinTimeLimit } from './time-limit.ts';
import { readWideColumns } from './wide-columns.ts';

/**
 * Opens a PDF with the library: the only place that does. Values are counted before anything is made of them, and no
 * stream unpacks to more than `MAX_UNPACKED`, now and whenever the library reads more of the file. Throws
 * `ReadingLimitError`, also later, when more of the file is read, and another error if the file can't be read in time.
 */
export const loadPdf = async (bytes: Uint8Array): Promise<PDF> => {
  keepNamesExact();
  readWideColumns();
  boundLibrary();
  const meter = new Meter();
  const pdf = await withinTimeLimit(() => {
    countFileValues(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), (values) => meter.find(values));
    // The library reads synchronously. It takes errors for damage, and goes on.
    return measured(meter, () => PDF.load(bytes).catch((error: unknown) => fail(meter.fault ?? error)));
  });
  if (meter.fault) throw meter.fault;
  measureLater(pdf, meter);
  skipStatedNumbers(pdf);
  return pdf;
};

/** PDFium reads no object with a number from 4,194,304 on. */
const MOST_OBJECTS = 4_000_000;

/**
 * Numbers new objects from the size on that the file states, though its objects may end before. An update that states
 * less, or that uses lower numbers, is none that pyHanko permits after a signature: objects of the file might have had
 * them.
 */
const skipStatedNumbers = (pdf: PDF): void => {
  const size = pdf.context.info.trailer.get('Size');
  const isPossible = size instanceof PdfNumber && Number.isInteger(size.value) && size.value <= MOST_OBJECTS;
  // The library numbers new objects from behind the highest that was looked up.
  if (isPossible && size.value > pdf.context.registry.nextObjectNumber) pdf.getObject(PdfRef.of(size.value - 1, 0));
};

const fail = (error: unknown): never => {
  throw error;
};

/** The file that is being read. */
let reading: Meter | undefined;

const measured = <T>(meter: Meter, read: () => T): T => {
  reading = meter;
  try {
    return read();
  } finally {
    reading = undefined;
  }
};

let isBound = false;

/** Makes the library decode all streams here. Has an effect once. */
const boundLibrary = (): void => {
  if (isBound) return;
  isBound = true;
  PdfStream.prototype.getDecodedData = function () {
    try {
      const data = decodedData(this);
      if (reading) measureObjects(this, data, reading);
      return data;
    } catch (error) {
      if (reading && error instanceof ReadingLimitError) reading.fail(error);
      throw error;
    }
  };
};

/** Counts what the library will make of an object stream, or of a cross-reference stream. */
const measureObjects = (stream: PdfStream, data: Uint8Array, meter: Meter): void => {
  if (stream.getName('Type')?.value === 'ObjStm') {
    meter.unpack(data.length);
    const content = Buffer.from(data.buffer, data.byteOffset, data.length);
    countStreamValues(content, stream.getNumber('First')?.value ?? 0, (values) => meter.find(values));
  }
  const widths = stream.getArray('W')?.toArray();
  if (!widths) return;
  const columns = widths.reduce((sum, width) => sum + (width instanceof PdfNumber ? width.value : 0), 0);
  meter.find(data.length / columns);
};

/** Objects are read when they are needed. */
const measureLater = (pdf: PDF, meter: Meter): void => {
  const { registry } = pdf.context;
  const resolve = registry.resolve.bind(registry);
  registry.resolve = (ref) => {
    const known = registry.getObject(ref);
    if (known) return known;
    const object = measured(meter, () => resolve(ref));
    if (meter.fault) throw meter.fault;
    if (object) {
      meter.make(valuesIn(object));
      if (object instanceof PdfStream) describeDirectly(object, registry.resolve);
    }
    return object;
  };
};

const valuesIn = (object: PdfObject): number => {
  let count = 1;
  if (object instanceof PdfDict) for (const [, value] of object) count += 1 + valuesIn(value);
  else if (object instanceof PdfArray) for (const value of object) count += valuesIn(value);
  return count;
};

/** Puts a stream's filters and their parameters into its dictionary, where the library looks for them. */
const describeDirectly = (stream: PdfStream, resolve: Resolve): void => {
  for (const key of ['Filter', 'DecodeParms']) {
    const value = stream.get(key);
    const direct = value && directly(value, resolve);
    if (direct && direct !== value) stream.set(key, direct);
  }
};

const directly = (value: PdfObject, resolve: Resolve): PdfObject => {
  const target = value instanceof PdfRef ? (resolve(value) ?? value) : value;
  if (target instanceof PdfArray && [...target].some((item) => item instanceof PdfRef)) {
    return new PdfArray([...target].map((item) => (item instanceof PdfRef ? (resolve(item) ?? item) : item)));
  }
  return target;
};
