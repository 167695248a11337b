import type { UploadedFile } from '../../aws/files/uploaded-file.ts';
import { timestamp } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { looksLike } from '../../base/look.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import type {
  Template,
  TemplateDocumentItem,
  TemplateFieldItem,
  TemplateItem,
  TemplateRoleItem,
} from '../../storage/records/template.ts';
import { acceptDocuments, documentSources } from '../documents/accept.ts';
import { discardUploads } from '../documents/uploads.ts';
import { demandSoundRules } from '../fields/rule-checks.ts';
import { checkField, checkNamesUnique, newField } from '../fields/rules.ts';
import { pipelineSettings } from '../pipeline/settings.ts';
import { permissionToCreate, visibilityAsked } from './access.ts';
import { removeNewDocumentFiles, storeDocuments, templateDocumentItem } from './document-files.ts';
import { templateFieldItem } from './fields.ts';
import { fieldItems, processFor, withRoles } from './pipeline.ts';
import { checkRoleExists, newRole } from './roles.ts';
import { withSteps } from './steps.ts';
import type { FieldOfCall, NewRole, NewTemplate, Visibility } from './template-schema.ts';
import { isSendable, saveNewTemplate } from './template-store.ts';

const DEFAULT_REMINDER_DAYS = 14;

/**
 * Creates a template with its documents, roles and fields: all of it, or nothing (`invalid` names the reason). One
 * transaction; parts of a larger template are written before it.
 */
export const createTemplate = async (
  caller: UserCaller,
  given: NewTemplate,
  files: readonly UploadedFile[],
): Promise<Template> => {
  const visibility = visibilityAsked(given, null);
  demand(caller, permissionToCreate(visibility));
  const template_id = newId();
  const givenRoles = rolesOf(template_id, given.roles ?? []);
  const { organization_id } = caller;
  const sources = documentSources(given.documents ?? [], files);
  const [accepted, settings] = await Promise.all([
    acceptDocuments(sources, organization_id),
    sources.length > 0 ? pipelineSettings(organization_id) : undefined,
  ]);
  const names = (given.fields ?? []).map(({ name }) => name);
  const processed = await processFor({ roles: givenRoles, names }, accepted, settings);
  const documents = processed.documents.map((document) => templateDocumentItem(document, template_id, organization_id));
  const allRoles = withRoles(template_id, givenRoles, processed.roles);
  const roles = withSteps([], allRoles, given.roles ?? [], 'roles');
  const givenFields = fieldsOf(template_id, given.fields ?? [], roles, documents);
  const fields = [...givenFields, ...fieldItems(template_id, processed)];
  demandSoundRules(fields, (name) => `fields.${fields.findIndex((field) => field.name === name)}.`);
  const header = { ...newHeader(caller, template_id, visibility, given), is_sendable: isSendable({ roles, fields }) };
  const template: Template = { header, roles, fields, documents, stars: [], strays: [] };
  await storeDocuments(documents, processed.documents);
  // After a failure it is unknown if the template was written: it must not exist without its files.
  const made = await saveNewTemplate(template);
  if (made !== template) await removeNewDocumentFiles(documents);
  else await discardUploads(accepted, organization_id);
  return made ?? fail('unavailable');
};

/** Makes the header of a template that `caller` creates. */
export const newHeader = (
  caller: UserCaller,
  id: string,
  visibility: Visibility,
  given: Partial<
    Pick<
      NewTemplate,
      'name' | 'description' | 'sender' | 'initial_reminder' | 'followup_reminders' | 'max_reminder_days' | 'data'
    >
  >,
): TemplateItem => {
  const at = timestamp();
  return {
    id,
    profile_id: caller.profile_id,
    organization_id: caller.organization_id,
    name: given.name ?? '',
    description: given.description ?? '',
    sender: given.sender ?? 'envelope_creator',
    visibility,
    is_sendable: false,
    star_counter: 0,
    counter: 0,
    last_used_at: null,
    initial_reminder: given.initial_reminder ?? null,
    followup_reminders: given.followup_reminders ?? null,
    max_reminder_days:
      given.max_reminder_days ??
      caller.records?.organization.envelope_defaults?.max_reminder_days ??
      DEFAULT_REMINDER_DAYS,
    data: given.data ?? null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
};

const rolesOf = (template_id: string, given: readonly NewRole[]): TemplateRoleItem[] => {
  checkNamesUnique(
    given.map(({ name }) => name),
    'roles',
  );
  for (const [index, { name }] of given.entries()) {
    const alike = given.findIndex((other) => looksLike(other.name, name));
    if (alike !== index) invalid(`roles.${index}.name`, `must look different from that of role ${alike}: ${name}`);
  }
  const roles: TemplateRoleItem[] = [];
  for (const role of given) roles.push(newRole(template_id, role, roles));
  return roles;
};

const fieldsOf = (
  template_id: string,
  given: readonly FieldOfCall[],
  roles: readonly TemplateRoleItem[],
  documents: readonly TemplateDocumentItem[],
): TemplateFieldItem[] => {
  checkNamesUnique(
    given.map(({ name }) => name),
    'fields',
  );
  return given.map(({ name, role_name, type, document_id, value, ...details }, index) => {
    const prefix = `fields.${index}.`;
    checkRoleExists(roles, role_name, `${prefix}role_name`);
    const document =
      documents[document_id ?? 0] ?? invalid(`${prefix}document_id`, 'must be the index of one of documents');
    const identity = { name, role_name, type, document_id: document.id };
    const field = newField(identity, { ...details, default: details.default ?? value });
    return templateFieldItem(template_id, checkField(field, document, prefix));
  });
};
