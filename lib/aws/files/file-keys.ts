/**
 * The only place that spells the bucket's keys. Each starts with the organization's id, so that one tenant's files
 * share a prefix. Uploads have a prefix of their own, because a lifecycle rule expires them. Every argument becomes
 * exactly one segment, whatever characters it has.
 */
const key = (...segments: readonly (string | number)[]): string => segments.map(segment).join('/');

const segment = (value: string | number): string => {
  const text = encodeURIComponent(String(value).toWellFormed());
  if (text === '') throw new Error('A segment of a file key is empty');
  // HTTP clients resolve `.` and `..` away, encoded or not. No other segment holds an `@`: the encoding replaces it.
  return /^\.+$/.test(text) ? `@${text}` : text;
};

/** Prefix of all uploads, which the bucket's lifecycle rule expires. An organization's id is never this word. */
export const UPLOADS = 'uploads/';

/** Prefix of the log of evidence. An organization's id is never this word. */
export const LOG = 'log/';

export const fileKeys = {
  /** A file of the log: a tile or a bundle of entries by its path, or a time-stamped checkpoint by its size. */
  log: (path: string) => `${LOG}${key(...path.split('/'))}`,

  /** Prefix of all files of an organization except its uploads. */
  organization: (org: string) => `${key(org)}/`,

  /** One part of an export of all data of an organization. */
  export: (org: string, id: string, part: number) => key(org, 'exports', id, `${part}.zip`),

  /** Prefix of all files of a batch. */
  batch: (org: string, batch_id: string) => `${key(org, 'batches', batch_id)}/`,

  /** Some rows of a batch, as they were read from its file. */
  batchRows: (org: string, batch_id: string, chunk: number) => key(org, 'batches', batch_id, `rows-${chunk}.json`),

  /** Problems of these rows, as the check with this number found them. */
  batchProblems: (org: string, batch_id: string, check: number, chunk: number) =>
    key(org, 'batches', batch_id, `problems-${check}-${chunk}.json`),

  /** States and values of all rows of a batch, as they were at the time that `name` says. */
  batchResults: (org: string, batch_id: string, name: string) => key(org, 'batches', batch_id, `results-${name}.csv`),

  /** A template's document, always a PDF: as it was accepted, or after the pipeline removed fields from it. */
  templateDocument: (org: string, template_id: string, document_id: string) =>
    key(org, 'templates', template_id, document_id, 'original.pdf'),

  /** A template's document before the pipeline removed fields from its pages. */
  templateUpload: (org: string, template_id: string, document_id: string) =>
    key(org, 'templates', template_id, document_id, 'uploaded.pdf'),

  /** Image of a template's page; a new picture has a new `version`. `page` is 1-based. */
  templatePage: (
    org: string,
    template_id: string,
    document_id: string,
    variant: 'original' | 'tagged' | 'thumbnail',
    page: number,
    version: string | number,
  ) => key(org, 'templates', template_id, document_id, 'pages', variant, `${page}-${version}.png`),

  /** Files of a page of a template's document, as signers see it: the picture, and the text. */
  templateView: (
    org: string,
    template_id: string,
    document_id: string,
    version: string,
    page: number,
    part: 'picture' | 'text',
  ) => key(org, 'templates', template_id, document_id, 'pages', 'view', `${page}-${version}.${part}`),

  /** Prefix of all files of an envelope. */
  envelope: (org: string, envelope_id: string) => `${key(org, 'envelopes', envelope_id)}/`,

  /** An envelope's document as it was sent. */
  envelopeDocument: (org: string, envelope_id: string, document_id: string) =>
    key(org, 'envelopes', envelope_id, document_id, 'original.pdf'),

  /** An envelope's document with the values that recipients have filled so far; new values have a new `version`. */
  filledDocument: (org: string, envelope_id: string, document_id: string, version: string) =>
    key(org, 'envelopes', envelope_id, document_id, `filled-${version}.pdf`),

  /** An envelope's document with signatures by signers' certificates, or prepared for one. Its key has its hash. */
  signedDocument: (org: string, envelope_id: string, document_id: string, sha256: string) =>
    key(org, 'envelopes', envelope_id, document_id, `signed-${sha256.slice(0, 16)}.pdf`),

  /** An envelope's document, stamped and sealed. Its key has its hash, so that no other seal can replace it. */
  sealedDocument: (org: string, envelope_id: string, document_id: string, sha256: string) =>
    key(org, 'envelopes', envelope_id, document_id, `sealed-${sha256.slice(0, 16)}.pdf`),

  /**
   * Files of one page of an envelope's document: its picture, one of twice the size, and its text. `version` changes
   * when the picture does. `page` is 1-based.
   */
  envelopePage: (
    org: string,
    envelope_id: string,
    document_id: string,
    variant: 'original' | 'filled' | 'certificate',
    page: number,
    version: string | number,
    part: 'picture' | 'large' | 'text',
  ) => key(org, 'envelopes', envelope_id, document_id, 'pages', variant, `${page}-${version}.${part}`),

  /** All documents of an envelope and its certificate in one PDF. */
  combined: (org: string, envelope_id: string, version: string) =>
    key(org, 'envelopes', envelope_id, `combined-${version}.pdf`),

  /**
   * A ZIP of one or more envelopes, for one download; `id` names it. It expires as uploads do, so it outlives no
   * envelope for long.
   */
  zip: (org: string, id: string) => `${UPLOADS}zips/${key(org, `${id}.zip`)}`,

  /** A file that a recipient attached to a field. */
  attachment: (org: string, envelope_id: string, field_name: string, id: string) =>
    key(org, 'envelopes', envelope_id, 'attachments', field_name, id),

  /** The image of a signature block. */
  signature: (org: string, profile_id: string, id: string) => key(org, 'signatures', profile_id, `${id}.png`),

  /** The image of an initials block. */
  initial: (org: string, profile_id: string, id: string) => key(org, 'initials', profile_id, `${id}.png`),

  /** A file uploaded through a pre-signed link, until it is used. */
  upload: (org: string, id: string) => `${UPLOADS}${key(org, id)}`,

  /** An organization's, brand's or profile's picture; `owner` is that record's id. */
  logo: (org: string, owner: string, variant: 'full' | 'thumbnail' | 'favicon' | 'photo', id: string) =>
    key(org, 'logos', owner, variant, `${id}.png`),
};
