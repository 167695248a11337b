import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { DraftSettings, Template, TemplateItem } from '../../storage/records/template.ts';
import { copyOfTemplate } from '../templates/change.ts';
import { newHeader } from '../templates/create-template.ts';
import { copyTemplateDocument } from '../templates/document-files.ts';
import { saveNewTemplate, templateFor } from '../templates/template-store.ts';
import type { NewDraft } from './draft-schema.ts';
import { changedSettings } from './draft-settings.ts';
import { draftFor } from './draft-store.ts';
import { correctionOf, fromEnvelope } from './from-envelope.ts';

const NO_SETTINGS: DraftSettings = {
  template_id: null,
  expires_at: null,
  no_contact: false,
  brand_key: null,
  locale: null,
  timezone: null,
};

/** Makes a draft: an empty one, or one with the contents of a template or of an envelope. */
export const createDraft = async (caller: UserCaller, given: NewDraft): Promise<Template> => {
  const { template_id, envelope_id, replaces } = given;
  if (template_id && envelope_id) invalid('envelope_id', 'stands in the place of template_id, not beside it');
  if (replaces && (template_id || envelope_id)) {
    invalid('replaces', 'stands in the place of template_id and envelope_id, not beside them');
  }
  const begun = await beginning(caller, given);
  return save({ ...begun, header: changedSettings(begun.header, given) });
};

const beginning = (caller: UserCaller, { template_id, envelope_id, replaces, name }: NewDraft): Promise<Template> => {
  if (template_id) return fromTemplate(caller, template_id, name);
  if (envelope_id) return fromEnvelope(caller, envelope_id, name);
  return replaces ? correctionOf(caller, replaces) : Promise.resolve(emptyDraft(caller));
};

/** Copies a draft; the caller owns the copy. What the draft replaces, the copy doesn't. */
export const duplicateDraft = async (caller: UserCaller, draft_id: string, name?: string | null): Promise<Template> => {
  const original = await draftFor(caller, draft_id, 'read');
  const settings = { ...original.header.draft, replaces: null };
  return save(await copied(caller, original, name ?? original.header.name, settings));
};

const fromTemplate = async (caller: UserCaller, template_id: string, name?: string | null): Promise<Template> => {
  const template = await templateFor(caller, template_id, 'use');
  return copied(caller, template, name ?? template.header.name, { ...NO_SETTINGS, template_id });
};

const copied = async (
  caller: UserCaller,
  original: Template,
  name: string,
  draft: DraftSettings,
): Promise<Template> => {
  const copy = copyOfTemplate(caller, original, 'private', name);
  await Promise.all(
    copy.documents.map(async (document, index) => {
      const source = original.documents[index];
      if (source) await copyTemplateDocument(source, document);
    }),
  );
  return { ...copy, header: { ...copy.header, draft } };
};

const emptyDraft = (caller: UserCaller): Template => {
  const header: TemplateItem = { ...newHeader(caller, newId(), 'private', {}), draft: NO_SETTINGS };
  return { header, roles: [], fields: [], documents: [], stars: [], strays: [] };
};

const save = async (draft: Template): Promise<Template> => (await saveNewTemplate(draft)) ?? fail('unavailable');
