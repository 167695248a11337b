import type { DraftSettings, TemplateItem } from '../../storage/records/template.ts';
import { changesIn } from '../changes.ts';
import { NEVER } from '../envelopes/envelope-schema.ts';
import type { NewDraft } from './draft-schema.ts';

/** The header of a draft with the settings of `given`: undefined means unchanged, null clears what may be empty. */
export const changedSettings = (
  header: TemplateItem,
  given: Omit<NewDraft, 'template_id' | 'envelope_id' | 'replaces'>,
): TemplateItem => {
  const { name, description, visibility, initial_reminder, followup_reminders, max_reminder_days, data } = given;
  const { expires_at, no_contact, retention_days, brand_key, locale, timezone } = given;
  const shared = changesIn<TemplateItem>(
    header,
    {
      name: name === null ? '' : name,
      description: description === null ? '' : description,
      visibility,
      initial_reminder,
      followup_reminders,
      max_reminder_days,
      data,
    },
    ['initial_reminder', 'followup_reminders', 'data'],
  );
  if (!header.draft) return { ...header, ...shared };
  const own = changesIn<DraftSettings>(
    header.draft,
    {
      expires_at: expires_at && expires_at !== NEVER ? new Date(expires_at).toISOString() : expires_at,
      no_contact,
      retention_days,
      brand_key,
      locale,
      timezone,
    },
    ['expires_at', 'retention_days', 'brand_key', 'locale', 'timezone'],
  );
  return { ...header, ...shared, draft: { ...header.draft, ...own } };
};
