/** An id within a key: in IAM's patterns `?` stands for one character and `*` for any number of them. */
const ID = '????????-????-????-????-????????????';
const TEMPLATE_DOCUMENT = `${ID}/templates/${ID}/${ID}`;
const ENVELOPE = `${ID}/envelopes/${ID}`;
const ENVELOPE_DOCUMENT = `${ENVELOPE}/${ID}`;

/**
 * What the keys of each kind of file (`fileKeys`) look like, as patterns for IAM: a function's role names the kinds that it
 * declares, so that nothing but the sealing, for one, can write where sealed documents are. Every key fits exactly one.
 */
export const filePatterns = {
  export: `${ID}/exports/${ID}/*`,
  templateDocument: `${TEMPLATE_DOCUMENT}/*.pdf`,
  templatePage: `${TEMPLATE_DOCUMENT}/pages/*`,
  envelopeDocument: `${ENVELOPE_DOCUMENT}/original.pdf`,
  filledDocument: `${ENVELOPE_DOCUMENT}/filled-*`,
  sealedDocument: `${ENVELOPE_DOCUMENT}/sealed-*`,
  envelopePage: `${ENVELOPE_DOCUMENT}/pages/*`,
  combined: `${ENVELOPE}/combined-*`,
  attachment: `${ENVELOPE}/attachments/*`,
  zip: `${ID}/zips/*`,
  signature: `${ID}/signatures/*`,
  initial: `${ID}/initials/*`,
  logo: `${ID}/logos/*`,
  upload: `uploads/${ID}/*`,
} as const;

export type FileKind = keyof typeof filePatterns;
