import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { encodePng } from '../images/png.ts';
import { fail } from '../operation/errors.ts';

/** Pixels per point: pages are readable on screens of twice the usual density. */
const SCALE = 1.75;
const MAX_SIDE = 4000;
const MAX_PIXELS = 8_000_000;

let library: Promise<PDFiumLibrary> | undefined;

/** The end of the line of those who wait for the one instance. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `use` with a PDF that PDFium has open, and closes it. One instance of the WASM library serves all calls, one
 * after the other. It can abort on a hostile file and is dead then: it is dropped, the next call gets a new one, and
 * this call throws.
 */
export const withPdfium = <T>(bytes: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> => {
  const result = turn.then(() => useDocument(bytes, use));
  turn = result.catch(() => undefined);
  return result;
};

const useDocument = async <T>(bytes: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> => {
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(bytes);
    const result = await use(document);
    document.destroy();
    return result;
  } catch (error) {
    // What an interrupted call had taken is never given back, and after a WASM trap nothing else is certain either.
    library = undefined;
    throw error;
  }
};

/**
 * A page as a PNG: the page box that `pageSizes` states, upright as displayed, form fields and annotations included.
 * About 1.75 pixels a point, or `width` pixels wide; less for pages of poster size. Ends the request with 406 when
 * PDFium can't show the page, and with 404 when there is no such page.
 */
export const renderPage = async (
  bytes: Uint8Array,
  page: number,
  options: { width?: number } = {},
): Promise<Uint8Array> => {
  const image = await tryRender(bytes, page, options.width);
  return image ?? fail('page_not_found');
};

const tryRender = async (bytes: Uint8Array, page: number, width?: number): Promise<Uint8Array | undefined> => {
  try {
    return await withPdfium(bytes, async (document) => {
      const exists = Number.isInteger(page) && page >= 1 && page <= document.getPageCount();
      return exists ? render(document, page, width) : undefined;
    });
  } catch {
    return fail('unusable_document', { name: `(page ${page})`, reason: 'it cannot be displayed' });
  }
};

const render = async (document: PDFiumDocument, page: number, wanted: number | undefined): Promise<Uint8Array> => {
  const open = document.getPage(page - 1);
  const { originalWidth, originalHeight } = open.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('PDFium could not load the page');
  const scale = Math.min(
    wanted ? wanted / originalWidth : SCALE,
    MAX_SIDE / Math.max(originalWidth, originalHeight),
    Math.sqrt(MAX_PIXELS / (originalWidth * originalHeight)),
  );
  const { data } = await open.render({
    width: Math.max(1, originalWidth * scale),
    height: Math.max(1, originalHeight * scale),
    scale: 1,
    renderFormFields: true,
    render: async (bitmap) => encodePng(bitmap.data, bitmap.width, bitmap.height, 'rgb'),
  });
  return data;
};
