import type { PDFiumModule } from '@hyzyla/pdfium';

type DeclaredPdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** The functions of PDFium that the package exports but doesn't declare (fpdf_doc.h). */
type Pdfium = DeclaredPdfium & {
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, length: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFBookmark_GetAction(bookmark: number): number;
  _FPDFAction_GetType(action: number): number;
  _FPDFAction_GetDest(document: number, action: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
};

/** An entry of a file's outline. */
export interface OutlineEntry {
  title: string;
  /** From 1. */
  level: number;
  page: number;
}

/** Limits of what anybody reads; a hostile outline has more, or goes in a circle. */
const MOST_ENTRIES = 1000;
const DEEPEST = 6;
const LONGEST_TITLE = 200;
/** Bookmarks that are looked at, with those without a title or a page. */
const MOST_BOOKMARKS = 5000;

/** PDFium's number for an action that goes to a place in the same file (fpdf_doc.h). */
const GO_TO = 1;

interface Bookmark {
  title: string;
  level: number;
  page: number | null;
}

/**
 * The file's outline (ISO 32000-2 section 12.3.3), in order: at most 1000 entries of six levels, with at most 200
 * characters each. An entry without a page leads to that of the first entry below it; other entries without one are
 * left out.
 */
export const outlineOf = (declared: DeclaredPdfium, document: number, pageCount: number): OutlineEntry[] => {
  const bookmarks = readBookmarks(declared as Pdfium, document, pageCount);
  return bookmarks.flatMap((one, at): OutlineEntry[] => {
    const { title, level } = one;
    const page = one.page ?? firstPageBelow(bookmarks, at);
    return title && page !== null ? [{ title, level, page }] : [];
  });
};

const firstPageBelow = (bookmarks: readonly Bookmark[], at: number): number | null => {
  const { level } = bookmarks[at] as Bookmark;
  for (const below of bookmarks.slice(at + 1)) {
    if (below.level <= level) return null;
    if (below.page !== null) return below.page;
  }
  return null;
};

const readBookmarks = (pdfium: Pdfium, document: number, pageCount: number): Bookmark[] => {
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  const isNew = (bookmark: number) =>
    bookmark !== 0 && !seen.has(bookmark) && seen.size < MOST_BOOKMARKS && found.length < MOST_ENTRIES;
  const read = (parent: number, level: number): void => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (isNew(bookmark)) {
      seen.add(bookmark);
      const page = pageOf(pdfium, document, bookmark);
      found.push({ title: titleOf(pdfium, bookmark), level, page: page !== null && page <= pageCount ? page : null });
      if (level < DEEPEST) read(bookmark, level + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  read(0, 1);
  return found;
};

const pageOf = (pdfium: Pdfium, document: number, bookmark: number): number | null => {
  const index = pdfium._FPDFDest_GetDestPageIndex(document, destinationOf(pdfium, document, bookmark));
  return index >= 0 ? index + 1 : null;
};

const destinationOf = (pdfium: Pdfium, document: number, bookmark: number): number => {
  const destination = pdfium._FPDFBookmark_GetDest(document, bookmark);
  if (destination) return destination;
  const action = pdfium._FPDFBookmark_GetAction(bookmark);
  return action && pdfium._FPDFAction_GetType(action) === GO_TO ? pdfium._FPDFAction_GetDest(document, action) : 0;
};

/** Bytes of a title that are read: PDFium copies a title only whole. */
const MOST_BYTES = 64 * 1024;

const titleOf = (pdfium: Pdfium, bookmark: number): string => {
  const length = pdfium._FPDFBookmark_GetTitle(bookmark, 0, 0);
  if (length <= 2 || length > MOST_BYTES) return '';
  const buffer = pdfium.wasmExports.malloc(length);
  pdfium._FPDFBookmark_GetTitle(bookmark, buffer, length);
  const text = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(buffer, buffer + length - 2));
  pdfium.wasmExports.free(buffer);
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return [...plain].slice(0, LONGEST_TITLE).join('');
};
