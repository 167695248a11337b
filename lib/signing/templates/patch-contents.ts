import { fail, invalid, type PlainCode } from '../../base/errors.ts';
import { looksLike } from '../../base/look.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type {
  KnownOfPerson,
  Template,
  TemplateDocumentItem,
  TemplateRoleItem,
} from '../../storage/records/template.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { differencesOf } from '../../storage/templates/write.ts';
import { checkRoleName, type FieldDefinition } from '../fields/field-schema.ts';
import { changedRules, demandSoundRules } from '../fields/rule-checks.ts';
import { checkField, newField } from '../fields/rules.ts';
import type { ContentsPatch, DocumentPatch, FieldPatch, RolePatch } from './contents-schema.ts';
import { alteredField, documentOf, templateFieldItem } from './fields.ts';
import { FIELDS_PER_TEMPLATE, ROLES_PER_TEMPLATE } from './limits.ts';
import { withNamer } from './naming.ts';
import { changedRole, checkRoleExists, newRole } from './roles.ts';
import { withSteps } from './steps.ts';
import { changeTemplate } from './template-store.ts';

/** A person's language and verification, which roles of drafts have. */
type Sending = Pick<
  TemplateRoleItem,
  'locale' | 'phone_auth' | 'identity_provider' | 'identity_claim' | 'trust_service'
> & {
  auth_methods?: TemplateRoleItem['auth_methods'] | null;
} & { [Name in keyof KnownOfPerson]?: KnownOfPerson[Name] | undefined };

interface Contents extends Omit<ContentsPatch, 'roles'> {
  roles?: (RolePatch & Sending)[] | undefined;
}

/** A change of a template's contents, and of what else belongs to it. */
interface Patch {
  contents: Contents;
  /** The version that is changed; undefined for whichever there is. */
  version: number | undefined;
  /** Changes the header, too. */
  header?: (template: Template) => Template['header'];
  /** The failure if there is no such template for the caller. */
  missing?: PlainCode;
}

/**
 * Changes many roles, fields and documents of a template or a draft at once: all, or nothing. Roles and fields are
 * found by their names: known ones are changed, unknown ones are added, and `remove` takes one away, a role with its
 * fields. Throws `version_changed` if the template has another version than the one that the caller changes, `invalid`
 * for what breaks a rule, and for more than `CHILDREN_PER_STEP` differences.
 */
export const patchContents = (
  caller: UserCaller,
  template_id: string,
  { contents, version, header, missing }: Patch,
): Promise<Template> =>
  changeTemplate(
    caller,
    template_id,
    (template) => {
      const now = template.header.version;
      if (version !== undefined && version !== now) fail('version_changed', { version: String(now) });
      const changed = withContents({ ...template, header: header?.(template) ?? template.header }, contents);
      demandFewDifferences(template, changed);
      const ruled = changedRules(template.fields, changed.fields);
      const given = contents.fields ?? [];
      demandSoundRules(changed.fields, (name) =>
        ruled.has(name) ? `fields.${given.findIndex((one) => one.name === name)}.` : undefined,
      );
      return changed;
    },
    { event: null, ...(missing ? { missing } : {}) },
  );

/** The template with the changes of its contents: documents first, then roles, then fields, which refer to both. */
const withContents = (template: Template, { documents, roles, fields }: Contents): Template => {
  const placed = (documents ?? []).reduce(withDocument, template);
  const cast = (roles ?? []).reduce(withRole, placed);
  const inSteps = { ...cast, roles: withSteps(template.roles, cast.roles, roles ?? [], 'roles') };
  return (fields ?? []).reduce(withField, roles ? inSteps : cast);
};

const withDocument = (template: Template, { id, name, order }: DocumentPatch, index: number): Template => {
  if (!template.documents.some((one) => one.id === id))
    invalid(`documents.${index}.id`, 'the template has no document with this id');
  const changed = (document: TemplateDocumentItem): TemplateDocumentItem => ({
    ...document,
    name: name ?? document.name,
    order: order ?? document.order,
  });
  return { ...template, documents: template.documents.map((one) => (one.id === id ? changed(one) : one)) };
};

const withRole = (template: Template, { remove, ...given }: RolePatch & Sending, index: number): Template => {
  const { name } = given;
  const at = `roles.${index}.name`;
  const known = template.roles.find((role) => role.name === name);
  const others = template.roles.filter((role) => role !== known);
  if (remove) {
    return {
      ...template,
      roles: withNamer(others, name, null),
      fields: template.fields.filter(({ role_name }) => role_name !== name),
    };
  }
  if (known) return { ...template, roles: [...others, withSending(changedRole(known, given), given)] };
  checkRoleName(name, at);
  const alike = others.find((role) => looksLike(role.name, name));
  if (alike) invalid(at, `must look different from that of another role: ${alike.name}`);
  if (others.length >= ROLES_PER_TEMPLATE) fail('template_full', { limit: ROLES_PER_TEMPLATE, things: 'roles' });
  return { ...template, roles: [...others, withSending(newRole(template.header.id, given, others), given)] };
};

/** The role with a person's language, verification and what is known of the person, which drafts alone have. */
const withSending = (role: TemplateRoleItem, { locale, auth_methods, ...more }: Sending): TemplateRoleItem => ({
  ...role,
  ...(locale === undefined ? {} : { locale }),
  ...(auth_methods === undefined ? {} : { auth_methods: auth_methods ?? [] }),
  ...Object.fromEntries(KNOWN.flatMap((name) => (more[name] === undefined ? [] : [[name, more[name]]]))),
});

const KNOWN = [
  'address',
  'city',
  'state',
  'zip',
  'dob',
  'phone_auth',
  'identity_provider',
  'identity_claim',
  'trust_service',
] as const;

const withField = (template: Template, { remove, ...given }: FieldPatch, index: number): Template => {
  const { name } = given;
  const prefix = `fields.${index}.`;
  const known = template.fields.find((field) => field.name === name);
  const others = template.fields.filter((field) => field !== known);
  if (remove) return { ...template, fields: others };
  if (!known && others.length >= FIELDS_PER_TEMPLATE) {
    fail('template_full', { limit: FIELDS_PER_TEMPLATE, things: 'fields' });
  }
  const field = known ? alteredField(known, given) : fieldOf(template, given, prefix);
  checkRoleExists(template.roles, field.role_name, `${prefix}role_name`);
  const document = documentOf(template, field.document_id, prefix);
  return {
    ...template,
    fields: [...others, templateFieldItem(template.header.id, checkField(field, document, prefix))],
  };
};

/** A new field of a patch; throws `invalid` if it lacks its role or its type. */
const fieldOf = (template: Template, given: Omit<FieldPatch, 'remove'>, prefix: string): FieldDefinition => {
  const { name, role_name, type, document_id, ...details } = given;
  const identity = {
    name,
    role_name: role_name ?? invalid(`${prefix}role_name`, 'is required for a new field'),
    type: type ?? invalid(`${prefix}type`, 'is required for a new field'),
    document_id: documentOf(template, document_id, prefix).id,
  };
  return newField(identity, details);
};

/** A change is one transaction. */
const demandFewDifferences = (before: Template, after: Template): void => {
  const differences = differencesOf(before, after);
  if (differences <= CHILDREN_PER_STEP) return;
  invalid(
    'fields',
    `at most ${CHILDREN_PER_STEP} roles, fields and documents may change in one call, and ${differences} would`,
  );
};
