import { fail, invalid, orFail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Template, TemplateDocumentItem, TemplateFieldItem } from '../../storage/records/template.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import type { FieldDefinition } from '../fields/field-schema.ts';
import { changedRules, demandSoundRules, withRenamed, withRenamedIn } from '../fields/rule-checks.ts';
import { changedField, checkField, newField } from '../fields/rules.ts';
import { FIELDS_PER_TEMPLATE } from './limits.ts';
import { sortedDocuments } from './present-template.ts';
import { checkRoleExists } from './roles.ts';
import type { FieldChange, NewField } from './template-schema.ts';
import { changeTemplate } from './template-store.ts';

/** Makes the item of a checked field. */
export const templateFieldItem = (template_id: string, field: FieldDefinition): TemplateFieldItem => ({
  template_id,
  ...field,
});

/**
 * No event: form builders save a field at each touch. Events of a template are for its details, roles and documents.
 */
const QUIETLY = { event: null } as const;

/** Adds a field to a template. */
export const addField = async (
  caller: UserCaller,
  template_id: string,
  given: NewField,
): Promise<TemplateFieldItem> => {
  const { name, role_name, type, document_id, ...details } = given;
  const { fields } = await changeTemplate(
    caller,
    template_id,
    (template) => {
      if (named(template, name)) return fail('field_name_taken', { name });
      if (template.fields.length >= FIELDS_PER_TEMPLATE) {
        return fail('template_full', { limit: FIELDS_PER_TEMPLATE, things: 'fields' });
      }
      checkRoleExists(template.roles, role_name, 'role_name');
      const document = documentOf(template, document_id);
      const field = newField(
        { name, role_name, type, document_id: document.id },
        { ...details, default: details.default ?? details.value },
      );
      const fields = [...template.fields, templateFieldItem(template_id, checkField(field, document))];
      demandSoundRules(fields, (one) => (one === name ? '' : undefined));
      return { ...template, fields };
    },
    QUIETLY,
  );
  return orFail(named({ fields }, name), 'field_not_found');
};

/** Changes a field: what `change` leaves out stays. Rules of other fields and conditions of roles follow a new name. */
export const changeField = async (
  caller: UserCaller,
  template_id: string,
  name: string,
  change: FieldChange,
): Promise<TemplateFieldItem> => {
  const newName = change.name ?? name;
  const { fields } = await changeTemplate(
    caller,
    template_id,
    (template) => {
      const item = orFail(named(template, name), 'field_not_found');
      if (newName !== name && named(template, newName)) return fail('field_name_taken', { name: newName });
      const field = alteredField(item, change);
      checkRoleExists(template.roles, field.role_name, 'role_name');
      const checked = checkField(field, documentOf(template, field.document_id));
      const others = template.fields.filter((other) => other !== item);
      const referring = newName === name ? [] : withRenamed(others, name, newName);
      const conditions = newName === name ? [] : withRenamedIn(template.roles, name, newName);
      demandRenamedAtOnce(referring.length + conditions.length);
      const roles = template.roles.map((role) => conditions.find((one) => one.name === role.name) ?? role);
      const fields = [
        ...others.map((other) => referring.find((one) => one.name === other.name) ?? other),
        templateFieldItem(template_id, checked),
      ];
      const changed = changedRules([{ ...item, name: newName }], [checked]);
      demandSoundRules(fields, (one) => (changed.has(one) ? '' : undefined));
      return { ...template, roles, fields };
    },
    QUIETLY,
  );
  return orFail(named({ fields }, newName), 'field_not_found');
};

/** A change is one transaction: a field has few enough others, and roles, that name it. */
const demandRenamedAtOnce = (referring: number): void => {
  const most = CHILDREN_PER_STEP - 2;
  if (referring > most)
    invalid('name', `at most ${most} rules of fields and conditions of roles may follow it, and ${referring} name it`);
};

/** Deletes a field. A rule that names it is a problem of the draft, and no envelope is made with it. */
export const deleteField = async (caller: UserCaller, template_id: string, name: string): Promise<void> => {
  await changeTemplate(
    caller,
    template_id,
    (template) => {
      const item = orFail(named(template, name), 'field_not_found');
      return { ...template, fields: template.fields.filter((field) => field !== item) };
    },
    QUIETLY,
  );
};

/** The field with what a change of it gives. */
export const alteredField = (item: TemplateFieldItem, change: FieldChange): FieldDefinition =>
  changedField(definitionOf(item), asChange(change));

const named = ({ fields }: Pick<Template, 'fields'>, name: string): TemplateFieldItem | undefined =>
  fields.find((field) => field.name === name);

const definitionOf = ({ template_id, ...field }: TemplateFieldItem): FieldDefinition => field;

/** Nulls in a field's identity mean unchanged; `value` is another name of `default`, which clients echo beside it. */
const asChange = ({ name, role_name, type, document_id, value, ...details }: FieldChange) => ({
  ...details,
  default: details.default === undefined ? value : details.default,
  name: name ?? undefined,
  role_name: role_name ?? undefined,
  type: type ?? undefined,
  document_id: document_id ?? undefined,
});

/** The document of a field, the first unless its id is given. Throws `invalid` for the parameter after `prefix`. */
export const documentOf = (
  { documents }: Template,
  document_id: string | null | undefined,
  prefix = '',
): TemplateDocumentItem => {
  const [first] = sortedDocuments(documents);
  if (!first) return invalid(`${prefix}document_id`, 'the template has no document for the field');
  if (!document_id) return first;
  return (
    documents.find(({ id }) => id === document_id) ??
    invalid(`${prefix}document_id`, 'the template has no document with this id')
  );
};
