/**
 * The only place that spells the bucket's keys. Each starts with the organization's id, so that one tenant's files are
 * one prefix; uploads stand apart, because they expire by theirs. Every argument becomes exactly one segment, whatever characters it holds.
 */
const key = (...segments: readonly (string | number)[]): string => segments.map(segment).join('/');

const segment = (value: string | number): string => {
  const text = encodeURIComponent(String(value).toWellFormed());
  if (text === '') throw new Error('A segment of a file key is empty');
  // HTTP clients resolve `.` and `..` away, encoded or not. No other segment holds an `@`: the encoding replaces it.
  return /^\.+$/.test(text) ? `@${text}` : text;
};

/** What the keys of all uploads begin with: the bucket forgets them by it. An organization's id is never this word. */
export const UPLOADS = 'uploads/';

export const fileKeys = {
  /** What all files of an organization begin with, but its uploads. */
  organization: (org: string) => `${key(org)}/`,

  /** One part of an export of everything that an organization has. */
  export: (org: string, id: string, part: number) => key(org, 'exports', id, `${part}.zip`),

  /** A template's document, always a PDF: as it was taken in, or as the pipeline left it. */
  templateDocument: (org: string, template_id: string, document_id: string) =>
    key(org, 'templates', template_id, document_id, 'original.pdf'),

  /** What a template's document was before the pipeline took fields off its pages. */
  templateUpload: (org: string, template_id: string, document_id: string) =>
    key(org, 'templates', template_id, document_id, 'uploaded.pdf'),

  /** Image of a template's page; `version` changes when the picture does. `page` is 1-based. */
  templatePage: (
    org: string,
    template_id: string,
    document_id: string,
    variant: 'original' | 'tagged' | 'thumbnail',
    page: number,
    version: string | number,
  ) => key(org, 'templates', template_id, document_id, 'pages', variant, `${page}-${version}.png`),

  /** An envelope's document as it was sent. */
  envelopeDocument: (org: string, envelope_id: string, document_id: string) =>
    key(org, 'envelopes', envelope_id, document_id, 'original.pdf'),

  /** An envelope's document with what recipients have left on it so far; `version` changes when that does. */
  filledDocument: (org: string, envelope_id: string, document_id: string, version: string) =>
    key(org, 'envelopes', envelope_id, document_id, `filled-${version}.pdf`),

  /** An envelope's document, stamped and sealed; its hash names it, so that no other seal can take its place. */
  sealedDocument: (org: string, envelope_id: string, document_id: string, sha256: string) =>
    key(org, 'envelopes', envelope_id, document_id, `sealed-${sha256.slice(0, 16)}.pdf`),

  /** Image of an envelope document's page; `version` changes when the picture does. `page` is 1-based. */
  envelopePage: (
    org: string,
    envelope_id: string,
    document_id: string,
    variant: 'original' | 'filled' | 'certificate',
    page: number,
    version: string | number,
  ) => key(org, 'envelopes', envelope_id, document_id, 'pages', variant, `${page}-${version}.png`),

  /** All documents of an envelope and its certificate in one PDF. */
  combined: (org: string, envelope_id: string, version: string) =>
    key(org, 'envelopes', envelope_id, `combined-${version}.pdf`),

  /** A ZIP of one or more envelopes; `id` names the download. */
  zip: (org: string, id: string) => key(org, 'zips', `${id}.zip`),

  /** A file that a recipient attached to a field. */
  attachment: (org: string, envelope_id: string, field_name: string, id: string) =>
    key(org, 'envelopes', envelope_id, 'attachments', field_name, id),

  /** The image of a signature block. */
  signature: (org: string, profile_id: string, id: string) => key(org, 'signatures', profile_id, `${id}.png`),

  /** The image of an initials block. */
  initial: (org: string, profile_id: string, id: string) => key(org, 'initials', profile_id, `${id}.png`),

  /** A file uploaded through a pre-signed link, until it is taken in. */
  upload: (org: string, id: string) => `${UPLOADS}${key(org, id)}`,

  /** An organization's, brand's or profile's picture; `owner` is that record's id. */
  logo: (org: string, owner: string, variant: 'full' | 'thumbnail' | 'favicon' | 'photo', id: string) =>
    key(org, 'logos', owner, variant, `${id}.png`),
};
