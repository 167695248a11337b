import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { Box } from '../../pdf/canvas.ts';
import { comparePages } from '../../pdf/compare.ts';
import { type FormField, readFormFields, removeForm } from '../../pdf/form-fields.ts';
import { inspectPdf } from '../../pdf/inspect.ts';
import { openPdf, savePdf } from '../../pdf/open.ts';
import type { OpenPdf } from '../../pdf/open-pdf.ts';
import { PdfiumError } from '../../pdf/pdfium-failure.ts';
import { removeGlyphs } from '../../pdf/remove-text.ts';
import { displayFault } from '../../pdf/render.ts';
import { type FoundTag, findTags } from '../../pdf/text-tags.ts';
import { withinTimeLimit } from '../../pdf/time-limit.ts';
import type { PipelineSettings } from '../../people/organizations/organization.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import type { FieldDefinition } from '../fields/schema.ts';
import { Additions, type Problem, type Target } from './additions.ts';
import { addFormField } from './form.ts';
import { addTag } from './tag-field.ts';

/** A document after the pipeline. */
export interface ProcessedDocument extends AcceptedDocument {
  /** The uploaded file, if the pipeline changed it. */
  uploaded: Uint8Array | null;
}

/** Results of the pipeline. `document_id` of the fields is the document's. */
export interface Processed {
  documents: ProcessedDocument[];
  fields: FieldDefinition[];
  /** Roles that the target lacks. */
  roles: string[];
}

/** The most fields from one document. */
const FIELDS_PER_DOCUMENT = 500;
/** Time limit in milliseconds: a normal page takes a few. */
const TIME_FOR_TAGS = 8000;

/**
 * Applies the organization's settings to uploaded documents: the fields of their forms and the tags in their texts
 * become fields of the target and are removed from the pages. Stores nothing. Throws `unusable_tag` or
 * `unusable_form_field` with page and reason, unless the settings say to leave invalid ones alone.
 */
export const processDocuments = async (
  documents: readonly AcceptedDocument[],
  settings: PipelineSettings | undefined,
  target: Target,
): Promise<Processed> => {
  const additions = new Additions(target);
  const processed: ProcessedDocument[] = [];
  // Sequentially, because each may need several times its size in memory.
  for (const document of documents) {
    processed.push(await processDocument(document, settings, additions));
  }
  return { documents: processed, fields: additions.fields, roles: additions.roles };
};

const processDocument = async (
  document: AcceptedDocument,
  settings: PipelineSettings | undefined,
  additions: Additions,
): Promise<ProcessedDocument> => {
  const untouched = { ...document, uploaded: null };
  if (!settings?.process_tags && !settings?.process_acroforms) return untouched;
  const pdf = await openPdf(document.with_form);
  const tags = settings.process_tags ? tagsOf(pdf, document) : [];
  const formFields = settings.process_acroforms ? formFieldsOf(pdf, document) : [];
  const ignored = ({ concerns }: Problem): boolean =>
    concerns === 'role' ? settings.ignore_invalid_roles : settings.ignore_invalid_fields;
  const usedTags = tags.filter((tag) => {
    const problem = addTag(tag, document, additions);
    if (problem && !ignored(problem)) refuseTag(tag, problem, document);
    return !problem;
  });
  const groups = new Map<string, string>();
  const usedFields = formFields.filter((field) => {
    const problem = addFormField(field, document, additions, groups);
    if (problem && !ignored(problem)) refuseField(field, problem, document);
    return !problem;
  });
  checkCount(usedTags.length + usedFields.length, document, additions);
  if (usedTags.length === 0 && usedFields.length === 0) return untouched;
  const processed = { ...document, ...(await withoutThem(pdf, usedTags, usedFields, document)) };
  await demandSameLook(document, processed, [...usedTags.map(areaOfTag), ...usedFields]);
  return { ...processed, uploaded: document.bytes };
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

/** Throws `unusable_document` if a page looks different outside the areas from which something was removed. */
const demandSameLook = async (
  { bytes, original_name: name }: AcceptedDocument,
  processed: AcceptedDocument,
  areas: readonly RemovedArea[],
): Promise<void> => {
  const boxes = areas.map(({ page, box }) => ({ page, ...widened(box, BEYOND_BOX) }));
  const except = Map.groupBy(boxes, ({ page }) => page);
  try {
    const [difference] = await comparePages(bytes, processed.bytes, { except });
    if (!difference) return;
    const reason = `page ${difference.page} would look different once its tags and fields are taken off`;
    fail('unusable_document', { name, reason });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    fail('unusable_document', { name, reason: displayFault(error) });
  }
};

const tagsOf = (pdf: OpenPdf, { original_name }: AcceptedDocument): FoundTag[] => {
  try {
    return withinTimeLimit(() => findTags(pdf), TIME_FOR_TAGS);
  } catch {
    return fail('unusable_document', { name: original_name, reason: 'its text is too much to be searched for tags' });
  }
};

const formFieldsOf = (pdf: OpenPdf, { original_name }: AcceptedDocument): FormField[] => {
  try {
    return withinTimeLimit(() => readFormFields(pdf));
  } catch {
    return fail('unusable_document', { name: original_name, reason: "its form can't be read" });
  }
};

const checkCount = (count: number, { original_name: name }: AcceptedDocument, { room }: Additions): void => {
  if (count > FIELDS_PER_DOCUMENT) {
    fail('unusable_document', { name, reason: `it has ${count} fields, and ${FIELDS_PER_DOCUMENT} are the most` });
  }
  if (room < 0) {
    fail('unusable_document', { name, reason: `it has ${count} fields, and there is room for ${count + room}` });
  }
};

const LONGEST_SHOWN = 100;

const refuseTag = ({ text, closed, page }: FoundTag, { reason }: Problem, document: AcceptedDocument): never => {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  const tag = `{{${shown}${closed ? '}}' : '…'}`;
  return fail('unusable_tag', { tag, page, document: document.original_name, reason });
};

const refuseField = ({ name, page }: FormField, { reason }: Problem, document: AcceptedDocument): never => {
  const field = name.slice(0, LONGEST_SHOWN);
  return fail('unusable_form_field', { field, page, document: document.original_name, reason });
};

/** Removes what became fields from the document, and checks the result like a new document. */
const withoutThem = async (
  document: OpenPdf,
  tags: readonly FoundTag[],
  fields: readonly FormField[],
  { original_name, record }: AcceptedDocument,
): Promise<Pick<AcceptedDocument, 'bytes' | 'size' | 'sha256' | 'record'>> => {
  withinTimeLimit(() => {
    removeGlyphs(
      document.pdf,
      tags.flatMap(({ glyphs }) => glyphs),
    );
    if (fields.length > 0) removeForm(document, fields);
  });
  const { bytes, rewritten } = await inspectPdf(await savePdf(document), original_name);
  const taken = [
    ...(tags.length > 0 ? ['tags in its text became fields'] : []),
    ...(fields.length > 0 ? ['fields of its form became fields of the envelope'] : []),
  ];
  const reasons = [...new Set([...taken, ...record.rewritten, ...rewritten])];
  const size = bytes.length;
  return { bytes, size, sha256: sha256(bytes), record: { ...record, size, rewritten: reasons } };
};
