import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { DraftSettings, Template, TemplateItem } from '../../storage/records/template.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import type { TemplateAccess } from '../templates/access.ts';
import { guard } from '../templates/template-store.ts';

/** A template that is a draft. */
export type DraftTemplate = Template & { header: TemplateItem & { draft: DraftSettings } };

/** The draft, or `draft_not_found` if the template is none. */
export const asDraft = (template: Template): DraftTemplate => {
  const { draft } = template.header;
  return draft ? { ...template, header: { ...template.header, draft } } : fail('draft_not_found');
};

/** Reads a draft for a caller who may work on it. Throws `draft_not_found`, also once it was sent. One Query. */
export const draftFor = async (
  caller: UserCaller,
  draft_id: string,
  access: TemplateAccess = 'write',
): Promise<DraftTemplate> => {
  const template = await findTemplate(draft_id);
  if (!template?.header.draft) return fail('draft_not_found');
  guard(caller, template.header, access, 'draft_not_found');
  return asDraft(template);
};
