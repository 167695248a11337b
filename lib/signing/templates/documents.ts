import { Failure, fail, orFail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Template, TemplateDocumentItem, TemplateFieldItem } from '../../storage/records/template.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { findTemplateDocument, templateOfDocument } from '../../storage/templates/read.ts';
import { removeStrays, writeAhead } from '../../storage/templates/strays.ts';
import { acceptDocuments, type DocumentSource } from '../documents/accept.ts';
import { discardUploads } from '../documents/uploads.ts';
import { pipelineSettings } from '../pipeline/settings.ts';
import { removeDocumentFiles, removeNewDocumentFiles, storeDocuments, templateDocumentItem } from './document-files.ts';
import { DOCUMENTS_PER_TEMPLATE } from './limits.ts';
import { fieldItems, processFor, withRoles } from './pipeline.ts';
import { changeTemplate, guard, templateFor } from './template-store.ts';

/**
 * Adds a document to a template, with the fields that it contains unless `placeFields` is false: all, or nothing.
 * Fields beyond the limit of one transaction are written before it; then it throws `unavailable` if the template is
 * changed meanwhile. Throws `idempotency_answer_not_kept` if an earlier run of the same request has added it.
 */
export const addDocument = async (
  caller: UserCaller,
  template_id: string,
  source: DocumentSource,
  placeFields = true,
): Promise<TemplateDocumentItem> => {
  const loaded = await templateFor(caller, template_id, 'write');
  checkRoom(loaded);
  const { organization_id } = loaded.header;
  const [accepted, settings] = await Promise.all([
    acceptDocuments([source], organization_id),
    pipelineSettings(organization_id),
  ]);
  const names = loaded.fields.map(({ name }) => name);
  const processed = await processFor({ roles: loaded.roles, names }, accepted, placeFields ? settings : undefined);
  const [first] = processed.documents;
  if (!first) return fail('invalid', { detail: 'file: a document is required' });
  const document = templateDocumentItem(first, template_id, organization_id);
  const fields = fieldItems(template_id, processed);
  // The document and its pointer take one write each.
  const atOnce = CHILDREN_PER_STEP - processed.roles.length - 2;
  const ahead = fields.slice(atOnce);
  const placed = (template: Template): TemplateDocumentItem => ({
    ...document,
    order: source.order ?? Math.max(-1, ...template.documents.map(({ order }) => order)) + 1,
  });
  await storeDocuments([document], [first]);
  try {
    const held = ahead.length > 0 ? orFail(await writeAhead(loaded, ahead), 'unavailable') : loaded;
    const changed = await changeTemplate(
      caller,
      template_id,
      (template) => {
        checkRoom(template);
        if (ahead.length > 0 && template.header.version !== held.header.version) fail('unavailable');
        const roles = withRoles(template_id, template.roles, processed.roles);
        const documents = [...template.documents, placed(template)];
        const strays = template.strays.filter(({ document_id }) => document_id !== document.id);
        return withFields({ ...template, roles, documents, strays }, fields);
      },
      { loaded: held },
    );
    const added = orFail(documentIn(changed, document.id), 'idempotency_answer_not_kept');
    await discardUploads(accepted, organization_id);
    return added;
  } catch (error) {
    // After other errors, and after a conflict with the request's own write, the template may have the document.
    const isRefused = error instanceof Failure && !(await findTemplateDocument(template_id, document.id)).document;
    if (isRefused) await Promise.all([removeNewDocumentFiles([document]), removeStrays(ahead)]);
    throw error;
  }
};

/** Names of the new fields were chosen by the template's earlier state: meanwhile others may have them. */
const withFields = (template: Template, fields: readonly TemplateFieldItem[]): Template => {
  const taken = new Set(template.fields.map(({ name }) => name));
  if (fields.some(({ name }) => taken.has(name))) fail('unavailable');
  return { ...template, fields: [...template.fields, ...fields] };
};

/**
 * Deletes a document with its fields and files. Fields beyond the limit of one transaction can't be seen any more after
 * it, and are removed then.
 */
export const deleteDocument = async (caller: UserCaller, document_id: string): Promise<void> => {
  const template_id = await templateOf(document_id);
  let document: TemplateDocumentItem | undefined;
  let rest: TemplateFieldItem[] = [];
  await changeTemplate(
    caller,
    template_id,
    (template) => {
      document = orFail(documentIn(template, document_id), 'document_not_found');
      const isOnIt = (field: TemplateFieldItem): boolean => field.document_id === document_id;
      rest = template.fields.filter(isOnIt).slice(CHILDREN_PER_STEP);
      return {
        ...template,
        documents: template.documents.filter(({ id }) => id !== document_id),
        fields: template.fields.filter((field) => !isOnIt(field)),
        strays: [...template.strays, ...rest],
      };
    },
    { missing: 'document_not_found' },
  );
  await removeStrays(rest);
  if (document) await removeDocumentFiles([document]);
};

/** Reads a document for a caller who may read its template. A known `template_id` saves a read. */
export const documentFor = async (
  caller: UserCaller,
  document_id: string,
  template_id?: string,
): Promise<TemplateDocumentItem> => {
  const owner = template_id ?? (await templateOf(document_id));
  const { header, document } = await findTemplateDocument(owner, document_id);
  guard(caller, header, 'read', 'document_not_found');
  return orFail(document, 'document_not_found');
};

/** Id of the template that a document belongs to; throws `document_not_found`. */
export const templateOf = async (document_id: string): Promise<string> =>
  orFail(await templateOfDocument(document_id), 'document_not_found');

export const documentIn = ({ documents }: Template, document_id: string): TemplateDocumentItem | undefined =>
  documents.find(({ id }) => id === document_id);

const checkRoom = ({ documents }: Template): void => {
  if (documents.length < DOCUMENTS_PER_TEMPLATE) return;
  fail('template_full', { limit: DOCUMENTS_PER_TEMPLATE, things: 'documents' });
};
