import type { UserCaller } from '../../people/access/caller.ts';
import type {
  Listed,
  Template,
  TemplateDocumentItem,
  TemplateFieldItem,
  TemplateRoleItem,
} from '../../storage/records/template.ts';
import { searchKey } from '../../storage/templates/entries.ts';
import { allowedActs } from './access.ts';
import type * as Shape from './template-schema.ts';

/** Presents a template for lists and events, without its owner's `data`. */
export const presentSummary = (template: Listed): Omit<Shape.TemplateSummary, 'data'> => ({
  id: template.id,
  profile_id: template.profile_id,
  organization_id: template.organization_id,
  name: template.name,
  description: template.description,
  sender: template.sender,
  visibility: template.visibility,
  is_personal: template.visibility === 'private',
  is_public: template.visibility === 'public',
  is_sendable: template.is_sendable,
  star_counter: template.star_counter,
  counter: template.counter,
  last_used_at: template.last_used_at,
  initial_reminder: template.initial_reminder,
  followup_reminders: template.followup_reminders,
  max_reminder_days: template.max_reminder_days,
  search_key: searchKey(template),
  created_at: template.created_at,
  updated_at: template.updated_at,
});

/** Presents a template's role. A caller of another organization doesn't see its person. */
export const presentRole = (role: TemplateRoleItem, foreign = false): Shape.TemplateRole => ({
  template_id: role.template_id,
  name: role.name,
  type: role.type,
  full_name: foreign ? null : role.full_name,
  first_name: foreign ? null : role.first_name,
  last_name: foreign ? null : role.last_name,
  email: foreign ? null : role.email,
  phone: foreign ? null : role.phone,
  message: role.message,
  sequence: role.sequence,
  step_needs: role.step_needs ?? null,
  only_if: role.only_if ?? null,
  named_by: role.named_by ?? null,
  may_name_self: role.may_name_self ?? false,
  shared: role.shared ?? false,
  may_send_back: role.may_send_back ?? false,
  signature_meaning: role.signature_meaning ?? null,
  order: role.order,
  delegator: role.delegator,
  name_locked: role.name_locked,
});

/** Presents a template's field. */
export const presentTemplateField = (field: TemplateFieldItem): Shape.TemplateField => ({
  template_id: field.template_id,
  name: field.name,
  role_name: field.role_name,
  document_id: field.document_id,
  type: field.type,
  required: field.required,
  readonly: field.readonly,
  settings: field.settings,
  page: field.page,
  x: field.x,
  y: field.y,
  width: field.width,
  height: field.height,
  validator: field.validator,
  label: field.label,
  placeholder: field.placeholder,
  group: field.group,
  multiline: field.multiline,
  options: field.options,
  default: field.default,
});

/** Presents a template's document. */
export const presentTemplateDocument = (document: TemplateDocumentItem): Shape.TemplateDocument => ({
  id: document.id,
  template_id: document.template_id,
  name: document.name,
  order: document.order,
  pages: document.pages,
  mime: document.mime,
  size: document.size,
  page_sizes: document.page_sizes,
  created_at: document.created_at,
  updated_at: document.updated_at,
});

/**
 * Presents the whole record: roles by sequence and order, documents by order, fields from top to bottom. A caller of
 * another organization sees neither the persons of its roles nor its owner's data.
 */
export const presentTemplate = (template: Template, caller: UserCaller): Shape.Template => {
  const foreign = template.header.organization_id !== caller.organization_id;
  const starred = template.stars.some(({ profile_id }) => profile_id === caller.profile_id);
  return {
    ...presentSummary(template.header),
    version: template.header.version,
    is_starred: starred,
    allowed: allowedActs(caller, template.header),
    data: foreign ? null : template.header.data,
    roles: sortedRoles(template.roles).map((role) => presentRole(role, foreign)),
    fields: sortedFields(template.fields, template.documents).map(presentTemplateField),
    documents: sortedDocuments(template.documents).map(presentTemplateDocument),
  };
};

/** Fields from top to bottom of each document, in the documents' order. */
export const sortedFields = (
  fields: readonly TemplateFieldItem[],
  documents: readonly TemplateDocumentItem[],
): TemplateFieldItem[] => {
  const place = new Map(sortedDocuments(documents).map(({ id }, index) => [id, index]));
  const placeOf = (field: TemplateFieldItem): number => place.get(field.document_id) ?? documents.length;
  return fields.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.page - b.page || b.y - a.y || a.x - b.x || (a.name < b.name ? -1 : 1),
  );
};

/** Roles in the order in which they act. */
export const sortedRoles = <T extends { sequence: number; order: number; name: string }>(roles: readonly T[]): T[] =>
  [...roles].sort((a, b) => a.sequence - b.sequence || a.order - b.order || (a.name < b.name ? -1 : 1));

/** Documents in the order in which they are shown. */
export const sortedDocuments = <T extends { order: number; id: string }>(documents: readonly T[]): T[] =>
  [...documents].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** Presents what the next change of a template's contents needs to know. */
export const presentState = ({ header: { id, version, updated_at } }: Template) => ({ id, version, updated_at });
