import type { PipelineSettings } from '../../people/organizations/record.ts';
import type { TemplateFieldItem, TemplateRoleItem } from '../../storage/records/template.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import { type Processed, processDocuments } from '../pipeline/process.ts';
import { fieldItem } from './fields.ts';
import { FIELDS_PER_TEMPLATE, ROLES_PER_TEMPLATE } from './limits.ts';
import { sortedRoles } from './present.ts';
import { newRole } from './roles.ts';

/** What a template holds when documents are added to it. */
interface Holds {
  roles: readonly TemplateRoleItem[];
  /** Of its fields. */
  names: readonly string[];
}

/** Does to a template's new documents what the organization's settings ask for. */
export const processFor = (
  { roles, names }: Holds,
  documents: readonly AcceptedDocument[],
  settings: PipelineSettings | undefined,
): Promise<Processed> =>
  processDocuments(documents, settings, {
    roles: sortedRoles(roles),
    names,
    room: { fields: FIELDS_PER_TEMPLATE - names.length, roles: ROLES_PER_TEMPLATE - roles.length },
  });

/** `roles` with those that documents brought along, unless they are there already. */
export const withRoles = (
  template_id: string,
  roles: readonly TemplateRoleItem[],
  brought: readonly string[],
): TemplateRoleItem[] => {
  const all = [...roles];
  for (const name of brought) {
    if (!all.some((role) => role.name === name)) all.push(newRole(template_id, { name, type: 'signer' }, all));
  }
  return all;
};

/** The items of the fields that documents brought along. */
export const fieldItems = (template_id: string, { fields }: Processed): TemplateFieldItem[] =>
  fields.map((field) => fieldItem(template_id, field));
