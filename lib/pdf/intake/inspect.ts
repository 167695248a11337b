import { PdfArray } from '@libpdf/core';
import { Failure } from '../../base/errors.ts';
import { contentFault } from '../content/content-check.ts';
import { contentStreams } from '../content/page-content.ts';
import { picturesFault } from '../content/picture-check.ts';
import { nameText } from '../file/exact-names.ts';
import { demandFileSize } from '../file/file-size.ts';
import { openPdf, type PageSizes, pageSizes, savePdf, TooManyPagesError } from '../file/open.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { boxFault } from '../file/page-box.ts';
import { ReadingLimitError, StreamTooLargeError } from '../file/reading-limits.ts';
import { isSigned } from '../file/signature-fields.ts';
import { filterBeyondPdf, hasMismeasuredStream, hasOversizedStream, unknownFilter } from '../file/streams.ts';
import { isAppendable, refersBeyond } from '../file/write-file.ts';
import { prepareTexts } from '../fonts/prepare-texts.ts';
import type { OwnField } from '../form/own-field.ts';
import { readImageHeader } from '../images/header.ts';
import { compareDrawn } from '../pdfium/compare.ts';
import { PdfiumStartError, runPdfium } from '../pdfium/pdfium.ts';
import { PdfiumError } from '../pdfium/pdfium-failure.ts';
import type { Pictures, Tasks } from '../pdfium/pdfium-tasks.ts';
import { displayFault, tryDisplay } from '../pdfium/render.ts';
import { FORM, PREVIEWS, USAGE_RIGHTS } from '../settle/active-content.ts';
import { ANNOTATIONS } from '../settle/annotations.ts';
import { lettersFault } from '../settle/letters.ts';
import { annotationTexts, settle } from '../settle/settle.ts';
import { settleGlyphs } from '../settle/settle-glyphs.ts';
import { CONTRADICTORY } from '../settle/settle-text.ts';
import type { EarlierSignature } from './earlier-signature.ts';
import { imageToPdf, pixelLimit } from './image-page.ts';
import { readOwnFields } from './own-fields.ts';
import { refuseFile } from './refusals.ts';
import type { Remedy } from './remedies.ts';
import { formFault, readEarlier } from './signed-file.ts';
import { firstPageSpoiltByStamps } from './trial.ts';
import { hasTwoReadings } from './two-readings.ts';

const MAX_PAGES = 2000;

/** Bytes within which a PDF's header must start (ISO 32000-1, implementation note 13). */
const HEADER_WITHIN = 1024;

/** A document that can be shown, stamped and sealed. */
export interface InspectedPdf {
  /** The document of record: the sent array itself if nothing had to be changed, else a PDF made from it. */
  bytes: Uint8Array;
  pages: number;
  pageSizes: PageSizes;
  /** Reasons for writing the file again, in plain phrases; empty if `bytes` was sent. */
  rewritten: string[];
  /** The document before its form was merged into its pages, for making fields of it. */
  withForm: Uint8Array;
  /** The signatures that it had when it was sent. Then `bytes` was sent. */
  signatures: EarlierSignature[];
  /** The fields of its own form, where it was signed when it was sent: they stay in the file. */
  form: OwnField[];
}

/**
 * Accepts a document: a PDF, or a PNG or JPEG that becomes a PDF of one page. Throws `unusable_document` with a reason
 * if it is empty, of another kind, damaged beyond repair, protected by a password or against being signed, an
 * XFA-only form, without pages or with more than 2000; `too_large` above 50 MB. A file that is signed already stays as
 * it is, or is refused. A damaged file is accepted
 * if everything that its pages refer to was found; it is then written again, as is a file that is encrypted without a
 * password.
 */
export const inspectPdf = async (bytes: Uint8Array, name: string): Promise<InspectedPdf> => {
  const refuse: Refuse = (reason, remedy) => refuseFile(name, reason, remedy);
  if (bytes.length === 0) return refuse('it is empty', 'another');
  demandFileSize(bytes, name);
  const image = !isPdf(bytes);
  const pdf = image ? await fromImage(bytes, refuse) : bytes;
  const { bytes: record, sizes, reasons, withForm, signatures, form } = await recordOf(pdf, refuse);
  return {
    bytes: record,
    pages: Object.keys(sizes).length,
    pageSizes: sizes,
    rewritten: image ? ['an image became a PDF', ...reasons] : reasons,
    withForm,
    signatures,
    form,
  };
};

type Refuse = (reason: string, remedy?: Remedy) => never;

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN)).includes('%PDF-');

const fromImage = async (bytes: Uint8Array, refuse: Refuse): Promise<Uint8Array> => {
  const header = readImageHeader(bytes);
  if (!header) return refuse('it is not a PDF, PNG or JPEG file', 'another');
  const pixels = header.width * header.height;
  if (pixels === 0 || pixels > pixelLimit(header)) return refuse('the image has too many pixels, or none', 'shrink');
  try {
    return await imageToPdf(bytes, header);
  } catch {
    return refuse('the image is damaged', 'resave');
  }
};

const recordOf = async (bytes: Uint8Array, refuseFor: Refuse): Promise<MadeRecord & { sizes: PageSizes }> => {
  const refuse: Refuse = (reason, remedy) => {
    const isDamaged = reason.startsWith(DAMAGED);
    return refuseFor((isDamaged && filterFault(bytes)) || reason, isDamaged ? 'resave' : remedy);
  };
  try {
    const made = await makeRecord(bytes, refuse);
    const sizes = pageSizes(made.document);
    // Values on a document with signatures are drawn beside its content.
    if (made.signatures.length > 0) return { ...made, sizes };
    const spoilt = await byPdfium(() => firstPageSpoiltByStamps(made.bytes, made.document, made.pictures), refuse);
    return spoilt ? refuse(`page ${spoilt} can't be stamped without changing what it shows`) : { ...made, sizes };
  } catch (error) {
    if (error instanceof Failure || error instanceof PdfiumStartError) throw error;
    if (error instanceof TooManyPagesError) return refuse(TOO_MANY_PAGES, 'divide');
    if (error instanceof ReadingLimitError) return refuse(error.reason);
    return refuse(UNREADABLE);
  }
};

const TOO_MANY_PAGES = `it has more than ${MAX_PAGES} pages`;
/** Beginning of all reasons that name damage. */
const DAMAGED = 'it is damaged';
const PROTECTED =
  'its owner has protected it against changes, comments, filling in and signing (permission bits 4, 6 and 9)';
const UNREADABLE = `${DAMAGED} and can't be read`;

const filterFault = (bytes: Uint8Array): string | undefined => {
  const filter = unknownFilter(bytes);
  return filter && packedBy(filter);
};

const packedBy = (filter: string): string => `it is packed in a way that isn't supported (${nameText(filter)})`;

/** Reasons why nothing may be appended to the file as it is. Reads everything that the document refers to. */
const obstacles = (document: OpenPdf, bytes: Uint8Array): string[] => {
  const beyond = refersBeyond(document);
  if (!isAppendable(document, bytes) || hasMismeasuredStream(document)) return ['its structure was damaged'];
  return beyond ? ['it refers to parts that it lacks'] : [];
};

/** A document of record, and its origin. */
interface MadeRecord {
  bytes: Uint8Array;
  document: OpenPdf;
  reasons: string[];
  withForm: Uint8Array;
  signatures: EarlierSignature[];
  form: OwnField[];
  /** Pictures of its first pages, if they were drawn already. */
  pictures: Pictures;
}

const makeRecord = async (bytes: Uint8Array, refuse: Refuse): Promise<MadeRecord> => {
  const opened = await tryOpening(bytes);
  const readable = opened && !opened.pdf.isEncrypted;
  if (readable) checkContent(opened, refuse);
  const obstacle = readable ? obstacles(opened, bytes) : [];
  if (readable) checkSizes(opened, refuse);
  const unknown = readable && filterBeyondPdf(opened.pdf);
  if (unknown) return refuse(packedBy(unknown));
  const checked = await checkDisplay(bytes, refuse);
  const structure = checked?.structure;
  if (!structure && !readable) return refuse(UNREADABLE);
  if (structure && structure.pages > MAX_PAGES) return refuse(TOO_MANY_PAGES, 'divide');
  if (structure?.encrypted && !structure.signable) return refuse(PROTECTED);
  const damaged = !structure?.sound || !opened || opened.pdf.recoveredViaBruteForce;
  const disordered = opened && structure && (opened.repaired || opened.pages.length !== structure.pages);
  const reasons = [
    ...(structure?.encrypted ? ['it was encrypted without a password'] : []),
    ...(damaged ? ['its structure was damaged'] : []),
    ...(disordered ? ['its pages were in disorder'] : []),
  ];
  const pictures = checked?.pictures ?? new Map();
  if (!readable) return rewrite(bytes, { sent: bytes, pictures, reasons, damaged }, refuse);
  checkUse(opened, damaged, refuse);
  if (isSigned(opened)) return signedRecord(bytes, opened, { pictures, reasons: [...reasons, ...obstacle] }, refuse);
  // Pages that only the library finds, and boxes that PDFium can't show, are correct in what the library writes. If
  // PDFium shows more pages, none may be lost.
  const found = opened.pages.length - (structure?.pages ?? 0);
  const source = found > 0 || (opened.repaired && found === 0) ? await savePdf(opened) : bytes;
  reasons.push(...settle(opened).reasons);
  if (reasons.length === 0) reasons.push(...obstacle);
  if (reasons.length === 0 && (await checkGlyphs(opened, refuse))) reasons.push(CONTRADICTORY);
  if (reasons.length === 0 && hasTwoReadings(opened, bytes)) reasons.push('readers could take it in two ways');
  if (reasons.length === 0) {
    checkLetters(opened, refuse);
    return { bytes, document: opened, reasons, withForm: bytes, pictures, signatures: [], form: [] };
  }
  const sent = found === 0 ? { sent: bytes, pictures } : { sent: source, pictures: new Map() };
  return rewrite(source, { ...sent, reasons, damaged }, refuse);
};

const tryOpening = async (bytes: Uint8Array): Promise<OpenPdf | undefined> => {
  try {
    return await openPdf(bytes, MAX_PAGES);
  } catch (error) {
    if (error instanceof TooManyPagesError || error instanceof ReadingLimitError) throw error;
    return undefined;
  }
};

/** Facts of a file that is written again. */
interface Rewriting {
  /** The sent file, whose look the record must have. */
  sent: Uint8Array;
  /** Pictures of its pages that have been drawn. */
  pictures: Pictures;
  reasons: readonly string[];
  damaged: boolean;
  /** True if the result only shows what would have to be changed. */
  isTrial?: boolean;
}

/**
 * Writes the document again as PDFium reads it, because page images show that; merges forms, annotations and layers
 * into the pages, and compares every page with the sent file, but for the texts that had to be drawn anew.
 */
const rewrite = async (
  source: Uint8Array,
  { sent, pictures, reasons, damaged, isTrial = false }: Rewriting,
  refuse: Refuse,
): Promise<MadeRecord> => {
  const withForm = await byPdfium(() => runPdfium('copy', { bytes: source }), refuse);
  const document = (await tryOpening(withForm)) ?? refuse(UNREADABLE);
  checkUse(document, damaged, refuse);
  if (!isTrial && isSigned(document)) refuseSigned(reasons, refuse);
  checkContent(document, refuse);
  await prepareTexts(annotationTexts(document));
  const settled = settle(document);
  if (settled.fault) return refuse(`${settled.fault}, which viewers show differently`);
  const isCorrected = await checkGlyphs(document, refuse);
  const bytes = await savePdf(document);
  const record = (await tryOpening(bytes)) ?? refuse(UNREADABLE);
  const left = [...obstacles(record, bytes), ...settle(record).reasons];
  checkSizes(record, refuse);
  checkLetters(record, refuse);
  if (record.repaired || left.length > 0) return refuse(`it can't be made permanent (${left.join(', ')})`);
  const { differences, pictures: drawn } = await byPdfium(
    () => compareDrawn(sent, bytes, { pictures, except: settled.redrawn }),
    refuse,
  );
  const why = [...new Set([...reasons, ...settled.reasons, ...(isCorrected ? [CONTRADICTORY] : [])])];
  const [different] = differences;
  if (different) {
    return refuse(
      `page ${different.page} can't be kept as it looks, because the file must be changed: ${why.join('; ')}`,
    );
  }
  return { bytes, document: record, reasons: why, withForm, pictures: drawn, signatures: [], form: [] };
};

/** Changes that make nothing else visible: a file that is signed keeps what they take away. */
const NEEDLESS: readonly string[] = [FORM, ANNOTATIONS, USAGE_RIGHTS, PREVIEWS];

/**
 * The record of a file that is signed already: the file as it was sent, because any change would break its signatures.
 * Refused if it would have to be changed, shows something else once nothing in it can move, or can't be signed further.
 */
const signedRecord = async (
  bytes: Uint8Array,
  opened: OpenPdf,
  { pictures, reasons }: Pick<Rewriting, 'pictures' | 'reasons'>,
  refuse: Refuse,
): Promise<MadeRecord> => {
  const twice = hasTwoReadings(opened, bytes) ? ['readers could take it in two ways'] : [];
  if (opened.repaired) twice.push('its pages were in disorder');
  if (reasons.length + twice.length > 0) refuseSigned([...reasons, ...twice], refuse);
  const fault = formFault(opened);
  if (fault) refuseSigned([fault], refuse);
  const read = await byPdfium(() => readEarlier(bytes, opened), refuse);
  if ('fault' in read) return refuse(read.fault, 'unsigned');
  const settled = await rewrite(bytes, { sent: bytes, pictures, reasons, damaged: false, isTrial: true }, refuse);
  const needed = settled.reasons.filter((reason) => !NEEDLESS.includes(reason));
  if (needed.length > 0) refuseSigned(needed, refuse);
  const document = (await tryOpening(bytes)) ?? refuse(UNREADABLE);
  const { signatures, locks } = read;
  return { bytes, document, reasons: [], withForm: bytes, signatures, form: readOwnFields(document, locks), pictures };
};

const refuseSigned = (why: readonly string[], refuse: Refuse): never =>
  refuse(`it is digitally signed already, and what it needs would break that signature: ${why.join('; ')}`, 'unsigned');

const remedyFor = ({ fault }: PdfiumError): Remedy => (fault === 'password' ? 'unlock' : 'print');

const byPdfium = async <T>(work: () => Promise<T>, refuse: Refuse): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return refuse(displayFault(error));
  }
};

/** Corrects the texts of glyphs in a document. Returns true if there were any to correct. */
const checkGlyphs = async (document: OpenPdf, refuse: Refuse): Promise<boolean> => {
  try {
    return await settleGlyphs(document);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return refuse("it has a font whose letters can't be drawn");
  }
};

/** Reads PDFium's facts of the file and draws its first pages; undefined if PDFium can't read it. */
const checkDisplay = async (bytes: Uint8Array, refuse: Refuse): Promise<Tasks['check']['result'] | undefined> => {
  try {
    return await tryDisplay(bytes);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return error.fault === 'unreadable' ? undefined : refuse(displayFault(error), remedyFor(error));
  }
};

const checkContent = (document: OpenPdf, refuse: Refuse): void => {
  const { pages, resolve } = document;
  for (const [index, { dict }] of pages.entries()) {
    const fault = boxFault(dict, resolve);
    if (fault) refuse(`page ${index + 1} ${fault}`);
  }
  const fault = contentFault(document);
  if (fault) refuse(fault);
};

const checkLetters = (document: OpenPdf, refuse: Refuse): void => {
  const fault = lettersFault(document);
  if (fault) refuse(`${fault}, which viewers show differently`);
};

/** Called after everything is read. */
const checkSizes = (document: OpenPdf, refuse: Refuse): void => {
  if (hasOversizedStream(document.pdf)) refuse(new StreamTooLargeError().reason);
  const fault = picturesFault(document);
  if (fault) refuse(fault, 'shrink');
};

/** Throws for documents that can't be used. */
const checkUse = (document: OpenPdf, damaged: boolean, refuse: Refuse): void => {
  const { pages } = document;
  if (pages.length === 0) refuse(document.pdf.recoveredViaBruteForce ? UNREADABLE : 'it has no pages', 'resave');
  if (damaged && !isComplete(document)) refuse(`${DAMAGED}, and parts of it are missing`);
  if (isXfaOnly(document)) {
    refuse("it is an XFA form, which only Adobe's own reader can show");
  }
};

/** True for a dynamic XFA form: its pages exist in XML only, and the PDF's page says to open it elsewhere. */
const isXfaOnly = ({ catalog, resolve }: OpenPdf): boolean => {
  if (catalog.getBool('NeedsRendering', resolve)?.value) return true;
  const form = catalog.getDict('AcroForm', resolve);
  const fields = form?.get('Fields', resolve);
  return form?.has('XFA') === true && (!(fields instanceof PdfArray) || fields.length === 0);
};

/** True if all content streams of the pages were found, and as many pages as the file states. */
const isComplete = ({ catalog, pages, resolve }: OpenPdf): boolean => {
  const promised = catalog.getDict('Pages', resolve)?.getNumber('Count', resolve)?.value;
  if (pages.length === 0 || (promised !== undefined && promised > pages.length)) return false;
  return pages.every(({ dict }) => {
    const contents = dict.get('Contents', resolve);
    const named = contents instanceof PdfArray ? contents.length : dict.has('Contents') ? 1 : 0;
    return contentStreams(dict, resolve).length === named;
  });
};
