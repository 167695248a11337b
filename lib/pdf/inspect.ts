import { type PDF, PdfArray } from '@libpdf/core';
import { readImageHeader } from '../images/header.ts';
import { Failure, fail } from '../operation/errors.ts';
import { contentStreams } from './canvas.ts';
import { contentFault } from './content-check.ts';
import { flatten } from './flatten.ts';
import { imageToPdf, pixelLimit } from './image-page.ts';
import { type OpenPdf, openPdf, type PageSizes, pageSizes, savePdf } from './open.ts';
import { PdfiumError } from './pdfium-failure.ts';
import { displayFault, tryDisplay } from './render.ts';
import { tryStamping } from './stamp.ts';
import { hasOversizedStream } from './streams.ts';
import { withinTimeLimit } from './time-limit.ts';
import { isAppendable, refersBeyond } from './write-file.ts';

const MEGABYTE = 1024 * 1024;
const MAX_FILE_SIZE = 50 * MEGABYTE;
const MAX_PAGES = 2000;

/** Where a PDF's header may start (ISO 32000-1, implementation note 13). */
const HEADER_WITHIN = 1024;

/** In milliseconds: all that the pages draw is unpacked, which may be much more than the file. */
const CONTENT_TIME_LIMIT = 10_000;

/** A document that can be shown, stamped and sealed. */
export interface InspectedPdf {
  /** The document of record: the very array that was sent where nothing had to be put in order, else the PDF made of it. */
  bytes: Uint8Array;
  pages: number;
  pageSizes: PageSizes;
  /** Why the file was written anew, in plain phrases; empty where `bytes` is what was sent. */
  rewritten: string[];
}

/**
 * Takes a document in: a PDF, or a PNG or JPEG that becomes a PDF of one page. Ends the request with 406 and a reason
 * when it is empty, of another kind, damaged beyond repair, protected by a password, signed already, a form of XFA
 * only, without pages or with more than 2000; with 413 above 50 MB. A damaged file is accepted when everything that its
 * pages refer to was found; it is then written anew, as is one that is encrypted without a password.
 */
export const inspectPdf = async (bytes: Uint8Array, name: string): Promise<InspectedPdf> => {
  const refuse = (reason: string): never => fail('unusable_document', { name, reason });
  if (bytes.length === 0) return refuse('it is empty');
  if (bytes.length > MAX_FILE_SIZE) {
    return fail('too_large', { detail: `The document ${name} is larger than ${MAX_FILE_SIZE / MEGABYTE} MB.` });
  }
  const image = !isPdf(bytes);
  const pdf = image ? await fromImage(bytes, refuse) : bytes;
  const { usable, pages, sizes, reasons } = await read(pdf, refuse);
  await tryDisplaying(usable, pages, refuse);
  const rewritten = image ? ['an image became a PDF', ...reasons] : reasons;
  return { bytes: usable, pages, pageSizes: sizes, rewritten };
};

type Refuse = (reason: string) => never;

/** True if the file is a PDF, or says so. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN)).includes('%PDF-');

const fromImage = async (bytes: Uint8Array, refuse: Refuse): Promise<Uint8Array> => {
  const header = readImageHeader(bytes);
  if (!header) return refuse('it is not a PDF, PNG or JPEG file');
  const pixels = header.width * header.height;
  if (pixels === 0 || pixels > pixelLimit(header)) return refuse('the image has too many pixels, or none');
  try {
    return await imageToPdf(bytes, header);
  } catch {
    return refuse('the image is damaged');
  }
};

interface ReadPdf {
  usable: Uint8Array;
  pages: number;
  sizes: PageSizes;
  reasons: string[];
}

/** The file as it can be used, and its pages. Whatever the library stumbles over is the file's fault. */
const read = async (bytes: Uint8Array, refuse: Refuse): Promise<ReadPdf> => {
  try {
    const document = await openPdf(bytes);
    const reasons = withinTimeLimit(() => normalise(document, refuse));
    const fault = withinTimeLimit(() => contentFault(document), CONTENT_TIME_LIMIT);
    if (fault) return refuse(fault);
    if (withinTimeLimit(() => flatten(document))) reasons.push('its form and annotations became part of its pages');
    if (reasons.length === 0) reasons.push(...withinTimeLimit(() => obstacles(document, bytes)));
    const usable = reasons.length > 0 ? await savePdf(document) : bytes;
    // Everything that its pages refer to is read now.
    if (withinTimeLimit(() => hasOversizedStream(document.pdf))) refuse('it unpacks to more than can be shown');
    // Sealing appends to the file: no document is taken in to which nothing can be appended in the end.
    await tryStamping(usable);
    return { usable, pages: document.pages.length, sizes: pageSizes(document), reasons };
  } catch (error) {
    if (error instanceof Failure) throw error;
    return refuse("it is damaged and can't be read");
  }
};

/** Why nothing may be appended to the file as it is. */
const obstacles = (document: OpenPdf, bytes: Uint8Array): string[] => {
  if (!isAppendable(document, bytes)) return ['its structure was damaged'];
  return refersBeyond(document) ? ['it refers to parts that it lacks'] : [];
};

/** A PDF as it was sent, open to be changed: without encryption. Throws where it can't be read or decrypted. */
export const openToEdit = async (bytes: Uint8Array): Promise<OpenPdf> => {
  const document = await openPdf(bytes);
  if (document.pdf.isEncrypted) document.pdf.removeProtection();
  return document;
};

/** Refuses what can't be used; decrypts. Answers why the document must be written anew to be used as it is read. */
const normalise = (document: OpenPdf, refuse: Refuse): string[] => {
  const { pdf, pages, repaired } = document;
  const encrypted = pdf.isEncrypted;
  if (encrypted && !pdf.isAuthenticated) return refuse('it is protected by a password');
  if (encrypted) decrypt(pdf, refuse);
  if (pdf.recoveredViaBruteForce && !isComplete(document)) return refuse('it is damaged, and parts of it are missing');
  if (pages.length === 0) return refuse('it has no pages');
  if (pages.length > MAX_PAGES) return refuse(`it has ${pages.length} pages, and ${MAX_PAGES} are the most`);
  if (isSigned(document)) return refuse('it is digitally signed already, and filling it in would break that signature');
  if (isXfaOnly(document))
    return refuse("it is an XFA form, which only Adobe's own reader can show; print it to a PDF");
  return [
    ...(encrypted ? ['it was encrypted without a password'] : []),
    ...(pdf.recoveredViaBruteForce ? ['its structure was damaged'] : []),
    ...(repaired ? ['its pages were in disorder'] : []),
  ];
};

/** A file may be encrypted and open without a password. A seal on it would not cover what readers decrypt. */
const decrypt = (pdf: PDF, refuse: Refuse): void => {
  try {
    pdf.removeProtection();
  } catch {
    refuse('its owner has protected it against changes');
  }
};

/** A signature field with a value. The vendor's usage rights (/Perms) are not a person's signature. */
const isSigned = ({ pdf, catalog, resolve }: OpenPdf): boolean => {
  const fields = pdf.getForm()?.getSignatureFields() ?? [];
  if (fields.some((field) => field.getDict().getDict('V', resolve) !== undefined)) return true;
  return catalog.getDict('Perms', resolve)?.has('DocMDP') ?? false;
};

/** A dynamic XFA form: its pages exist in XML only, and the PDF's page says to open it elsewhere. */
const isXfaOnly = ({ catalog, resolve }: OpenPdf): boolean => {
  if (catalog.getBool('NeedsRendering', resolve)?.value) return true;
  const form = catalog.getDict('AcroForm', resolve);
  const fields = form?.get('Fields', resolve);
  return form?.has('XFA') === true && (!(fields instanceof PdfArray) || fields.length === 0);
};

/** Whether the content streams that the pages name were all found, and as many pages as the file says it has. */
const isComplete = ({ catalog, pages, resolve }: OpenPdf): boolean => {
  const promised = catalog.getDict('Pages', resolve)?.getNumber('Count', resolve)?.value;
  if (pages.length === 0 || (promised !== undefined && promised > pages.length)) return false;
  return pages.every(({ dict }) => {
    const contents = dict.get('Contents', resolve);
    const named = contents instanceof PdfArray ? contents.length : dict.has('Contents') ? 1 : 0;
    return contentStreams(dict, resolve).length === named;
  });
};

const tryDisplaying = async (bytes: Uint8Array, pages: number, refuse: Refuse): Promise<void> => {
  try {
    if ((await tryDisplay(bytes)) !== pages) refuse("its pages can't be displayed");
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    refuse(displayFault(error));
  }
};
