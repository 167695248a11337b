import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { contentStreams } from '../content/page-content.ts';
import { inflate } from '../file/decode-stream.ts';
import { loadPdf } from '../file/load-pdf.ts';
import type { OpenPage, OpenPdf } from '../file/open-pdf.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import { openStates } from './plain-content.ts';
import { type Alone, type Appended, appendedObjects, revisionAlone } from './revision-alone.ts';

/** A page before anything was stamped on it. */
interface Before {
  page: OpenPage;
  /** Copies, which later changes of the open document don't reach. */
  entries: PdfDict;
  resources: PdfDict;
  contents: PdfRef[];
  /** Number of graphics states that its content leaves open; undefined if viewers may read it differently. */
  open: number | undefined;
}

/** A document as it was before it was stamped. */
export interface DocumentBefore {
  pages: ReadonlyMap<number, Before>;
  catalog: PdfDict;
  catalogRef: PdfRef | undefined;
  /** The first number that no object of its own has. */
  nextNumber: number;
  /** True if its pages draw nothing that has such a number: a stamp would take its place. */
  isClosed: boolean;
  resolve: Resolve;
}

/** Stamped pages that are proven to show what they showed, and stamps. */
export interface AddedOnly {
  /** Their stamps as a PDF of its own, because what these draw must be looked at. */
  alone: Alone;
  /** Pages on which nothing was drawn, in the whole file. */
  unchanged: number[];
}

/** The categories of resources to which stamps add. */
const CATEGORIES = ['Font', 'XObject'];

/** Notes what pages (1-based) of a document are before they are stamped, for `addedOnly`. */
export const beforeStamps = (document: OpenPdf, numbers: Iterable<number>): DocumentBefore => {
  const { pdf, catalog, resolve } = document;
  const pages = new Map<number, Before>();
  for (const number of numbers) {
    const page = document.pages[number - 1];
    if (page) pages.set(number, pageBefore(page, resolve));
  }
  const nextNumber = pdf.context.registry.nextObjectNumber;
  const drawn = [...pages.values()].flatMap(({ resources, entries }): PdfObject[] => {
    const group = entries.get('Group');
    return group ? [resources, group] : [resources];
  });
  return {
    pages,
    catalog: copyOf(catalog),
    catalogRef: pdf.context.info.trailer.getRef('Root'),
    nextNumber,
    isClosed: isClosed(drawn, nextNumber, resolve),
    resolve,
  };
};

/** True if everything that objects refer to, directly or not, has a number below `nextNumber`. */
const isClosed = (objects: readonly PdfObject[], nextNumber: number, resolve: Resolve): boolean => {
  const seen = new Set<PdfRef>();
  const open = [...objects];
  while (open.length > 0) {
    const object = open.pop();
    if (object instanceof PdfRef) {
      // Not looked up: the library would number new objects from behind it.
      if (object.objectNumber >= nextNumber) return false;
      if (seen.has(object)) continue;
      seen.add(object);
      const target = resolve(object);
      if (target) open.push(target);
    } else if (object instanceof PdfDict) {
      for (const [, value] of object) open.push(value);
    } else if (object instanceof PdfArray) {
      for (const item of object) open.push(item);
    }
  }
  return true;
};

const pageBefore = (page: OpenPage, resolve: Resolve): Before => {
  const contents = contentStreams(page.dict, resolve);
  const shared = inherited(page.dict, 'Resources', resolve);
  const resources = shared instanceof PdfDict ? copyOf(shared) : new PdfDict();
  for (const category of CATEGORIES) {
    const entries = resources.getDict(category, resolve);
    if (entries) resources.set(category, copyOf(entries));
  }
  return { page, entries: copyOf(page.dict), resources, contents, open: statesOf(contents, resolve) };
};

/** In bytes, unpacked: more takes longer to read than pages take to draw. */
const MOST_READ = 16 * 1024 * 1024;

const statesOf = (streams: readonly PdfRef[], resolve: Resolve): number | undefined => {
  const parts = streams.map((ref) => plainData(resolve(ref)));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const [only] = parts;
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size > MOST_READ) return undefined;
  return openStates(only && parts.length === 1 ? only : Buffer.concat(parts.flatMap((part) => [part, BLANK])));
};

const BLANK = Buffer.from('\n');

/** A stream's data, as all viewers unpack them; undefined for rarer filters. */
const plainData = (stream: PdfObject | null): Uint8Array | undefined => {
  if (!(stream instanceof PdfStream)) return undefined;
  const filter = stream.get('Filter');
  if (!filter) return stream.data;
  const names = filter instanceof PdfArray ? [...filter] : [filter];
  const deflated = names.length === 1 && names[0] instanceof PdfName && names[0].value === 'FlateDecode';
  if (!deflated || stream.get('DecodeParms')) return undefined;
  try {
    return inflate(stream.data);
  } catch {
    return undefined;
  }
};

/**
 * Finds the stamped pages on which nothing but stamps can have been added, by what the sealed file says. It begins with
 * the record. The objects behind that have numbers that no stamped page refers to, or replace stamped pages and the
 * catalog. Such a page has kept its entries, the names of its resources, and its content, which is plain and stands
 * between graphics states of its own, so that neither it nor the stamps affect the other. `mark` begins the names that
 * were added: nobody knew it when the record was made. Pages that it doesn't find may be right, too.
 */
export const addedOnly = async (
  record: Uint8Array,
  sealed: Uint8Array,
  before: DocumentBefore,
  mark: string,
): Promise<AddedOnly | undefined> => {
  const head = sealed.subarray(0, record.length);
  const appended = Buffer.compare(head, record) === 0 ? appendedObjects(sealed, record.length) : undefined;
  if (!appended) return undefined;
  const stamped = new Map(
    [...before.pages].flatMap(([number, { page }]): [number, OpenPage][] =>
      appended.has(page.ref.objectNumber) ? [[number, page]] : [],
    ),
  );
  const alone = revisionAlone(sealed, record.length, appended, stamped, before.resolve);
  const revision = await loadPdf(alone.bytes);
  const written: Resolve = (ref) => revision.getObject(ref);
  if (!before.isClosed || !replacesOnlyPages(appended, before, written)) return undefined;
  const facts = { written, appended, mark, nextNumber: before.nextNumber };
  for (const number of stamped.keys()) {
    const page = before.pages.get(number);
    if (!page || !isAddedTo(page, facts)) alone.pages.delete(number);
  }
  const unchanged = [...before.pages.keys()].filter((number) => !stamped.has(number));
  return { alone, unchanged };
};

/** Entries of the catalog that the seal sets: they don't change what pages show (ISO 32000-2 table 29). */
const OF_SEALS = ['AcroForm', 'Version', 'DSS', 'Extensions'];

const replacesOnlyPages = (appended: Appended, before: DocumentBefore, written: Resolve): boolean => {
  const pages = new Set([...before.pages.values()].map(({ page }) => page.ref.objectNumber));
  const own = [...appended.keys()].filter((number) => number < before.nextNumber && !pages.has(number));
  const { catalogRef, catalog } = before;
  if (own.some((number) => number !== catalogRef?.objectNumber)) return false;
  const now = catalogRef && own.length > 0 ? written(catalogRef) : catalog;
  return now instanceof PdfDict && isSameDict(catalog, now, OF_SEALS);
};

interface Revision {
  written: Resolve;
  appended: Appended;
  mark: string;
  nextNumber: number;
}

const isAddedTo = (before: Before, revision: Revision): boolean => {
  const now = revision.written(before.page.ref);
  if (!(now instanceof PdfDict) || !hasDirectBoxes(now)) return false;
  if (!isSameDict(before.entries, now, ['Contents', 'Resources'])) return false;
  const names = addedNames(before.resources, now.get('Resources'), revision);
  return names !== undefined && hasStampsBehind(before, now, names, revision);
};

/** True if the page's boxes are the same without the rest of the file. */
const hasDirectBoxes = (page: PdfDict): boolean =>
  ['MediaBox', 'CropBox', 'Rotate'].every((key) => {
    const value = page.get(key);
    return (
      !(value instanceof PdfRef) && !(value instanceof PdfArray && [...value].some((item) => item instanceof PdfRef))
    );
  });

/** The names that were added to a page's resources; undefined if anything else is new, or something is missing. */
const addedNames = (before: PdfDict, now: PdfObject | undefined, revision: Revision): Set<string> | undefined => {
  if (!(now instanceof PdfDict) || !isSameDict(before, now, CATEGORIES)) return undefined;
  const names = new Set<string>();
  for (const category of CATEGORIES) {
    const [old, own] = [before.getDict(category) ?? new PdfDict(), now.getDict(category) ?? new PdfDict()];
    const added = [...own.keys()].map(({ value }) => value).filter((name) => !old.has(name));
    if (!isSameDict(old, own, added)) return undefined;
    for (const name of added) {
      if (!name.startsWith(revision.mark) || !isOfRevision(own.get(name), revision)) return undefined;
      names.add(name);
    }
  }
  return names;
};

/** True if an object, and all that it refers to, is new. */
const isOfRevision = (object: PdfObject | undefined, revision: Revision, seen = new Set<PdfRef>()): boolean => {
  if (object instanceof PdfRef) {
    if (seen.has(object)) return true;
    seen.add(object);
    const isNew = object.objectNumber >= revision.nextNumber && revision.appended.has(object.objectNumber);
    return isNew && isOfRevision(revision.written(object) ?? undefined, revision, seen);
  }
  if (object instanceof PdfDict) return [...object].every(([, value]) => isOfRevision(value, revision, seen));
  if (object instanceof PdfArray) return [...object].every((item) => isOfRevision(item, revision, seen));
  return object !== undefined;
};

/** A save for each state that is restored later. */
const SAVES = /^(?:q\n)+$/;
const RESTORES = /^\n((?:Q\n)*)/;

/** True if the page draws its old content between a save and its restoration, and then the stamps with their names. */
const hasStampsBehind = (
  { contents: old, open }: Before,
  now: PdfDict,
  names: Set<string>,
  { written, nextNumber }: Revision,
): boolean => {
  const contents = now.get('Contents');
  const parts = contents instanceof PdfArray ? [...contents] : [contents];
  const added = (part: PdfObject | undefined): Buffer | undefined => {
    const data = part instanceof PdfRef && part.objectNumber >= nextNumber ? plainData(written(part)) : undefined;
    return data && Buffer.from(data.buffer, data.byteOffset, data.length);
  };
  const last = added(parts.at(-1));
  if (!last) return false;
  let stamps = last;
  if (old.length > 0) {
    const first = added(parts[0])?.toString('latin1') ?? '';
    const restored = RESTORES.exec(last.toString('latin1')) ?? [''];
    const restores = (restored[1] ?? '').length / 2;
    if (!SAVES.test(first) || open === undefined || restores !== first.length / 2 + open) return false;
    if (parts.length !== old.length + 2 || !old.every((ref, index) => parts[index + 1] === ref)) return false;
    stamps = last.subarray(restored[0].length);
  } else if (parts.length !== 1) return false;
  const used = new Set<string>();
  return openStates(stamps, used) === 0 && used.isSubsetOf(names);
};

const copyOf = (dict: PdfDict): PdfDict => {
  const copy = new PdfDict();
  for (const [key, value] of dict) copy.set(key, copied(value));
  return copy;
};

const copied = (object: PdfObject): PdfObject => {
  if (object instanceof PdfArray) return new PdfArray([...object].map(copied));
  return object instanceof PdfDict && !(object instanceof PdfStream) ? copyOf(object) : object;
};

/** True if two dictionaries have the same entries, but for some keys. */
const isSameDict = (a: PdfDict, b: PdfDict, except: readonly string[] = []): boolean => {
  const left = new Set(except);
  const keys = new Set([...a.keys(), ...b.keys()].map(({ value }) => value).filter((key) => !left.has(key)));
  return [...keys].every((key) => isSame(a.get(key), b.get(key)));
};

const isSame = (a: PdfObject | undefined, b: PdfObject | undefined): boolean => {
  if (a === b) return true;
  if (a instanceof PdfStream || b instanceof PdfStream) return false;
  if (a instanceof PdfDict) return b instanceof PdfDict && isSameDict(a, b);
  if (a instanceof PdfArray) {
    return b instanceof PdfArray && a.length === b.length && [...a].every((item, index) => isSame(item, b.at(index)));
  }
  if (a instanceof PdfNumber) return b instanceof PdfNumber && a.value === b.value;
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfBool) return b instanceof PdfBool && a.value === b.value;
  return a instanceof PdfNull && b instanceof PdfNull;
};
