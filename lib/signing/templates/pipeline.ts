import type { PipelineSettings } from '../../people/organizations/organization-schema.ts';
import type { TemplateFieldItem, TemplateRoleItem } from '../../storage/records/template.ts';
import type { AcceptedDocument } from '../documents/accept.ts';
import { type Processed, processDocuments } from '../pipeline/process.ts';
import { templateFieldItem } from './fields.ts';
import { FIELDS_PER_TEMPLATE, ROLES_PER_TEMPLATE } from './limits.ts';
import { sortedRoles } from './present-template.ts';
import { newRole } from './roles.ts';

/** State of a template to which documents are added. */
interface Holds {
  roles: readonly TemplateRoleItem[];
  /** Names of its fields. */
  names: readonly string[];
}

/** Applies the organization's settings to a template's new documents, and finds the form fields to propose. */
export const processFor = (
  { roles, names }: Holds,
  documents: readonly AcceptedDocument[],
  settings: PipelineSettings | undefined,
): Promise<Processed> =>
  processDocuments(
    documents,
    settings,
    {
      roles: sortedRoles(roles),
      names,
      room: { fields: FIELDS_PER_TEMPLATE - names.length, roles: ROLES_PER_TEMPLATE - roles.length },
    },
    { proposes: true },
  );

/** Adds the roles that documents contained, unless they exist. */
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

/** Makes the items of the fields that documents contained. */
export const fieldItems = (template_id: string, { fields }: Processed): TemplateFieldItem[] =>
  fields.map((field) => templateFieldItem(template_id, field));
