import type { InLanguage } from '../../shared/words/forms.ts';

/** Words of the organization's room that its sections share. Each part has its own beside it. */
export const en = {
  orgSections: 'Sections of the organization',
  orgOverview: 'Overview',
  orgGroup_people: 'People',
  orgGroup_look: 'Look and messages',
  orgGroup_rules: 'Rules',
  orgGroup_developers: 'Programs',
  orgGroup_records: 'Records',

  orgSave: 'Save',
  orgUnsaved: 'Not saved yet',
  orgSaved: 'Saved',
  orgUndo: 'Undo',
  orgChange: 'Change',
  orgTypeWord: 'To go on, type: {word}',
  orgWordDiffers: 'This is not the same as above.',
  orgSecretOnce: 'This is shown only now. Copy it to a safe place: nobody can show it again.',
  orgCopy: 'Copy',
  orgCopied: 'Copied',
  orgCopyByHand: 'It could not be copied. Mark it, and copy it yourself.',
  orgSecretKept: 'I have kept it',
} as const;

export type OrganizationWords = InLanguage<typeof en>;
