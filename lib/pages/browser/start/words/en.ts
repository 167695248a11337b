import type { InLanguage } from '../../shared/words/forms.ts';

/** Words of the page to which a template's public link leads. */
export const en = {
  startOpen: 'Open the document',
  startAbout: 'Say who you are and confirm your e-mail address by a code. Then you read and sign.',
  startDomains: 'You need an e-mail address at: {domains}',
  startSend: 'Send me a code',
  startConfirm: 'Confirm your address',
  startSent:
    'A code of eight digits is in the mailbox of {address}, or on its way. Look into the folder for junk mail, too.',
  startKept: 'A code that was sent shortly before works still: we send no second one for a while.',
  startCode: 'Code',
  startGo: 'Confirm and open',
  startOther: 'Change name or address',
  startEnded: 'This link has ended',
  startFull: 'This link is used up',
  startOver: 'It opens no new documents. If you have begun already, confirm your address to go on.',
  startUnknown: 'This link does not work',
  startUnknownAbout: 'It was deleted, or its address is not complete. Ask whoever gave it to you.',
  startNameless: 'Please say your name.',
  refused_template_link_ended: 'This link has ended. Ask whoever gave it to you for another one.',
  refused_template_link_full: 'This link has been used as often as it may be.',
  refused_template_link_used: 'This address has used the link already. It can be used once.',
  refused_template_link_unavailable: 'This link cannot be used at the moment. Ask whoever gave it to you.',
  refused_template_link_not_found: 'This link does not work any more.',
  refused_address_not_allowed: 'This link takes other addresses: see above which.',
} as const;

export type StartWords = InLanguage<typeof en>;
