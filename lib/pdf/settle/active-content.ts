import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, type Resolve } from '../file/page-box.ts';
import { empty } from './settle-layers.ts';

/** More bookmarks than this are not a table of contents. */
const MAX_OUTLINE_ITEMS = 100_000;

/** Named actions that only turn pages (ISO 32000-2 table 215). */
const TURNING = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** Schemes of addresses that a link may lead to; others run something. */
const HARMLESS_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'ftp', 'ftps', 'sms', 'geo', 'urn', 'doi']);

/** Reason for changing a file that has a form: the phrase. */
export const FORM = 'form fields became part of the pages';
/** Further reasons that say of a file nothing that anybody sees. */
export const USAGE_RIGHTS = 'usage rights of its producer were removed';
export const PREVIEWS = 'preview pictures were removed';
const SCRIPTS = 'scripts and actions were removed';
const FILES = 'attached files were removed';
const VARIANTS = 'variants of its content for other viewers or for printing were removed';
const TRANSFER = 'transfer functions of its colours, which only some viewers and printers use, were removed';

/** Entries to remove from a dictionary, by key, with the reason. */
type Rules = Readonly<Record<string, string>>;

const OF_CATALOG: Rules = {
  AA: SCRIPTS,
  Requirements: SCRIPTS,
  NeedsRendering: SCRIPTS,
  // Usage rights that a vendor granted to the file as it was.
  Perms: USAGE_RIGHTS,
  Legal: USAGE_RIGHTS,
  AF: FILES,
  Collection: FILES,
};

const OF_NAMES: Rules = {
  JavaScript: SCRIPTS,
  Renditions: SCRIPTS,
  EmbeddedFiles: FILES,
  AlternatePresentations: VARIANTS,
};

const OF_PAGE: Rules = {
  AA: SCRIPTS,
  PresSteps: SCRIPTS,
  AF: FILES,
  Thumb: PREVIEWS,
};

const OF_LINK: Rules = { AA: SCRIPTS, PA: SCRIPTS, AF: FILES };

const OF_BOOKMARK: Rules = { AA: SCRIPTS };

/** Entries of what pages draw (ISO 32000-2 tables 87 and 93, and of older versions). */
const OF_DRAWN: Rules = {
  Alternates: VARIANTS,
  OPI: VARIANTS,
  Ref: VARIANTS,
  Subtype2: VARIANTS,
  PS: VARIANTS,
  AF: FILES,
};

/**
 * Removes active and alternative content from the document: scripts, launched programs, submitted forms, the form
 * itself, attachments, alternate images. After the sealing the document shows its pages and nothing else. Returns the
 * removed kinds in plain phrases.
 */
export const removeActiveContent = (document: OpenPdf): string[] => {
  const { catalog, pages, resolve } = document;
  const reasons = new Set<string>();
  const drop = (holder: PdfDict | undefined, rules: Rules): void => {
    for (const [key, reason] of Object.entries(rules)) if (holder?.delete(key)) reasons.add(reason);
  };
  const dropAction = (holder: PdfDict): void => {
    if (disarm(holder, resolve)) reasons.add(SCRIPTS);
  };

  drop(catalog, OF_CATALOG);
  drop(catalog.getDict('Names', resolve), OF_NAMES);
  if (isHarmful(catalog.get('OpenAction', resolve), resolve) && catalog.delete('OpenAction')) reasons.add(SCRIPTS);
  const form = catalog.getDict('AcroForm', resolve);
  if (form && !isEmptyForm(form, resolve) && catalog.delete('AcroForm')) reasons.add(FORM);
  const base = catalog.getDict('URI', resolve);
  if (base && !isHarmlessAddress(base.get('Base', resolve)) && catalog.delete('URI')) reasons.add(SCRIPTS);

  for (const { dict } of pages) {
    drop(dict, OF_PAGE);
    for (const { annotation } of annotationsOf(dict, resolve)) {
      drop(annotation, OF_LINK);
      dropAction(annotation);
    }
  }
  for (const item of bookmarks(catalog, resolve)) {
    drop(item, OF_BOOKMARK);
    dropAction(item);
  }
  for (const object of everything(document)) for (const reason of settle(object, resolve)) reasons.add(reason);
  return [...reasons];
};

/**
 * Removes the action of a link or bookmark unless it only leads to a place or address. Returns true if it removed one.
 */
const disarm = (holder: PdfDict, resolve: Resolve): boolean => {
  const action = holder.get('A', resolve);
  if (isHarmful(action, resolve)) return holder.delete('A');
  return action instanceof PdfDict && action.delete('Next');
};

/** An action (ISO 32000-2 section 12.6) that does more than lead to a place or to an address. */
const isHarmful = (action: PdfObject | undefined, resolve: Resolve): boolean => {
  if (!(action instanceof PdfDict)) return false;
  switch (action.getName('S', resolve)?.value) {
    case 'GoTo':
      return false;
    case 'URI':
      return !isHarmlessAddress(action.get('URI', resolve));
    case 'Named':
      return !TURNING.has(action.getName('N', resolve)?.value ?? '');
    default:
      return true;
  }
};

/** Browsers ignore white space and control characters before a scheme and in it. */
const isHarmlessAddress = (address: PdfObject | undefined): boolean => {
  if (address === undefined) return true;
  if (!(address instanceof PdfString)) return false;
  const text = address.asString().replace(/[^!-~]/g, '');
  const scheme = /^([^/?#]*?):/.exec(text)?.[1];
  return scheme === undefined || HARMLESS_SCHEMES.has(scheme.toLowerCase());
};

/** True for a form without fields, scripts or orders to viewers: many producers write one. */
const isEmptyForm = (form: PdfDict, resolve: Resolve): boolean =>
  (form.getArray('Fields', resolve)?.length ?? 0) === 0 &&
  ['XFA', 'CO', 'NeedAppearances', 'SigFlags'].every((key) => !form.has(key));

const bookmarks = (catalog: PdfDict, resolve: Resolve): Set<PdfDict> => {
  const seen = new Set<PdfDict>();
  const waiting = [catalog.getDict('Outlines', resolve)?.getDict('First', resolve)];
  while (waiting.length > 0 && seen.size < MAX_OUTLINE_ITEMS) {
    const item = waiting.pop();
    if (!item || seen.has(item)) continue;
    seen.add(item);
    waiting.push(item.getDict('First', resolve), item.getDict('Next', resolve));
  }
  return seen;
};

/** Iterates over all dictionaries and streams that the document refers to in any way. */
const everything = function* ({ pdf, catalog, resolve }: OpenPdf): Generator<PdfDict> {
  const seen = new Set<PdfObject>();
  const waiting: PdfObject[] = [pdf.context.info.trailer, catalog];
  while (waiting.length > 0) {
    const item = waiting.pop() as PdfObject;
    const object = item instanceof PdfRef ? resolve(item) : item;
    if (!object || seen.has(object)) continue;
    if (object instanceof PdfArray) {
      seen.add(object);
      for (const entry of object) if (isBranch(entry)) waiting.push(entry);
    } else if (object instanceof PdfDict) {
      seen.add(object);
      yield object;
      for (const [, entry] of object) if (isBranch(entry)) waiting.push(entry);
    }
  }
};

const isBranch = (object: PdfObject): boolean =>
  object instanceof PdfRef || object instanceof PdfDict || object instanceof PdfArray;

const settle = (object: PdfDict, resolve: Resolve): string[] => {
  const reasons: string[] = [];
  if (object instanceof PdfStream) reasons.push(...settleStream(object, resolve));
  // A file specification (ISO 32000-2 section 7.11.3) with an embedded file.
  const held = object.get('EF', resolve);
  if (held instanceof PdfDict && !(held instanceof PdfStream) && holdsFile(held, resolve)) {
    object.delete('EF');
    object.delete('RF');
    reasons.push(FILES);
  }
  for (const key of ['TR', 'TR2']) {
    // The function of a soft mask, beside its group, has another meaning.
    if (object.has('G') || !isFunction(object.get(key, resolve), resolve)) continue;
    object.delete(key);
    reasons.push(TRANSFER);
  }
  return reasons;
};

const settleStream = (stream: PdfStream, resolve: Resolve): string[] => {
  const reasons: string[] = [];
  // The content would be in another file. Some producers write filters under this key, as inline images do.
  const elsewhere = stream.get('F', resolve);
  if (elsewhere instanceof PdfString || (elsewhere instanceof PdfDict && !(elsewhere instanceof PdfStream))) {
    for (const key of ['F', 'FFilter', 'FDecodeParms']) stream.delete(key);
    reasons.push(VARIANTS);
  }
  const subtype = stream.getName('Subtype', resolve)?.value;
  if (subtype === 'PS') {
    empty(stream);
    reasons.push(VARIANTS);
  }
  if (subtype === 'Form' || subtype === 'Image') {
    for (const [key, reason] of Object.entries(OF_DRAWN)) if (stream.delete(key)) reasons.push(reason);
  }
  return reasons;
};

const holdsFile = (held: PdfDict, resolve: Resolve): boolean =>
  ['F', 'UF', 'DOS', 'Mac', 'Unix'].some((key) => held.get(key, resolve) instanceof PdfStream);

const isFunction = (value: PdfObject | undefined, resolve: Resolve): boolean => {
  if (value instanceof PdfArray)
    return value
      .toArray()
      .some((item) => isFunction(item instanceof PdfRef ? (resolve(item) ?? undefined) : item, resolve));
  return value instanceof PdfDict && value.has('FunctionType');
};
