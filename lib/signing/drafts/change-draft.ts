import type { UserCaller } from '../../people/access/caller.ts';
import type { Template } from '../../storage/records/template.ts';
import { demandSpoken } from '../envelopes/recipient-locale.ts';
import { removeDocumentFiles } from '../templates/document-files.ts';
import { patchContents } from '../templates/patch-contents.ts';
import { removeTemplateFor } from '../templates/template-store.ts';
import type { DraftPatch } from './draft-schema.ts';
import { changedSettings } from './draft-settings.ts';
import { asDraft, draftFor } from './draft-store.ts';

/** Changes a draft's settings, documents, roles and fields at once; see `patchContents`. */
export const changeDraft = (
  caller: UserCaller,
  draft_id: string,
  { documents, roles, fields, replaces, ...settings }: DraftPatch,
  version: number | undefined,
): Promise<Template> => {
  for (const [index, { locale }] of (roles ?? []).entries()) {
    if (locale) demandSpoken(locale, `roles.${index}.locale`);
  }
  return patchContents(caller, draft_id, {
    contents: { documents, roles, fields },
    version,
    header: (template) => {
      const { header } = asDraft(template);
      const draft = replaces === null ? { ...header.draft, replaces } : header.draft;
      return changedSettings({ ...header, draft }, settings);
    },
    missing: 'draft_not_found',
  });
};

/** Discards a draft with its files. */
export const discardDraft = async (caller: UserCaller, draft_id: string): Promise<void> => {
  await draftFor(caller, draft_id);
  const { documents } = await removeTemplateFor(caller, draft_id);
  await removeDocumentFiles(documents);
};
