import { type Bytes, latin1, unreadable } from './bytes.ts';
import { inflate, unpredict } from './inflate.ts';
import { Dict, Name, Reader, Ref, Stream, type Value } from './pdf-values.ts';

/** Place of an object: an offset in the file, a place in an object stream, or nowhere. */
export type Place = { offset: number; generation: number } | { stream: number; index: number } | 'free';

/** One cross-reference section (ISO 32000-2 sections 7.5.4 and 7.5.8), with the bytes that it takes. */
export interface Section {
  start: number;
  end: number;
  places: ReadonlyMap<number, Place>;
  trailer: Dict;
}

const MOST_SECTIONS = 500;
const MOST_OBJECTS = 2_000_000;
/** Bytes that streams may unpack to that a check reads. */
const LARGEST_STREAM = 64 * 1024 * 1024;
const STARTXREF_WITHIN = 1024;

/** A PDF as its last cross-reference section says it is. Objects are read when they are asked for. */
export class PdfFile {
  readonly bytes: Bytes;
  /** Sections, the newest first. */
  readonly sections: readonly Section[];
  readonly places: ReadonlyMap<number, Place>;
  readonly #packed = new Map<number, Promise<Map<number, Value>>>();

  private constructor(bytes: Bytes, sections: readonly Section[]) {
    this.bytes = bytes;
    this.sections = sections;
    const places = new Map<number, Place>();
    for (const section of sections) {
      for (const [number, place] of section.places) if (!places.has(number)) places.set(number, place);
    }
    this.places = places;
  }

  /**
   * Reads the sections. Throws `UnreadableError` where the file isn't sound: nothing is repaired, as readers repair
   * differently.
   */
  static async read(bytes: Bytes): Promise<PdfFile> {
    const tail = latin1(bytes.subarray(-STARTXREF_WITHIN));
    const stated = [...tail.matchAll(/startxref\s+(\d{1,15})\s/g)].at(-1)?.[1];
    const sections: Section[] = [];
    const seen = new Set<number>();
    const open = [stated === undefined ? unreadable('no startxref') : Number(stated)];
    let objects = 0;
    for (let offset = open.pop(); offset !== undefined; offset = open.pop()) {
      if (seen.has(offset) || seen.size >= MOST_SECTIONS) return unreadable('sections in a circle');
      seen.add(offset);
      const section = await readSection(bytes, offset);
      objects += section.places.size;
      if (objects > MOST_OBJECTS) return unreadable('too many objects');
      sections.push(section);
      const previous = section.trailer.get('Prev');
      if (typeof previous === 'number') open.push(previous);
      // A hybrid file's stream comes before the section's own predecessor.
      const hybrid = section.trailer.get('XRefStm');
      if (typeof hybrid === 'number') open.push(hybrid);
    }
    if (sections.some(({ trailer }) => trailer.has('Encrypt'))) return unreadable('the file is encrypted');
    return new PdfFile(bytes, sections);
  }

  get trailer(): Dict {
    return this.sections[0]?.trailer ?? new Dict();
  }

  async catalog(): Promise<Dict> {
    const root = await this.resolve(this.trailer.get('Root'));
    return root instanceof Dict ? root : unreadable('no catalog');
  }

  /** The value that a reference leads to, null where there is none; any other value itself. */
  async resolve(value: Value | undefined): Promise<Value> {
    for (let times = 0; times < 20; times++) {
      if (!(value instanceof Ref)) return value ?? null;
      value = await this.object(value.number);
    }
    return unreadable('references in a circle');
  }

  /** The dictionary behind an entry; undefined for anything else. */
  async dict(value: Value | undefined): Promise<Dict | undefined> {
    const found = await this.resolve(value);
    return found instanceof Dict ? found : found instanceof Stream ? found.dict : undefined;
  }

  async array(value: Value | undefined): Promise<Value[]> {
    const found = await this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  async object(number: number): Promise<Value> {
    const place = this.places.get(number);
    if (!place || place === 'free') return null;
    if ('offset' in place) return readObject(this.bytes, place.offset, number).value;
    return (await this.#objectsIn(place.stream)).get(number) ?? null;
  }

  #objectsIn(number: number): Promise<Map<number, Value>> {
    const known = this.#packed.get(number);
    if (known) return known;
    const reading = this.#unpack(number);
    this.#packed.set(number, reading);
    return reading;
  }

  async #unpack(number: number): Promise<Map<number, Value>> {
    const place = this.places.get(number);
    if (!place || place === 'free' || !('offset' in place)) return unreadable('no object stream');
    const stream = readObject(this.bytes, place.offset, number).value;
    if (!(stream instanceof Stream) || stream.dict.named('Type') !== 'ObjStm') return unreadable('no object stream');
    const data = await this.data(stream);
    const [count, first] = [stream.dict.get('N'), stream.dict.get('First')];
    if (typeof count !== 'number' || typeof first !== 'number' || count > 100_000)
      return unreadable('no object stream');
    const index = new Reader(data);
    const found = new Map<number, Value>();
    for (let at = 0; at < count; at++) {
      const [object, offset] = [index.integer(), index.integer()];
      const home = this.places.get(object);
      const isHere = home && home !== 'free' && 'stream' in home && home.stream === number;
      if (isHere && !found.has(object)) found.set(object, new Reader(data, first + offset).value());
    }
    return found;
  }

  /** A stream's data, unpacked. */
  async data(stream: Stream): Promise<Bytes> {
    const length = await this.resolve(stream.dict.get('Length'));
    return unpack(stream, rawData(this.bytes, stream, length), this);
  }

  /** A stream's data as they stand in the file. */
  async raw(stream: Stream): Promise<Bytes> {
    return rawData(this.bytes, stream, await this.resolve(stream.dict.get('Length')));
  }
}

const rawData = (bytes: Bytes, { start }: Stream, length: Value): Bytes =>
  typeof length === 'number' && Number.isInteger(length) && length >= 0 && start + length <= bytes.length
    ? bytes.subarray(start, start + length)
    : unreadable('a stream without a length');

const unpack = async (stream: Stream, raw: Bytes, file?: PdfFile): Promise<Bytes> => {
  const plain = async (key: string): Promise<Value> => {
    const value = stream.dict.get(key) ?? null;
    const whole = file ? await file.resolve(value) : value;
    const [one = null, ...more] = Array.isArray(whole) ? whole : [whole];
    if (more.length > 0) return unreadable('several filters');
    return file ? file.resolve(one) : one;
  };
  const filter = await plain('Filter');
  if (filter === null) return raw;
  if (!(filter instanceof Name) || filter.name !== 'FlateDecode') return unreadable('an unknown filter');
  const data = await inflate(raw, LARGEST_STREAM);
  const parameters = await plain('DecodeParms');
  const predictor = parameters instanceof Dict ? parameters.get('Predictor') : undefined;
  if (!(parameters instanceof Dict) || predictor === undefined || predictor === 1) return data;
  const columns = parameters.get('Columns');
  if (typeof predictor !== 'number' || predictor < 10 || typeof columns !== 'number') {
    return unreadable('an unknown prediction');
  }
  return unpredict(data, columns);
};

/** An object at its place, and the byte after its `endobj`. Throws unless it has this number. */
export const readObject = (
  bytes: Bytes,
  offset: number,
  number?: number,
): { number: number; value: Value; end: (length: Value) => number } => {
  const reader = new Reader(bytes, offset);
  const found = reader.integer();
  if (number !== undefined && found !== number) return unreadable(`object ${found} in the place of ${number}`);
  reader.integer();
  reader.expect('obj');
  const value = reader.value();
  const after = reader.at;
  if (reader.word() !== 'stream' || !(value instanceof Dict)) {
    return { number: found, value, end: () => endOf(bytes, after, ['endobj']) };
  }
  // The data begin after the line's end (section 7.3.8).
  if (bytes[reader.at] === 0x0d) reader.at += 1;
  if (bytes[reader.at] === 0x0a) reader.at += 1;
  const stream = new Stream(value, reader.at);
  return {
    number: found,
    value: stream,
    end: (length) => endOf(bytes, stream.start + rawData(bytes, stream, length).length, ['endstream', 'endobj']),
  };
};

const endOf = (bytes: Bytes, at: number, words: readonly string[]): number => {
  const reader = new Reader(bytes, at);
  for (const word of words) reader.expect(word);
  return reader.at;
};

const readSection = async (bytes: Bytes, offset: number): Promise<Section> => {
  if (offset >= bytes.length) return unreadable('an odd section');
  const reader = new Reader(bytes, offset);
  return reader.word() === 'xref' ? readTable(reader, offset) : readStreamSection(bytes, offset);
};

const readTable = (reader: Reader, start: number): Section => {
  const places = new Map<number, Place>();
  for (;;) {
    const word = reader.word();
    if (word === 'trailer') break;
    const count = reader.integer();
    if (!/^\d{1,9}$/.test(word) || count > MOST_OBJECTS) return unreadable('no subsection');
    for (let at = 0; at < count; at++) {
      const [offset, generation, kind] = [reader.integer(), reader.integer(), reader.word()];
      if (kind !== 'n' && kind !== 'f') return unreadable('no entry');
      places.set(Number(word) + at, kind === 'n' ? { offset, generation } : 'free');
    }
  }
  const trailer = reader.value();
  if (!(trailer instanceof Dict)) return unreadable('no trailer');
  return { start, end: reader.at, places, trailer };
};

const readStreamSection = async (bytes: Bytes, start: number): Promise<Section> => {
  const { value, end } = readObject(bytes, start);
  if (!(value instanceof Stream) || value.dict.named('Type') !== 'XRef') return unreadable('no section');
  const { dict } = value;
  const length = dict.get('Length') ?? null;
  const data = await unpack(value, rawData(bytes, value, length));
  const size = dict.get('Size');
  const widths = dict.get('W');
  const index = dict.get('Index') ?? [0, size ?? null];
  if (!isNumbers(widths) || widths.length < 3 || !isNumbers(index)) return unreadable('no section');
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = widths;
  const width = kindWidth + firstWidth + secondWidth;
  if (width < 1 || width > 20) return unreadable('no rows');
  const places = new Map<number, Place>();
  let row = 0;
  const number = (at: number, bytesOf: number): number => {
    let value = 0;
    for (let step = 0; step < bytesOf; step++) value = value * 256 + (data[at + step] ?? 0);
    return value;
  };
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2);
    if ((row + count) * width > data.length) return unreadable('rows are missing');
    for (let one = 0; one < count; one++, row++) {
      const at = row * width;
      const kind = kindWidth === 0 ? 1 : number(at, kindWidth);
      const [a, b] = [number(at + kindWidth, firstWidth), number(at + kindWidth + firstWidth, secondWidth)];
      if (kind === 0) places.set(first + one, 'free');
      else if (kind === 1) places.set(first + one, { offset: a, generation: b });
      else if (kind === 2) places.set(first + one, { stream: a, index: b });
    }
  }
  return { start, end: end(length), places, trailer: dict };
};

const isNumbers = (value: Value | undefined): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one) && (one as number) >= 0);
