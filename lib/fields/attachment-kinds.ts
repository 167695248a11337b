/** Kinds of files that a sender can allow for an attachment, by the names that `settings.accept` gives them. */
export const ATTACHMENT_KINDS = [
  'pdf',
  'png',
  'jpeg',
  'gif',
  'webp',
  'tiff',
  'heic',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'text',
] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** Kinds that an attachment may have unless its sender says otherwise: PDF and pictures. */
const USUAL: readonly AttachmentKind[] = ['pdf', 'png', 'jpeg', 'gif', 'webp', 'tiff', 'heic'];

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

interface Facts {
  /** Endings of names, the usual one first. */
  endings: readonly [string, ...string[]];
  mime: string;
  /** True if a file with this content is of the kind. */
  is: (bytes: Uint8Array) => boolean;
}

const latin = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** True for a ZIP with an entry of this beginning. */
const zipWith =
  (entry: string) =>
  (bytes: Uint8Array): boolean => {
    if (latin(bytes, 0, 4) !== 'PK\x03\x04') return false;
    const wanted = [...entry].map((letter) => letter.charCodeAt(0));
    for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1)) {
      if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
    }
    return false;
  };

const isText = (bytes: Uint8Array): boolean => {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none but tabulators and ends of lines
    return !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
};

const FACTS: Readonly<Record<AttachmentKind, Facts>> = {
  pdf: { endings: ['pdf'], mime: 'application/pdf', is: (bytes) => latin(bytes, 0, 1024).includes('%PDF-') },
  png: { endings: ['png'], mime: 'image/png', is: (bytes) => latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  jpeg: { endings: ['jpg', 'jpeg'], mime: 'image/jpeg', is: (bytes) => latin(bytes, 0, 3) === '\xff\xd8\xff' },
  gif: { endings: ['gif'], mime: 'image/gif', is: (bytes) => /^GIF8[79]a/.test(latin(bytes, 0, 6)) },
  webp: { endings: ['webp'], mime: 'image/webp', is: (bytes) => /^RIFF.{4}WEBP/s.test(latin(bytes, 0, 12)) },
  tiff: {
    endings: ['tif', 'tiff'],
    mime: 'image/tiff',
    is: (bytes) => ['II*\0', 'MM\0*'].includes(latin(bytes, 0, 4)),
  },
  heic: {
    endings: ['heic', 'heif'],
    mime: 'image/heic',
    is: (bytes) => /^ftyp(?:hei[cxs]|mif1)/.test(latin(bytes, 4, 12)),
  },
  docx: { endings: ['docx'], mime: `${OFFICE}.wordprocessingml.document`, is: zipWith('word/document') },
  xlsx: { endings: ['xlsx'], mime: `${OFFICE}.spreadsheetml.sheet`, is: zipWith('xl/workbook') },
  pptx: { endings: ['pptx'], mime: `${OFFICE}.presentationml.presentation`, is: zipWith('ppt/presentation') },
  odt: { endings: ['odt'], mime: `${OPEN}.text`, is: zipWith(`mimetype${OPEN}.text`) },
  ods: { endings: ['ods'], mime: `${OPEN}.spreadsheet`, is: zipWith(`mimetype${OPEN}.spreadsheet`) },
  text: { endings: ['txt', 'csv', 'md'], mime: 'text/plain', is: isText },
};

/** The kinds that a field of these settings takes. */
export const acceptedKinds = ({ accept }: Readonly<Record<string, unknown>>): readonly AttachmentKind[] => {
  const known = Array.isArray(accept) ? ATTACHMENT_KINDS.filter((kind) => accept.includes(kind)) : [];
  return known.length > 0 ? known : USUAL;
};

/** The kind of a file by its content, of those that are accepted; its name and stated type may be anything. */
export const kindOf = (bytes: Uint8Array, accepted: readonly AttachmentKind[]): AttachmentKind | undefined =>
  accepted.find((kind) => FACTS[kind].is(bytes));

/** Kinds as people read them: `PDF, PNG, JPEG`. */
export const namesOfKinds = (kinds: readonly AttachmentKind[]): string =>
  kinds.map((kind) => kind.toUpperCase()).join(', ');

export const mimeOf = (kind: AttachmentKind): string => FACTS[kind].mime;

/** Endings and media types for the `accept` of a file input. */
export const inputAccept = (kinds: readonly AttachmentKind[]): string =>
  kinds.flatMap((kind) => [...FACTS[kind].endings.map((ending) => `.${ending}`), FACTS[kind].mime]).join(',');

/** The name with an ending of the kind: a program's ending would run what it names. */
export const namedAs = (name: string, kind: AttachmentKind): string => {
  const { endings } = FACTS[kind];
  const [, stem = name, ending] = /^(.+)\.([^.]{1,10})$/.exec(name) ?? [];
  if (ending !== undefined && endings.includes(ending.toLowerCase())) return name;
  return `${stem}.${endings[0]}`;
};
