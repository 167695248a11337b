import { fail, invalid, orFail } from '../../base/errors.ts';
import { looksLike } from '../../base/look.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { SignatureMeaning } from '../../storage/records/envelope.ts';
import type { Template, TemplateRoleItem } from '../../storage/records/template.ts';
import { CHILDREN_PER_STEP } from '../../storage/templates/limits.ts';
import { changesIn } from '../changes.ts';
import { checkRoleName } from '../fields/field-schema.ts';
import { readCondition } from './conditions.ts';
import { ROLES_PER_TEMPLATE } from './limits.ts';
import { MEANS_NOTHING } from './meaning-schema.ts';
import { withNamer } from './naming.ts';
import { withSteps } from './steps.ts';
import type { NewRole, RoleChange } from './template-schema.ts';
import { changeTemplate } from './template-store.ts';

/** Makes the item of a new role; `others` are the template's roles. */
export const newRole = (template_id: string, given: NewRole, others: readonly TemplateRoleItem[]): TemplateRoleItem => {
  demandMeaningful(given.type ?? 'signer', given.signature_meaning);
  const sequence = given.sequence ?? 1;
  const beside = others.filter((other) => other.sequence === sequence).map(({ order }) => order);
  return {
    template_id,
    name: given.name,
    type: given.type ?? 'signer',
    ...personOf(given, NOBODY),
    email: given.email ?? null,
    phone: given.phone ?? null,
    message: given.message ?? null,
    sequence,
    only_if: readCondition(given.only_if, 'only_if'),
    ...(given.named_by ? { named_by: given.named_by } : {}),
    ...(given.may_name_self ? { may_name_self: true } : {}),
    ...(given.shared ? { shared: true } : {}),
    ...(given.may_send_back ? { may_send_back: true } : {}),
    ...(given.signature_meaning ? { signature_meaning: given.signature_meaning } : {}),
    order: given.order ?? Math.max(0, ...beside) + 1,
    delegator: given.delegator ?? false,
    name_locked: given.name_locked ?? false,
  };
};

/** Adds a role to a template. */
export const addRole = async (caller: UserCaller, template_id: string, given: NewRole): Promise<TemplateRoleItem> => {
  const { roles } = await changeTemplate(caller, template_id, (template) => {
    if (isTaken(template.roles, given.name)) return fail('role_name_taken', { name: given.name });
    if (template.roles.length >= ROLES_PER_TEMPLATE) {
      return fail('template_full', { limit: ROLES_PER_TEMPLATE, things: 'roles' });
    }
    const roles = [...template.roles, newRole(template_id, given, template.roles)];
    return { ...template, roles: withSteps(template.roles, roles, [given], 'step_needs') };
  });
  return orFail(named({ roles }, given.name), 'role_not_found');
};

/**
 * Changes a role, and the role name of its fields if it is renamed. A role with more fields than one transaction takes
 * is renamed in steps; meanwhile both names exist.
 */
export const changeRole = async (
  caller: UserCaller,
  template_id: string,
  name: string,
  change: RoleChange,
): Promise<TemplateRoleItem> => {
  const newName = change.name ?? name;
  let more = false;
  let begun = false;
  let after: Template;
  do {
    after = await changeTemplate(caller, template_id, (template) => {
      const role = orFail(named(template, name), 'role_not_found');
      if (newName !== name && !begun) {
        checkRoleName(newName, 'name');
        const others = template.roles.filter((one) => one.name !== name);
        if (isTaken(others, newName)) return fail('role_name_taken', { name: newName });
      }
      const renamed = { ...changedRole(role, change), name: newName };
      const known = template.roles.map((one) => (one === role ? { ...one, name: newName } : one));
      const inSteps = (roles: readonly TemplateRoleItem[]) =>
        withSteps(known, roles, [{ ...change, name: newName }], change.step_needs ? 'step_needs' : 'sequence');
      if (newName === name) return { ...template, roles: inSteps(withRole(template.roles, renamed, name)) };
      const theirs = template.fields.filter(({ role_name }) => role_name === name);
      const moved = new Set(theirs.slice(0, CHILDREN_PER_STEP));
      more = theirs.length > moved.size;
      return {
        ...template,
        // While both names exist, neither step nor number changes.
        roles: more
          ? withRole(template.roles, renamed, newName)
          : withNamer(inSteps(withRole(template.roles, renamed, name)), name, newName),
        fields: template.fields.map((field) => (moved.has(field) ? { ...field, role_name: newName } : field)),
      };
    });
    begun = true;
  } while (more);
  return orFail(named(after, newName), 'role_not_found');
};

/** Deletes a role and its fields; very many in steps. */
export const deleteRole = async (caller: UserCaller, template_id: string, name: string): Promise<void> => {
  let more = false;
  do {
    await changeTemplate(caller, template_id, (template) => {
      orFail(named(template, name), 'role_not_found');
      const theirs = template.fields.filter(({ role_name }) => role_name === name);
      const removed = new Set(theirs.slice(0, CHILDREN_PER_STEP));
      more = theirs.length > removed.size;
      const left = template.roles.filter((role) => role.name !== name);
      return {
        ...template,
        roles: more ? template.roles : withNamer(withSteps(template.roles, left, [], 'name'), name, null),
        fields: template.fields.filter((field) => !removed.has(field)),
      };
    });
  } while (more);
};

/** Throws `invalid` for the parameter `field` unless `name` is one of the roles. */
export const checkRoleExists = (roles: readonly { name: string }[], name: string, field: string): void => {
  if (!roles.some((role) => role.name === name)) invalid(field, `the template has no role with the name ${name}`);
};

/** True for a name that people couldn't tell from that of a role. */
const isTaken = (roles: readonly TemplateRoleItem[], name: string): boolean =>
  roles.some((role) => looksLike(role.name, name));

const named = ({ roles }: Pick<Template, 'roles'>, name: string): TemplateRoleItem | undefined =>
  roles.find((role) => role.name === name);

/** Replaces the roles with the same name, or named `replaced`, by `role`. */
const withRole = (roles: readonly TemplateRoleItem[], role: TemplateRoleItem, replaced: string): TemplateRoleItem[] => [
  ...roles.filter(({ name }) => name !== replaced && name !== role.name),
  role,
];

/** The role with what a change of it gives. Who only gets a copy loses the meaning of a signature. */
export const changedRole = (
  role: TemplateRoleItem,
  { name: _, step_needs: __, only_if, ...change }: RoleChange,
): TemplateRoleItem => {
  const type = change.type ?? role.type;
  demandMeaningful(type, change.signature_meaning);
  const isLost = type === 'cc' && role.signature_meaning;
  return {
    ...role,
    ...(only_if === undefined ? {} : { only_if: readCondition(only_if, 'only_if') }),
    ...changesIn<TemplateRoleItem>(role, change, ['email', 'phone', 'message', 'named_by', 'signature_meaning']),
    ...(isLost ? { signature_meaning: null } : {}),
    ...personOf(change, role),
  };
};

const demandMeaningful = (type: TemplateRoleItem['type'], chosen: SignatureMeaning | null | undefined): void => {
  if (chosen && type === 'cc') invalid('signature_meaning', MEANS_NOTHING);
};

type Person = Pick<TemplateRoleItem, 'full_name' | 'first_name' | 'last_name'>;
const NOBODY: Person = { full_name: null, first_name: null, last_name: null };

/**
 * Keeps the three names in agreement: given first and last names that differ make the full name; else a full name is
 * split at its last space.
 */
const personOf = (given: Partial<Person>, now: Person): Person => {
  const first_name = given.first_name === undefined ? now.first_name : given.first_name;
  const last_name = given.last_name === undefined ? now.last_name : given.last_name;
  if (first_name !== now.first_name || last_name !== now.last_name) {
    return { first_name, last_name, full_name: [first_name, last_name].filter(Boolean).join(' ') || null };
  }
  if (given.full_name === undefined || given.full_name === now.full_name) {
    return { first_name, last_name, full_name: now.full_name };
  }
  if (given.full_name === null) return NOBODY;
  const words = given.full_name.split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return {
    full_name: given.full_name,
    first_name: words.slice(0, last === undefined ? undefined : -1).join(' ') || null,
    last_name: last ?? null,
  };
};
