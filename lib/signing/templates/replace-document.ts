import { timestamp } from '../../base/clock.ts';
import { Failure, fail, invalid, orFail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Template, TemplateDocumentItem, TemplateFieldItem } from '../../storage/records/template.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { findTemplateDocument } from '../../storage/templates/read.ts';
import { acceptDocuments, type DocumentSource } from '../documents/accept.ts';
import { discardUploads } from '../documents/uploads.ts';
import { isWithinPages } from '../fields/rules.ts';
import { pipelineSettings } from '../pipeline/settings.ts';
import {
  removeNewDocumentFiles,
  removePreviousFile,
  removeReplacedFiles,
  storeDocuments,
  templateDocumentItem,
} from './document-files.ts';
import { documentIn, templateOf } from './documents.ts';
import { FIELDS_PER_TEMPLATE } from './limits.ts';
import { fieldItems, processFor, withRoles } from './pipeline.ts';
import { presentTemplateDocument } from './present-template.ts';
import type { AffectedField, DocumentReplacement, NewDocumentFile } from './replacement-schema.ts';
import { changeTemplate, templateFor } from './template-store.ts';

type Misplaced = NewDocumentFile['misplaced'];

/** A file for a document, with the fields and roles that it brings. */
interface Brought {
  file: (before: TemplateDocumentItem) => TemplateDocumentItem;
  roles: readonly string[];
  fields: readonly TemplateFieldItem[];
}

/**
 * Gives a document another file: its fields stay at their points of their pages. The new file is stored beside the
 * old one, and the document names it in one transaction, so that a file that is refused or half stored changes
 * nothing. The old file is kept until the next replacement, so that this one can be taken back. Throws
 * `document_not_found`, `unusable_document`, and `invalid` for more differences than one transaction holds.
 */
export const replaceFile = async (
  caller: UserCaller,
  document_id: string,
  source: DocumentSource,
  misplaced: Misplaced,
  placeFields: boolean,
): Promise<DocumentReplacement> => {
  const template_id = await templateOf(document_id);
  const loaded = await templateFor(caller, template_id, 'write', 'document_not_found');
  orFail(documentIn(loaded, document_id), 'document_not_found');
  const { organization_id } = loaded.header;
  const [accepted, settings] = await Promise.all([
    acceptDocuments([source], organization_id),
    pipelineSettings(organization_id),
  ]);
  // Names are chosen as for an empty template: a field of the same form or tag gets the name that it has already.
  const processed = await processFor({ roles: loaded.roles, names: [] }, accepted, placeFields ? settings : undefined);
  const [first] = processed.documents;
  if (!first) return fail('invalid', { detail: 'file: a document is required' });
  const { id: file_id, ...made } = templateDocumentItem(first, template_id, organization_id);
  const file = (before: TemplateDocumentItem): TemplateDocumentItem => ({
    ...made,
    id: before.id,
    file_id,
    name: source.name?.trim() || (before.name === before.original_name ? made.name : before.name),
    order: before.order,
    created_at: before.created_at,
    previous: fileOf(before),
  });
  const stored = { ...made, id: document_id, file_id };
  await storeDocuments([stored], [{ ...first, id: document_id }]);
  try {
    const fields = fieldItems(template_id, processed).map((field) => ({ ...field, document_id }));
    const brought = { file, roles: processed.roles, fields };
    const { before, report } = await write(caller, template_id, document_id, brought, misplaced, loaded);
    await Promise.all([
      discardUploads(accepted, organization_id),
      removeReplacedFiles(before),
      removePreviousFile(before),
    ]);
    return report;
  } catch (error) {
    const kept = (await findTemplateDocument(template_id, document_id)).document?.file_id === file_id;
    if (error instanceof Failure && !kept) await removeNewDocumentFiles([stored]);
    throw error;
  }
};

/** Takes back the last replacement of a document's file. Throws `no_previous_file` if there was none. */
export const takeBackFile = async (
  caller: UserCaller,
  document_id: string,
  misplaced: Misplaced,
): Promise<DocumentReplacement> => {
  const template_id = await templateOf(document_id);
  const file = (now: TemplateDocumentItem): TemplateDocumentItem => {
    const { rendered, rendered_upload, viewed, previous, processed, form, file_id, ...kept } = now;
    return { ...kept, ...orFail(previous, 'no_previous_file'), updated_at: timestamp(), previous: fileOf(now) };
  };
  const brought = { file, roles: [], fields: [] };
  const { before, report } = await write(caller, template_id, document_id, brought, misplaced);
  await removeReplacedFiles(before);
  return report;
};

/** The part of a document that is its file. */
const fileOf = (document: TemplateDocumentItem): NonNullable<TemplateDocumentItem['previous']> => {
  const { name, original_name, pages, mime, size, page_sizes, sha256, record, processed, form, file_id } = document;
  return {
    ...{ name, original_name, pages, mime, size, page_sizes, sha256, record },
    ...(processed ? { processed } : {}),
    ...(form ? { form } : {}),
    ...(file_id ? { file_id } : {}),
  };
};

const write = async (
  caller: UserCaller,
  template_id: string,
  document_id: string,
  { file, roles, fields }: Brought,
  misplaced: Misplaced,
  loaded?: Template,
): Promise<{ before: TemplateDocumentItem; report: DocumentReplacement }> => {
  let done: { before: TemplateDocumentItem; report: DocumentReplacement } | undefined;
  await changeTemplate(
    caller,
    template_id,
    (template) => {
      const before = orFail(documentIn(template, document_id), 'document_not_found');
      const document = file(before);
      const taken = new Set(template.fields.map(({ name }) => name));
      const added = fields.filter(({ name }) => !taken.has(name));
      const own = template.fields.filter((field) => field.document_id === document_id);
      const affected = affectedFields(own, before, document);
      const lost = new Set(affected.filter(({ reason }) => reason !== 'page_size').map(({ name }) => name));
      const gone = misplaced === 'drop' ? lost : new Set<string>();
      const after = [...template.fields.filter(({ name }) => !gone.has(name)), ...added];
      demandRoom(after.length, 1 + gone.size + added.length + roles.length);
      done = {
        before,
        report: {
          document: presentTemplateDocument(document),
          pages: { before: before.pages, after: document.pages },
          fields_in_place: own.length - affected.length,
          fields: affected,
          dropped: gone.size > 0,
          fields_added: added.map(({ name }) => name),
        },
      };
      return {
        ...template,
        roles: withRoles(template_id, template.roles, roles),
        fields: after,
        documents: template.documents.map((one) => (one.id === document_id ? document : one)),
      };
    },
    { missing: 'document_not_found', ...(loaded ? { loaded } : {}) },
  );
  return orFail(done, 'unavailable');
};

const demandRoom = (fields: number, differences: number): void => {
  if (fields > FIELDS_PER_TEMPLATE) fail('template_full', { limit: FIELDS_PER_TEMPLATE, things: 'fields' });
  if (differences <= CHILDREN_PER_STEP) return;
  invalid('file', `at most ${CHILDREN_PER_STEP} fields and roles may come or go with it, and ${differences - 1} would`);
};

/** Fields of a document that another file finds on no page, or on a page of another size. */
const affectedFields = (
  fields: readonly TemplateFieldItem[],
  before: TemplateDocumentItem,
  after: TemplateDocumentItem,
): AffectedField[] =>
  fields.flatMap((field): AffectedField[] => {
    const { name, page } = field;
    if (page === 0) return [];
    if (page > after.pages) return [{ name, page, reason: 'page_missing' }];
    if (!isWithinPages(field, after)) return [{ name, page, reason: 'outside_page' }];
    const [old, now] = [before.page_sizes[String(page)], after.page_sizes[String(page)]];
    const isSame = old?.width === now?.width && old?.height === now?.height;
    return isSame ? [] : [{ name, page, reason: 'page_size' }];
  });
