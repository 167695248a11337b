import type { InLanguage } from '../../../shared/words/forms.ts';

/** Words of the groups. `gives_` and a bundle: what a group with it lets its members do. */
export const en = {
  groupsTitle: 'Groups',
  groupsAbout: 'A group lets its members do more than their role does.',
  groupsEmpty: 'There are no groups yet.',
  groupMake: 'Make a group',
  groupMade: '{name} was made.',
  groupName: 'Name of the group',
  groupNamed: 'Group {name}',
  groupChanged: '{name} was changed.',
  groupGives: 'Members of the group may',
  groupGivesAbout: 'Beside what their role lets them do, from their next step on.',
  groupGivesNothing: 'Gives nothing beside the role.',
  gives_allEnvelopes: 'See every envelope of the organization',
  gives_send: 'Send and cancel envelopes, see shared ones, and keep contacts',
  gives_ownTemplates: 'Make templates, share and delete them',
  gives_othersTemplates: 'Use, change, share and delete the templates of others',
  gives_members: 'See, add and remove members',
  gives_admins: 'Make administrators and remove them',
  gives_owners: 'Make owners and remove them',
  gives_settings: 'Change settings, brands, groups and programs',
  gives_end: 'Hand over the organization, or delete it',
  groupMembers: 'Members',
  groupMembersOf: 'Members of {name}',
  groupMembersNone: 'Nobody is in this group.',
  groupMember: 'Add somebody',
  groupMemberAbout: 'They get what the group gives at once.',
  groupPutIn: 'Add',
  groupTakeOut: 'Remove',
  groupDelete: 'Delete',
  groupDeleteAsk: 'Delete {name}?',
  groupDeleteAbout:
    'Its members lose at once what it gives. They stay members of the organization. This cannot be undone.',
  groupDeleted: '{name} was deleted.',
  refused_group_name_taken: 'There is a group of this name already.',
} as const;

export type GroupsWords = InLanguage<typeof en>;
