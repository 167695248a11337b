import { fail, isFailure } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { FormField } from '../../pdf/form/form-fields.ts';
import { type Marks, readMarks, takeOffMarks } from '../../pdf/intake/intake.ts';
import { refuseFile } from '../../pdf/intake/refusals.ts';
import type { TextTag } from '../../pdf/intake/text-tags.ts';
import { FORM } from '../../pdf/settle/active-content.ts';
import type { PipelineSettings } from '../../people/organizations/organization-schema.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import type { FieldDefinition } from '../fields/field-schema.ts';
import { ownFieldAt } from '../fields/own-fields.ts';
import { Additions, type Problem, type Target } from './additions.ts';
import { addFormField } from './form.ts';
import { addTag } from './tag-field.ts';

/** A document after the pipeline. */
export interface ProcessedDocument extends AcceptedDocument {
  /** The uploaded file, if the pipeline changed it. */
  uploaded: Uint8Array | null;
  /** The fields of its form that became no fields here, to be proposed. */
  form: readonly FieldDefinition[];
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

/**
 * Applies the organization's settings to uploaded documents: the fields of their forms and the tags in their texts
 * become fields of the target and are removed from the pages. Stores nothing. Throws `unusable_tag` or
 * `unusable_form_field` with page and reason, unless the settings say to leave invalid ones alone.
 */
export const processDocuments = async (
  documents: readonly AcceptedDocument[],
  settings: PipelineSettings | undefined,
  target: Target,
  { proposes = false }: { proposes?: boolean } = {},
): Promise<Processed> => {
  const additions = new Additions(target);
  const processed: ProcessedDocument[] = [];
  // Sequentially, because each may need several times its size in memory.
  for (const document of documents) {
    processed.push(await processDocument(document, settings, additions, proposes));
  }
  return { documents: processed, fields: additions.fields, roles: additions.roles };
};

const processDocument = async (
  document: AcceptedDocument,
  settings: PipelineSettings | undefined,
  additions: Additions,
  proposes: boolean,
): Promise<ProcessedDocument> => {
  const form = proposes && !settings?.process_acroforms ? await proposedForm(document) : [];
  const untouched = { ...document, uploaded: null, form };
  if (!settings?.process_tags && !settings?.process_acroforms) return untouched;
  if (document.record.signatures) {
    if (settings.process_tags) await demandNoTags(untouched);
    if (settings.process_acroforms) await addOwnFields(document, settings, additions);
    return untouched;
  }
  const wanted = { tags: settings.process_tags, fields: settings.process_acroforms };
  const marks = await readMarks(document.with_form, document.original_name, wanted, document.time);
  const ignored = ({ concerns }: Problem): boolean =>
    concerns === 'role' ? settings.ignore_invalid_roles : settings.ignore_invalid_fields;
  const usedTags = marks.tags.filter((tag) => {
    const problem = addTag(tag, document, additions);
    if (problem && !ignored(problem)) refuseTag(tag, problem, document);
    return !problem;
  });
  const groups = new Map<string, string>();
  const usedFields = marks.fields.filter((field) => {
    const problem = addFormField(field, document, additions, groups);
    if (problem && !ignored(problem)) refuseField(field, problem, document);
    return !problem;
  });
  checkCount(usedTags.length + usedFields.length, document, additions);
  if (usedTags.length === 0 && usedFields.length === 0) return untouched;
  const taken = await withoutThem(document, marks, { tags: usedTags, fields: usedFields });
  return { ...document, ...taken, uploaded: document.bytes, form };
};

/** Nothing can be taken out of a document that is signed already. */
const demandNoTags = async (document: AcceptedDocument): Promise<void> => {
  const wanted = { tags: true, fields: false };
  const { tags } = await readMarks(document.bytes, document.original_name, wanted, document.time);
  if (tags.length === 0) return;
  const [{ page }] = tags as [TextTag];
  refuseFile(
    document.original_name,
    `it is digitally signed already, so the tag in the text of page ${page} can't be taken out`,
    'unsigned',
  );
};

/** Fields fill in the form of a document that is signed already, which stays as it is. */
const addOwnFields = async (
  document: AcceptedDocument,
  settings: PipelineSettings,
  additions: Additions,
): Promise<void> => {
  const groups = new Map<string, string>();
  const fields = await formFieldsOf(document);
  for (const field of fields) {
    const problem = addFormField(field, document, additions, groups);
    if (problem && !settings.ignore_invalid_fields) refuseField(field, problem, document);
  }
  checkCount(fields.length, document, additions);
};

/** The fields of a document's form: of one that is signed already, those that may be filled in. */
const formFieldsOf = async (document: AcceptedDocument): Promise<readonly FormField[]> => {
  const { with_form, original_name, record, time } = document;
  if (record.signatures ? !record.form : !record.rewritten.includes(FORM)) return [];
  const { fields } = await readMarks(with_form, original_name, { tags: false, fields: true }, time);
  if (!record.signatures) return fields;
  return fields.filter(({ name, page, box }) => {
    const own = ownFieldAt({ page, ...box }, document);
    return own?.name === name && !own.locked;
  });
};

/** In bytes, as JSON: the record of a document has room for so much. */
const LARGEST_FORM = 60_000;

/** The fields that the document's form would become; none if it has no form, or one that can't be read. */
const proposedForm = async (document: AcceptedDocument): Promise<FieldDefinition[]> => {
  const additions = new Additions({ roles: [], names: [], room: { fields: FIELDS_PER_DOCUMENT, roles: 1 } });
  const groups = new Map<string, string>();
  try {
    const fields = await formFieldsOf(document);
    for (const field of fields.slice(0, FIELDS_PER_DOCUMENT)) addFormField(field, document, additions, groups);
  } catch (error) {
    if (!isFailure(error, 'unusable_document')) throw error;
  }
  let room = LARGEST_FORM;
  return additions.fields.filter((field) => {
    room -= Buffer.byteLength(JSON.stringify(field));
    return room >= 0;
  });
};

const checkCount = (count: number, { original_name: name }: AcceptedDocument, { room }: Additions): void => {
  if (count > FIELDS_PER_DOCUMENT) {
    refuseFile(name, `it has ${count} fields, and ${FIELDS_PER_DOCUMENT} are the most`, 'flatten');
  }
  if (room < 0) {
    refuseFile(name, `it has ${count} fields, and there is room for ${count + room}`, 'flatten');
  }
};

const LONGEST_SHOWN = 100;

const refuseTag = ({ text, closed, page }: TextTag, { reason }: Problem, document: AcceptedDocument): never => {
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
  { with_form, bytes: record, original_name, record: given, time }: AcceptedDocument,
  marks: Marks,
  used: { tags: readonly TextTag[]; fields: readonly FormField[] },
): Promise<Pick<AcceptedDocument, 'bytes' | 'size' | 'sha256' | 'record'>> => {
  const tags = used.tags.map((tag) => marks.tags.indexOf(tag));
  const fields = used.fields.map((field) => marks.fields.indexOf(field));
  const { bytes, rewritten } = await takeOffMarks(with_form, original_name, { record, tags, fields }, time);
  const taken = [
    ...(tags.length > 0 ? ['tags in its text became fields'] : []),
    ...(fields.length > 0 ? ['fields of its form became fields of the envelope'] : []),
  ];
  const reasons = [...new Set([...taken, ...given.rewritten, ...rewritten])];
  const size = bytes.length;
  return { bytes, size, sha256: sha256(bytes), record: { ...given, size, rewritten: reasons } };
};
