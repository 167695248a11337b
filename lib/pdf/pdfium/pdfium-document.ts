import { PDFiumModule } from '@hyzyla/pdfium';
import type { Ink } from '../detect/shapes.ts';
import { copyAsRead, type Structure, structureOf } from './pdfium-copy.ts';
import { PdfiumError, type PdfiumFault } from './pdfium-failure.ts';
import { pageInk } from './pdfium-ink.ts';
import { MEMORY_LIMIT, SHADOW_STACK } from './pdfium-limits.ts';
import { type OutlineEntry, outlineOf } from './pdfium-outline.ts';
import { type PlacedCharacter, placedCharacters, type TextBox, textBoxes } from './pdfium-text.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Functions of PDFium that the package exports without declaring them (fpdf_edit.h). */
type PdfiumObjects = Pdfium & {
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_SetIsActive(object: number, active: number): number;
  _FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
};

/** PDFium's numbers for objects of a page (fpdf_edit.h). */
const [PICTURE, SHADING, FORM] = [3, 4, 5];
/** In pixels: unpacking a larger picture takes longer than drawing a page of text. */
const LARGE_PICTURE = 250_000;
/** More than text and tables have. */
const MANY_OBJECTS = 5000;

/** Pixels of a page's picture: four bytes each (red, green, blue, alpha), row by row from the top. */
export interface Bitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** An area of a picture, in its pixels from the upper left corner. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Bytes that the instances of one task use together. */
export interface MemoryUse {
  bytes: number;
}

/** PDFium's drawing flags (fpdfview.h), as its package sets them. */
const ANNOTATIONS = 0x01;
const LCD_TEXT = 0x02;
const REVERSE_BYTE_ORDER = 0x10;
const BGRA = 4;
const WHITE = 0xff_ff_ff_ff;

/** PDFium's error codes for opening a file (fpdfview.h). */
const LOAD_FAULTS: Readonly<Record<number, PdfiumFault>> = { 4: 'password', 5: 'encryption' };

/** In bytes: larger than FPDF_FORMFILLINFO (fpdf_formfill.h) in any version. */
const FORM_INFO = 256;
/** Without XFA or scripts. */
const FORM_INFO_VERSION = 2;

/** Part of the stack that is checked, a quarter before its end: its zeros must stay zeros. */
const TRIPWIRE = { at: SHADOW_STACK / 4, length: 64 * 1024 };
const UNTOUCHED = new Uint8Array(TRIPWIRE.length);

/**
 * A PDF that is open in its own PDFium instance: its display depends on this file only, never on earlier ones. The
 * instance is freed with the object; nothing needs to be closed.
 */
export class PdfiumDocument {
  readonly pageCount: number;
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly #form: number;
  readonly #guard: Guard;

  private constructor(pdfium: Pdfium, guard: Guard, document: number, form: number) {
    this.#pdfium = pdfium;
    this.#guard = guard;
    this.#document = document;
    this.#form = form;
    this.pageCount = pdfium._FPDF_GetPageCount(document);
  }

  /** Throws `PdfiumError` if PDFium can't open it. */
  static async open(bytes: Uint8Array, code: WebAssembly.Module, memory: MemoryUse): Promise<PdfiumDocument> {
    const guard = new Guard(memory);
    const pdfium = await guard.instantiate(code);
    return guard.watch(undefined, () => {
      pdfium._FPDF_InitLibraryWithConfig({});
      const document = pdfium._FPDF_LoadMemDocument(copyIn(pdfium, bytes), bytes.length, 0);
      if (!document) throw new PdfiumError(LOAD_FAULTS[pdfium._FPDF_GetLastError()] ?? 'unreadable');
      const info = copyIn(pdfium, new Uint8Array(FORM_INFO));
      new DataView(pdfium.HEAPU8.buffer).setUint32(info, FORM_INFO_VERSION, true);
      const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
      if (!form) throw new PdfiumError('unreadable');
      return new PdfiumDocument(pdfium, guard, document, form);
    });
  }

  get structure(): Structure {
    return structureOf(this.#pdfium, this.#document);
  }

  /** Its outline: see `outlineOf`. */
  get outline(): OutlineEntry[] {
    return this.#guard.watch(undefined, () => outlineOf(this.#pdfium, this.#document, this.pageCount));
  }

  /** Writes the document as PDFium has read it: see `copyAsRead`. */
  copy(): Uint8Array {
    return this.#guard.watch(undefined, () => copyAsRead(this.#pdfium, this.#document, this.#form));
  }

  /** Passes a page (1-based) to `use`, and closes it. Throws `PdfiumError` if it can't be loaded, or PDFium fails. */
  withPage<T>(number: number, use: (page: PdfiumPage) => T): T {
    const pdfium = this.#pdfium;
    return this.#guard.watch(number, () => {
      const page = pdfium._FPDF_LoadPage(this.#document, number - 1);
      if (!page) throw new PdfiumError('unreadable', number);
      pdfium._FORM_OnAfterLoadPage(page, this.#form);
      const opened = new PdfiumPage(pdfium, page, this.#form);
      if (!(opened.width > 0 && opened.height > 0)) throw new PdfiumError('unreadable', number);
      const result = use(opened);
      pdfium._FORM_OnBeforeClosePage(page, this.#form);
      pdfium._FPDF_ClosePage(page);
      return result;
    });
  }
}

/** A page that PDFium has loaded. */
export class PdfiumPage {
  /** In points, as displayed. */
  readonly width: number;
  readonly height: number;
  readonly #pdfium: Pdfium;
  readonly #page: number;
  readonly #form: number;

  constructor(pdfium: Pdfium, page: number, form: number) {
    this.#pdfium = pdfium;
    this.#page = page;
    this.#form = form;
    this.width = pdfium._FPDF_GetPageWidth(page);
    this.height = pdfium._FPDF_GetPageHeight(page);
  }

  /**
   * Leaves the page's large pictures out of later drawings. Returns their number. Pictures within other drawings stay.
   */
  leaveOutLargePictures(): number {
    const pictures = this.#objects().filter((object) => this.#isLargePicture(object));
    for (const picture of pictures) this.#leaveOut(picture);
    return pictures.length;
  }

  /** Leaves everything out of later drawings but the last objects. */
  leaveOutAllBut(last: number): void {
    for (const object of this.#objects().slice(0, -last)) this.#leaveOut(object);
  }

  /**
   * True if it may take longer to draw than a page of text: by its pictures, shadings, other drawings, or thousands of
   * lines.
   */
  get isElaborate(): boolean {
    const objects = this.#objects();
    return objects.length > MANY_OBJECTS || objects.some((object) => this.#isElaborate(object));
  }

  #objects(): number[] {
    const pdfium = this.#pdfium as PdfiumObjects;
    const count = pdfium._FPDFPage_CountObjects(this.#page);
    return Array.from({ length: count }, (_, index) => pdfium._FPDFPage_GetObject(this.#page, index));
  }

  #leaveOut(object: number): void {
    (this.#pdfium as PdfiumObjects)._FPDFPageObj_SetIsActive(object, 0);
  }

  #isElaborate(object: number): boolean {
    const type = (this.#pdfium as PdfiumObjects)._FPDFPageObj_GetType(object);
    return type === SHADING || type === FORM || this.#isLargePicture(object);
  }

  #isLargePicture(object: number): boolean {
    const pdfium = this.#pdfium as PdfiumObjects;
    if (pdfium._FPDFPageObj_GetType(object) !== PICTURE) return false;
    const size = allocate(pdfium, 8);
    pdfium._FPDFImageObj_GetImagePixelSize(object, size, size + 4);
    const [width = 0, height = 0] = new Uint32Array(pdfium.HEAPU8.buffer, size, 2);
    pdfium.wasmExports.free(size);
    return width * height >= LARGE_PICTURE;
  }

  /** Its text, line by line: see `textBoxes`. */
  text(): TextBox[] {
    return textBoxes(this.#pdfium, this.#page);
  }

  /** Its characters one by one, with their places. */
  characters(): PlacedCharacter[] {
    return placedCharacters(this.#pdfium, this.#page);
  }

  /** Its characters, lines and boxes: see `pageInk`. */
  ink(): Ink {
    return pageInk(this.#pdfium, this.#page);
  }

  /**
   * Draws the page as viewers show it on screen, annotations and form fields included, with so many pixels; or only an
   * area of that picture.
   */
  draw(width: number, height: number, area: Area = { left: 0, top: 0, width, height }): Bitmap {
    const pdfium = this.#pdfium;
    const size = area.width * area.height * BGRA;
    const pixels = allocate(pdfium, size);
    const bitmap = pdfium._FPDFBitmap_CreateEx(area.width, area.height, BGRA, pixels, area.width * BGRA);
    if (!bitmap) throw new PdfiumError('memory_limit');
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, area.width, area.height, WHITE);
    const place = [-area.left, -area.top, width, height, 0] as const;
    pdfium._FPDF_RenderPageBitmap(bitmap, this.#page, ...place, ANNOTATIONS | LCD_TEXT | REVERSE_BYTE_ORDER);
    pdfium._FPDF_FFLDraw(this.#form, bitmap, this.#page, ...place, LCD_TEXT | REVERSE_BYTE_ORDER);
    const data = pdfium.HEAPU8.slice(pixels, pixels + size);
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(pixels);
    return { width: area.width, height: area.height, data };
  }
}

/** Guards one instance: its memory, its stack, and failures of its code. */
class Guard {
  readonly #memory: MemoryUse;
  #pdfium: Pdfium | undefined;
  #refused = false;
  /** The lower end of the stack, towards which it grows. */
  #stackEnd = 0;

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  async instantiate(code: WebAssembly.Module): Promise<Pdfium> {
    let exports: WebAssembly.Exports = {};
    const pdfium = await PDFiumModule({
      ...SILENT,
      instantiateWasm: (imports, done: (instance: WebAssembly.Instance) => void) => {
        const instance = new WebAssembly.Instance(
          code,
          this.#limited(imports, () => instance.exports),
        );
        exports = instance.exports;
        this.#memory.bytes += (exports.memory as WebAssembly.Memory).buffer.byteLength;
        done(instance);
        return exports;
      },
    } as Parameters<typeof PDFiumModule>[0]);
    this.#pdfium = pdfium;
    this.#stackEnd = aligned(allocate(pdfium, SHADOW_STACK + ALIGNMENT));
    (exports._emscripten_stack_restore as (pointer: number) => void)(this.#stackEnd + SHADOW_STACK);
    return pdfium;
  }

  /** Runs PDFium's code. Throws `PdfiumError` if it fails, or has failed silently before. */
  watch<T>(page: number | undefined, work: () => T): T {
    let result: T;
    try {
      result = work();
    } catch (error) {
      if (this.#refused) throw new PdfiumError('memory_limit', page);
      throw error instanceof PdfiumError ? new PdfiumError(error.fault, page) : new PdfiumError('aborted', page);
    }
    // If memory is refused, PDFium silently omits what it can't draw.
    if (this.#refused) throw new PdfiumError('memory_limit', page);
    if (this.#isStackExhausted()) throw new PdfiumError('aborted', page);
    return result;
  }

  /** Deeper calls leave no other trace than this, and what they overwrite. */
  #isStackExhausted(): boolean {
    const { HEAPU8 } = this.#pdfium as Pdfium;
    const wire = HEAPU8.subarray(this.#stackEnd + TRIPWIRE.at, this.#stackEnd + TRIPWIRE.at + TRIPWIRE.length);
    return Buffer.compare(wire, UNTOUCHED) !== 0;
  }

  #limited(imports: WebAssembly.Imports, exports: () => WebAssembly.Exports): WebAssembly.Imports {
    const grow = imports.env?.emscripten_resize_heap as (size: number) => number | boolean;
    const limited = (requested: number): number | boolean => {
      const memory = exports().memory as WebAssembly.Memory;
      const before = memory.buffer.byteLength;
      // The argument is unsigned.
      const wanted = (requested >>> 0) - before;
      if (this.#memory.bytes + wanted > MEMORY_LIMIT || !grow(requested)) {
        this.#refused = true;
        return false;
      }
      this.#memory.bytes += memory.buffer.byteLength - before;
      return true;
    };
    return { ...imports, env: { ...imports.env, emscripten_resize_heap: limited } };
  }
}

/** Otherwise it would write its messages about files to the terminal. */
const SILENT = { print: () => undefined, printErr: () => undefined };

const allocate = (pdfium: Pdfium, size: number): number => {
  const pointer = pdfium.wasmExports.malloc(size);
  if (pointer === 0) throw new PdfiumError('memory_limit');
  return pointer;
};

/**
 * The stack pointer's alignment, in bytes. PDFium's code counts on it: with another, it takes the wrong places of
 * variables, and writes 0.05 as 0.50.
 */
const ALIGNMENT = 16;

/** The next aligned address: those of malloc are multiples of 8. */
const aligned = (pointer: number): number => Math.ceil(pointer / ALIGNMENT) * ALIGNMENT;

const copyIn = (pdfium: Pdfium, bytes: Uint8Array): number => {
  const pointer = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, pointer);
  return pointer;
};
