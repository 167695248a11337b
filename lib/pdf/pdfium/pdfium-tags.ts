import type { PDFiumModule } from '@hyzyla/pdfium';

type DeclaredPdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/**
 * The functions of PDFium that the package exports but doesn't declare (fpdf_text.h, fpdf_structtree.h, fpdf_edit.h).
 */
type Pdfium = DeclaredPdfium & {
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFPageObj_GetMarkedContentID(object: number): number;
  _FPDF_StructTree_GetForPage(page: number): number;
  _FPDF_StructTree_Close(tree: number): void;
  _FPDF_StructTree_CountChildren(tree: number): number;
  _FPDF_StructTree_GetChildAtIndex(tree: number, index: number): number;
  _FPDF_StructElement_CountChildren(element: number): number;
  _FPDF_StructElement_GetChildAtIndex(element: number, index: number): number;
  _FPDF_StructElement_GetChildMarkedContentID(element: number, index: number): number;
  _FPDF_StructElement_GetType(element: number, buffer: number, length: number): number;
};

/** Part of a tagged file's structure that a character belongs to. */
export interface Tag {
  /** Type of the paragraph, heading or cell. */
  type: string;
  /** Number of the paragraph, heading or cell. */
  block: number;
  /** Place in the reading order. */
  order: number;
}

/** Limits for the elements of a page's structure, and for their nesting. */
const MOST_ELEMENTS = 20_000;
const DEEPEST = 64;
/** Bytes: types have a few letters of UTF-16. */
const BUFFER = 64;

/**
 * Returns a function that finds the tag of a character by its index in `text`, a page's text that PDFium has loaded. It
 * finds none in files without tags.
 */
export const tagFinder = (
  declared: DeclaredPdfium,
  page: number,
  text: number,
): ((index: number) => Tag | undefined) => {
  const pdfium = declared as Pdfium;
  const tags = readTags(pdfium, page);
  if (tags.size === 0) return () => undefined;
  return (index) => {
    const object = pdfium._FPDFText_GetTextObject(text, index);
    return object ? tags.get(pdfium._FPDFPageObj_GetMarkedContentID(object)) : undefined;
  };
};

/** Structure types that make a block (ISO 32000-2 section 14.8.4); others are parts or parents of these. */
const BLOCKS = /^(P|H[1-6]?|Title|LI|LBody|TD|TH|Caption|BlockQuote|Note|FENote|TOCI|Aside|Index|BibEntry)$/;

/** Tags by the number of their marked content; none if the file has no tags. */
const readTags = (pdfium: Pdfium, page: number): Map<number, Tag> => {
  const tags = new Map<number, Tag>();
  const tree = pdfium._FPDF_StructTree_GetForPage(page);
  if (!tree) return tags;
  const buffer = pdfium.wasmExports.malloc(BUFFER);
  let seen = 0;
  const visit = (element: number, outer: Pick<Tag, 'type' | 'block'>, depth: number): void => {
    if (depth > DEEPEST) return;
    const type = typeOf(pdfium, element, buffer);
    const inner = BLOCKS.test(type) ? { type, block: seen } : outer;
    const children = pdfium._FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < children && seen < MOST_ELEMENTS; index++) {
      seen++;
      const child = pdfium._FPDF_StructElement_GetChildAtIndex(element, index);
      if (child) visit(child, inner, depth + 1);
      else {
        const id = pdfium._FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (id >= 0 && !tags.has(id)) tags.set(id, { ...inner, order: seen });
      }
    }
  };
  const roots = pdfium._FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < roots && seen < MOST_ELEMENTS; index++) {
    seen++;
    const root = pdfium._FPDF_StructTree_GetChildAtIndex(tree, index);
    if (root) visit(root, { type: 'P', block: 0 }, 0);
  }
  pdfium.wasmExports.free(buffer);
  pdfium._FPDF_StructTree_Close(tree);
  return tags;
};

/** Returns a structure element's type, mapped by the file's role map: some letters in UTF-16. */
const typeOf = (pdfium: Pdfium, element: number, buffer: number): string => {
  const length = pdfium._FPDF_StructElement_GetType(element, buffer, BUFFER);
  if (length < 4 || length > BUFFER) return '';
  return Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + length - 2)).toString('utf16le');
};
