import type { InLanguage } from '../../shared/words/forms.ts';

/** Words of the place for public links of templates. */
export const en = {
  linksAbout:
    'Whoever opens such a link says who they are, confirms the e-mail address by a code, and gets the document to sign. You are the sender.',
  linksNone: 'There is no link yet.',
  linkNew: 'New link',
  linkCreate: 'Create the link',
  linkName: 'Name that visitors read',
  linkCap: 'Most documents',
  linkEnds: 'Ends after this day',
  linkOnce: 'One document for each address',
  linkDomains: 'Only addresses at these domains',
  linkPerson: 'Who is {role}?',
  linkMade: { one: '{count} document', other: '{count} documents' },
  linkAtMost: 'at most {cap}',
  link_open: 'open',
  link_full: 'used up',
  link_ended: 'ended',
  linkAddress: 'Address',
  linkCopy: 'Copy',
  linkCopied: 'Copied.',
  linkCopyByHand: 'The address is selected: copy it with the keyboard.',
  linkQr: 'QR code of this address',
  linkSaveQr: 'Save the QR code',
  linkEnd: 'End this link',
  linkReopen: 'Open it again',
  linkChange: 'Change',
  linkSave: 'Save',
  linkAll: 'All links',
  linkFields: 'Fields that the address may fill (?name=value)',
  linkFieldsSigned: 'Only values that are signed with the secret',
  linkSecret: 'Secret that signs values',
  linkSecretOnce: 'It is shown this once: keep it on your server.',
  linkDelete: 'Delete this link',
  linkDeleteAbout:
    'Its address leads nowhere then. Documents stay, but visitors find theirs by their mails alone. To let them come back by the link, end it instead.',
  linkBadCap: 'Give a whole number from 1 to 1,000,000.',
} as const;

export type PublicLinkWords = InLanguage<typeof en>;
