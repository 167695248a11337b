import type { PDFiumModule } from '@hyzyla/pdfium';

type DeclaredPdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** The functions of PDFium that the package exports but doesn't declare (fpdfview.h, fpdf_annot.h, fpdf_save.h). */
type Pdfium = DeclaredPdfium & {
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_SetFlags(annotation: number, flags: number): number;
  _FPDFAnnot_GetAP(annotation: number, mode: number, buffer: number, size: number): number;
  _FPDFAnnot_SetStringValue(annotation: number, key: number, value: number): number;
  _FPDFBitmap_Create(width: number, height: number, alpha: number): number;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  _FPDF_GetDocPermissions(document: number): number;
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  _FPDF_DocumentHasValidCrossReferenceTable(document: number): number;
  wasmExports: { __indirect_function_table: WebAssembly.Table };
};

/** FPDF_NO_INCREMENTAL and FPDF_REMOVE_SECURITY (fpdf_save.h). */
const WHOLE = 2;
const WITHOUT_SECURITY = 3;

/** PDFium's name for drawing annotations (fpdfview.h). */
const ANNOTATIONS = 0x01;

/** PDFium's number for a widget annotation, and its flag for a hidden one (fpdf_annot.h). */
const WIDGET = 20;
const HIDDEN = 2;

/** PDFium's number for the normal appearance (fpdf_annot.h). */
const NORMAL = 0;

/** The key of annotations whose appearance PDFium has made. */
export const MADE_HERE = 'CountersignMade';

/** In pixels: the picture is not used, and the page is placed beside it, so that its content isn't drawn. */
const SIDE = 8;

/** PDFium's facts of a document, beside its pages. */
export interface Structure {
  pages: number;
  encrypted: boolean;
  /** True if the owner allows readers to change it, or to fill it in and sign it. */
  signable: boolean;
  /** False if PDFium had to search the file for its objects. */
  sound: boolean;
}

/**
 * Permissions that an owner gives readers (ISO 32000-2 table 22): bit 4 changes, bit 6 comments and filling in, bit 9
 * filling in and signing. Revision 2 of the protection doesn't know bit 9.
 */
const [MODIFY, ANNOTATE, FILL_IN] = [1 << 3, 1 << 5, 1 << 8];

const signingBits = (revision: number): number => (revision === 2 ? MODIFY | ANNOTATE : MODIFY | ANNOTATE | FILL_IN);

export const structureOf = (declared: DeclaredPdfium, document: number): Structure => {
  const pdfium = declared as Pdfium;
  const revision = pdfium._FPDF_GetSecurityHandlerRevision(document);
  return {
    pages: pdfium._FPDF_GetPageCount(document),
    encrypted: revision >= 0,
    signable: (pdfium._FPDF_GetDocPermissions(document) & signingBits(revision)) !== 0,
    sound: pdfium._FPDF_DocumentHasValidCrossReferenceTable(document) !== 0,
  };
};

/**
 * Writes the document as PDFium has read it: not encrypted, with a complete cross-reference table, unchanged names, and
 * no unreferenced objects. Annotations and form fields have the appearances that PDFium shows: it makes missing ones,
 * and those that the form asks to make again, when it first draws them. The annotations whose appearance it made have
 * the entry `MADE_HERE`.
 */
export const copyAsRead = (declared: DeclaredPdfium, document: number, form: number): Uint8Array => {
  const pdfium = declared as Pdfium;
  const bitmap = pdfium._FPDFBitmap_Create(SIDE, SIDE, 0);
  const pages: number[] = [];
  for (let index = 0; index < pdfium._FPDF_GetPageCount(document); index++) {
    const page = pdfium._FPDF_LoadPage(document, index);
    if (!page) continue;
    if (pdfium._FPDFPage_GetAnnotCount(page) === 0) {
      pdfium._FPDF_ClosePage(page);
      continue;
    }
    const sent = appearances(pdfium, page);
    pdfium._FORM_OnAfterLoadPage(page, form);
    const place = [SIDE, SIDE, SIDE, SIDE, 0] as const;
    pdfium._FPDF_RenderPageBitmap(bitmap, page, ...place, ANNOTATIONS);
    pdfium._FPDF_FFLDraw(form, bitmap, page, ...place, 0);
    const made = appearances(pdfium, page).map((appearance, index) => appearance !== sent[index]);
    eachAnnotation(pdfium, page, (annotation, index) => made[index] && markAsMade(pdfium, annotation));
    hideStrayWidgets(pdfium, page, form);
    pages.push(page);
  }
  const copy = save(pdfium, document);
  // New appearances belong to the pages: these are closed after the writing.
  for (const page of pages) {
    pdfium._FORM_OnBeforeClosePage(page, form);
    pdfium._FPDF_ClosePage(page);
  }
  pdfium._FPDFBitmap_Destroy(bitmap);
  return copy;
};

const eachAnnotation = (pdfium: Pdfium, page: number, use: (annotation: number, index: number) => void): void => {
  for (let index = 0; index < pdfium._FPDFPage_GetAnnotCount(page); index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    use(annotation, index);
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
};

/** The content of a page's appearances, by the place of their annotation. */
const appearances = (pdfium: Pdfium, page: number): string[] => {
  const found: string[] = [];
  eachAnnotation(pdfium, page, (annotation, index) => {
    const size = pdfium._FPDFAnnot_GetAP(annotation, NORMAL, 0, 0);
    const buffer = pdfium.wasmExports.malloc(size);
    pdfium._FPDFAnnot_GetAP(annotation, NORMAL, buffer, size);
    found[index] = Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + size)).toString('latin1');
    pdfium.wasmExports.free(buffer);
  });
  return found;
};

const markAsMade = (pdfium: Pdfium, annotation: number): void => {
  const key = Buffer.from(`${MADE_HERE}\0`, 'latin1');
  const value = Buffer.from('1\0', 'utf16le');
  const pointer = pdfium.wasmExports.malloc(key.length + value.length);
  pdfium.HEAPU8.set(value, pointer);
  pdfium.HEAPU8.set(key, pointer + value.length);
  pdfium._FPDFAnnot_SetStringValue(annotation, pointer + value.length, pointer);
  pdfium.wasmExports.free(pointer);
};

/** Hides the widgets that PDFium doesn't draw because they belong to no field. */
const hideStrayWidgets = (pdfium: Pdfium, page: number, form: number): void =>
  eachAnnotation(pdfium, page, (annotation) => {
    const stray =
      pdfium._FPDFAnnot_GetSubtype(annotation) === WIDGET && pdfium._FPDFAnnot_GetFormFieldType(form, annotation) < 0;
    if (stray) pdfium._FPDFAnnot_SetFlags(annotation, pdfium._FPDFAnnot_GetFlags(annotation) | HIDDEN);
  });

/** FPDF_FILEWRITE (fpdf_save.h): a version, and the function that receives the written pieces. */
const WRITER_SIZE = 8;
const WRITER_VERSION = 1;

/** Index 0 is null in C, so it is always free. The table can't grow. */
const WRITER_SLOT = 0;

const save = (pdfium: Pdfium, document: number): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const { __indirect_function_table: functions } = pdfium.wasmExports;
  functions.set(
    WRITER_SLOT,
    wasmFunction((_writer, data, size) => {
      chunks.push(pdfium.HEAPU8.slice(data, data + size));
      return 1;
    }),
  );
  const writer = pdfium.wasmExports.malloc(WRITER_SIZE);
  const fields = new Uint32Array(pdfium.HEAPU8.buffer, writer, 2);
  fields.set([WRITER_VERSION, WRITER_SLOT]);
  const encrypted = pdfium._FPDF_GetSecurityHandlerRevision(document) >= 0;
  const written = pdfium._FPDF_SaveAsCopy(document, writer, encrypted ? WITHOUT_SECURITY : WHOLE);
  functions.set(WRITER_SLOT, null);
  pdfium.wasmExports.free(writer);
  if (!written) throw new Error('PDFium could not write the document');
  return new Uint8Array(Buffer.concat(chunks));
};

/**
 * Wraps a function for a WebAssembly table: a binary module that imports the function and exports it again. Type
 * `(i32, i32, i32) -> i32`, import `e.f`, export `f`.
 */
const wasmFunction = (call: (a: number, b: number, c: number) => number): unknown => {
  const module = new WebAssembly.Module(
    Buffer.from('0061736d010000000108016003' + '7f7f7f017f02070101650166000007050101660000', 'hex'),
  );
  return new WebAssembly.Instance(module, { e: { f: call } }).exports.f;
};
