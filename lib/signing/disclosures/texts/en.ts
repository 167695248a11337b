/**
 * The text that a recipient reads before agreeing, unless the sender has disclosures of its own, and what the page adds
 * to it.
 */
export const en = {
  consentShown: 'Shown with this: page 1 of {document}, as a picture in the browser.',
  disclosuresText: `You can read and sign these documents electronically instead of on paper.

Your electronic signature means the same as one by hand. You do not have to use one: you can decline here, or ask {sender} for paper. You can withdraw this consent at any time before you sign by closing this page, and afterwards for later documents by telling {sender}. That costs nothing.

This consent is for these documents alone. To read and to keep them you need a browser such as this one, and a program that opens PDF files. You can download the documents here, before and after you sign. If your e-mail address changes, tell {sender}.`,
} as const;

/** Texts of the consent in one language. */
export type DisclosureTexts = Record<keyof typeof en, string>;
