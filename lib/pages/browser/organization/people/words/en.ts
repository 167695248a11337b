import type { InLanguage } from '../../../shared/words/forms.ts';

/** Words of the sections about people. `{name}` stands for what is filled in. */
export const en = {
  membersTitle: 'Members',
  membersAbout: 'Who belongs to the organization, and what each may do.',
  membersEmpty: 'There is no member of that name.',
  memberSearch: 'Search members',

  role_owner: 'Owner',
  role_admin: 'Administrator',
  role_member: 'Member',
  role_basic_user: 'Reader',
} as const;

export type PeopleWords = InLanguage<typeof en>;
