/** Pattern of an id within a key. In IAM's patterns `?` is one character and `*` is any number of them. */
const ID = '????????-????-????-????-????????????';
const TEMPLATE_DOCUMENT = `${ID}/templates/${ID}/${ID}`;
const ENVELOPE = `${ID}/envelopes/${ID}`;
const ENVELOPE_DOCUMENT = `${ENVELOPE}/${ID}`;

/**
 * IAM patterns for the keys of each kind of file (`fileKeys`). A function's role names the kinds that it declares: for
 * example, only the sealing function can write sealed documents. Every key matches exactly one pattern.
 */
export const filePatterns = {
  export: `${ID}/exports/${ID}/*`,
  batch: `${ID}/batches/${ID}/*`,
  templateDocument: `${TEMPLATE_DOCUMENT}/*.pdf`,
  templatePage: `${TEMPLATE_DOCUMENT}/pages/*`,
  envelopeDocument: `${ENVELOPE_DOCUMENT}/original.pdf`,
  filledDocument: `${ENVELOPE_DOCUMENT}/filled-*`,
  signedDocument: `${ENVELOPE_DOCUMENT}/signed-*`,
  sealedDocument: `${ENVELOPE_DOCUMENT}/sealed-*`,
  envelopePage: `${ENVELOPE_DOCUMENT}/pages/*`,
  combined: `${ENVELOPE}/combined-*`,
  attachment: `${ENVELOPE}/attachments/*`,
  zip: 'uploads/zips/*',
  signature: `${ID}/signatures/*`,
  initial: `${ID}/initials/*`,
  logo: `${ID}/logos/*`,
  upload: `uploads/${ID}/*`,
  log: 'log/*',
} as const;

export type FileKind = keyof typeof filePatterns;

/**
 * True for the keys of files whose SHA-256 a record keeps: documents of record, signed and sealed documents, and
 * attachments. They are read, copied and linked to together with that hash only.
 */
export const isRecorded = (key: string): boolean =>
  /\/(?:original|signed-[^/]+|sealed-[^/]+)\.pdf$/.test(key) || /^[^/]+\/envelopes\/[^/]+\/attachments\//.test(key);
