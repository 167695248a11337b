import type { InLanguage } from '../browser/shared/words/forms.ts';

/** Words that the server writes into pages: titles until a script is loaded, and earlier failures. */
export const en = {
  needsScript: 'This page needs JavaScript.',
  late: 'This page is not ready yet. If it stays like this, load it again.',
  busy: 'This did not work',
  busyAbout: 'Something went wrong on our side. Nothing was changed. Please try again in a moment.',
  brokenLink: 'This link is not complete',
  brokenLinkAbout: 'Open it from the message again, or copy all of it into the address bar.',
  unknownAddress: 'There is nothing at this address',
  unknownAddressAbout:
    'Perhaps it was mistyped or cut off. If it came in a message, open it from there again, or copy all of it into the address bar.',
  refusedRequest: 'You cannot sign in here',
  refusedRequestAbout:
    'The application that sent you here is not known, or asked for something that it has not registered. Nothing was passed on to it. Go back to it and tell whoever runs it.',
  signing: 'You received documents',
  drawing: 'Draw your signature',
} as const;

export type PageText = InLanguage<typeof en>;
