import type { Box } from '../file/display.ts';
import { comparePages, type PageDifference } from '../pdfium/compare.ts';
import { runPdfium } from '../pdfium/pdfium.ts';
import { PdfiumError } from '../pdfium/pdfium-failure.ts';
import { addedOnly, type DocumentBefore } from './added-only.ts';
import type { Place } from './stamp-form.ts';

/** A page would be sealed with other content than was shown. */
export class SeenOtherwiseError extends Error {
  constructor({ page, box }: PageDifference) {
    const where = box ? `, at ${[box.x, box.y, box.width, box.height].map(Math.round).join(' ')}` : '';
    super(`Page ${page} would be sealed with other content than was shown${where}`);
    this.name = 'SeenOtherwiseError';
  }
}

/** In points: strokes and smoothed edges exceed a field's box a little. */
const BEYOND_BOX = 2;

/** A record and the file that was made of it. */
interface Stamping {
  record: Uint8Array;
  sealed: Uint8Array;
  before: DocumentBefore;
  /** Beginning of the names that the stamps have added. */
  names: string;
}

/** The pages on which fields are (1-based). */
export const stampedPages = (fields: readonly Place[]): Set<number> =>
  new Set(fields.map(({ page }) => page).filter((page) => page > 0));

/**
 * Throws `SeenOtherwiseError` if a stamped page shows a difference outside of its fields' boxes. Drawing a page takes
 * longer than sealing the file, so most aren't: where the file itself says that a page has kept its content and only
 * got stamps (`addedOnly`), the stamps alone are drawn, on an empty page. All other pages are drawn before and after.
 */
export const demandSameLook = async (stamping: Stamping, fields: readonly Place[]): Promise<void> => {
  const except = boxesByPage(fields);
  const known = await pagesWithStampsOnly(stamping, except);
  const pages = [...except.keys()].filter((page) => !known.has(page));
  if (pages.length === 0) return;
  const [difference] = await comparePages(stamping.record, stamping.sealed, { pages, except, unhurried: true });
  if (difference) throw new SeenOtherwiseError(difference);
};

const boxesByPage = (fields: readonly Place[]): Map<number, Box[]> =>
  new Map(
    [...Map.groupBy(fields, ({ page }) => page)]
      .filter(([page]) => page > 0)
      .map(([page, ours]) => [
        page,
        ours.map(({ x, y, width, height }) => ({
          x: x - BEYOND_BOX,
          y: y - BEYOND_BOX,
          width: width + 2 * BEYOND_BOX,
          height: height + 2 * BEYOND_BOX,
        })),
      ]),
  );

const pagesWithStampsOnly = async (
  { record, sealed, before, names }: Stamping,
  boxes: ReadonlyMap<number, readonly Box[]>,
): Promise<Set<number>> => {
  const added = boxes.size > 0 ? await addedOnly(record, sealed, before, names) : undefined;
  if (!added) return new Set();
  const { alone, unchanged } = added;
  if (alone.pages.size === 0) return new Set(unchanged);
  const pages = [...alone.pages].flatMap(([number, page]) => {
    const size = before.pages.get(number)?.page.box;
    return size ? { page, width: size.width, height: size.height, boxes: boxes.get(number) ?? [] } : [];
  });
  try {
    const outside = new Set(await runPdfium('stamps', { bytes: alone.bytes, pages }));
    const inside = [...alone.pages].flatMap(([number, page]) => (outside.has(page) ? [] : number));
    return new Set([...unchanged, ...inside]);
  } catch (error) {
    // The whole file decides.
    if (error instanceof PdfiumError) return new Set();
    throw error;
  }
};
