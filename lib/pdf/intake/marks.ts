import { removeGlyphs } from '../content/remove-text.ts';
import type { Box } from '../file/display.ts';
import { openPdf, savePdf } from '../file/open.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { type FoundField, readFormFields, removeForm } from '../form/form-fields.ts';
import { comparePages } from '../pdfium/compare.ts';
import { PdfiumError } from '../pdfium/pdfium-failure.ts';
import { displayFault } from '../pdfium/render.ts';
import { type InspectedPdf, inspectPdf } from './inspect.ts';
import { refuseFile } from './refusals.ts';
import { type FoundTag, findTags } from './text-tags.ts';

/** Parts of a document that can become fields: tags in its texts, and the fields of its form. */
interface Marks {
  tags: FoundTag[];
  fields: FoundField[];
}

interface Wanted {
  tags: boolean;
  fields: boolean;
}

/** Finds a document's marks, as far as they are wanted. Throws `unusable_document` if they can't be read. */
export const findMarks = async (bytes: Uint8Array, name: string, wanted: Wanted): Promise<Marks> =>
  marksOf(await openPdf(bytes), name, wanted);

const marksOf = (pdf: OpenPdf, name: string, wanted: Wanted): Marks => ({
  tags: wanted.tags ? tagsOf(pdf, name) : [],
  fields: wanted.fields ? fieldsOf(pdf, name) : [],
});

const tagsOf = (pdf: OpenPdf, name: string): FoundTag[] => {
  try {
    return findTags(pdf);
  } catch {
    return refuseFile(name, 'its text is too much to be searched for tags');
  }
};

const fieldsOf = (pdf: OpenPdf, name: string): FoundField[] => {
  try {
    return readFormFields(pdf);
  } catch {
    return refuseFile(name, "its form can't be read");
  }
};

/**
 * Removes marks from a document, given by their places in what `findMarks` found, and checks the result like a new
 * document. Throws `unusable_document` if a page looks different from `record`'s elsewhere.
 */
export const takeOff = async (
  bytes: Uint8Array,
  name: string,
  record: Uint8Array,
  places: { tags: readonly number[]; fields: readonly number[] },
): Promise<InspectedPdf> => {
  const pdf = await openPdf(bytes);
  const found = marksOf(pdf, name, { tags: places.tags.length > 0, fields: places.fields.length > 0 });
  const tags = found.tags.filter((_, index) => places.tags.includes(index));
  const fields = found.fields.filter((_, index) => places.fields.includes(index));
  removeGlyphs(
    pdf.pdf,
    tags.flatMap(({ glyphs }) => glyphs),
  );
  if (fields.length > 0) removeForm(pdf, fields);
  const taken = await inspectPdf(await savePdf(pdf), name);
  await demandSameLook(name, record, taken.bytes, [...tags.map(areaOfTag), ...fields]);
  return taken;
};

/** An area of a page from which something was removed. */
interface RemovedArea {
  /** 1-based. */
  page: number;
  box: Box;
}

/**
 * Distance by which a tag's letters may exceed its box, as a share of the box's height: fonts have swashes and accents.
 */
const BEYOND_LINE = 0.5;
/** In points: borders lie around a field's box, and edges are smoothed. */
const BEYOND_BOX = 2;

const areaOfTag = ({ page, box }: FoundTag): RemovedArea => ({ page, box: widened(box, box.height * BEYOND_LINE) });

const widened = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const demandSameLook = async (
  name: string,
  before: Uint8Array,
  after: Uint8Array,
  areas: readonly RemovedArea[],
): Promise<void> => {
  const boxes = areas.map(({ page, box }) => ({ page, box: widened(box, BEYOND_BOX) }));
  const except = new Map(
    [...Map.groupBy(boxes, ({ page }) => page)].map(([page, ours]) => [page, ours.map(({ box }) => box)]),
  );
  try {
    const [difference] = await comparePages(before, after, { except });
    if (!difference) return;
    refuseFile(name, `page ${difference.page} would look different once its tags and fields are taken off`);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    refuseFile(name, displayFault(error));
  }
};
