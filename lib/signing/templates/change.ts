import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import type { Template, TemplateDocumentItem, TemplateItem } from '../../storage/records/template.ts';
import { changesIn } from '../changes.ts';
import { checkRoleName } from '../fields/field-schema.ts';
import { isCreator, permissionsToShow, permissionToCreate, visibilityAsked } from './access.ts';
import { newHeader } from './create-template.ts';
import { copyTemplateDocument, removeDocumentFiles } from './document-files.ts';
import { presentRole } from './present-template.ts';
import type { TemplateChange } from './template-schema.ts';
import { changeTemplate, removeTemplateFor, saveNewTemplate, templateFor } from './template-store.ts';

/**
 * Changes a template's details. Null clears a description, reminders and data; elsewhere it means unchanged. Throws
 * `not_the_creator` if a colleague lets envelopes be sent in the name of the template's creator.
 */
export const updateTemplate = (caller: UserCaller, template_id: string, change: TemplateChange): Promise<Template> =>
  changeTemplate(caller, template_id, (template) => {
    const { header } = template;
    const visibility = visibilityAsked(change, header.visibility);
    demand(caller, ...permissionsToShow(caller, header, visibility));
    const givesName = change.sender === 'template_owner' && header.sender !== 'template_owner';
    if (givesName && !isCreator(caller, header)) fail('not_the_creator');
    return { ...template, header: { ...header, ...detailsOf(header, change), visibility } };
  });

const detailsOf = (header: TemplateItem, { is_personal, is_public, visibility, ...change }: TemplateChange) =>
  changesIn<TemplateItem>(header, { ...change, description: change.description === null ? '' : change.description }, [
    'initial_reminder',
    'followup_reminders',
    'data',
  ]);

/** Adds or removes the caller's star. It needs only the right to read the template. */
export const toggleStar = (caller: UserCaller, template_id: string): Promise<Template> =>
  changeTemplate(
    caller,
    template_id,
    (template) => {
      const { profile_id } = caller;
      const others = template.stars.filter((star) => star.profile_id !== profile_id);
      if (others.length < template.stars.length) return { ...template, stars: others };
      const star = { profile_id, created_at: timestamp() };
      return { ...template, stars: [...others, star] };
    },
    { access: 'read', event: null, touch: false },
  );

/**
 * Copies a template with its documents, roles and fields; the caller owns the copy. A copy within the organization
 * keeps the visibility. A copy of another organization's public template is private, and its roles have no persons.
 */
export const duplicateTemplate = async (
  caller: UserCaller,
  template_id: string,
  name: string | null | undefined,
): Promise<Template> => {
  const original = await templateFor(caller, template_id, 'read');
  const foreign = original.header.organization_id !== caller.organization_id;
  const visibility = foreign ? 'private' : original.header.visibility;
  demand(caller, permissionToCreate(visibility));
  for (const role of original.roles) checkRoleName(role.name, `roles.${role.name}`);
  const copy = copyOfTemplate(
    caller,
    original,
    visibility,
    name?.trim() || `${original.header.name} (copy)`.slice(0, 200),
  );
  await Promise.all(
    copy.documents.map(async (document, index) => {
      const source = original.documents[index];
      if (source) await copyTemplateDocument(source, document);
    }),
  );
  return (await saveNewTemplate(copy)) ?? fail('unavailable');
};

/** A new template with the contents of another, which the caller owns; its documents' files are not copied yet. */
export const copyOfTemplate = (
  caller: UserCaller,
  { header, roles, fields, documents }: Template,
  visibility: TemplateItem['visibility'],
  name: string,
): Template => {
  const id = newId();
  const foreign = header.organization_id !== caller.organization_id;
  const ids = new Map(documents.map((document) => [document.id, newId()]));
  const newIdOf = (document_id: string): string => ids.get(document_id) ?? document_id;
  const at = timestamp();
  const { description, sender, initial_reminder, followup_reminders, max_reminder_days } = header;
  const data = foreign ? null : header.data;
  const details = { name, description, sender, initial_reminder, followup_reminders, max_reminder_days, data };
  return {
    header: { ...newHeader(caller, id, visibility, details), is_sendable: header.is_sendable },
    roles: roles.map(({ address, city, state, zip, dob, ...role }) => ({
      ...role,
      ...presentRole(role, foreign),
      template_id: id,
    })),
    fields: fields.map((field) => ({
      ...field,
      template_id: id,
      document_id: newIdOf(field.document_id),
    })),
    documents: documents.map(
      ({ rendered, rendered_upload, viewed, file_id, previous, ...document }): TemplateDocumentItem => {
        const document_id = newIdOf(document.id);
        return {
          ...document,
          id: document_id,
          template_id: id,
          organization_id: caller.organization_id,
          created_at: at,
          updated_at: at,
        };
      },
    ),
    stars: [],
    strays: [],
  };
};

/** Deletes a template and its files. Its envelopes are unchanged. */
export const deleteTemplate = async (caller: UserCaller, template_id: string): Promise<void> => {
  const { documents } = await removeTemplateFor(caller, template_id);
  await removeDocumentFiles(documents);
};
