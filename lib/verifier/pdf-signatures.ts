import { type Bytes, concat, type Digest, digest, equal, fromHex, latin1, UnreadableError, utf8 } from './bytes.ts';
import { PdfFile, readObject } from './pdf-file.ts';
import { Dict, Ref, type Value } from './pdf-values.ts';

/** A signature of a PDF (ISO 32000-2 section 12.8) in its own place, not checked yet. */
export interface PdfSignature {
  /** `time-stamp`: a document time-stamp (section 12.8.5), which an authority made. */
  kind: 'seal' | 'time-stamp';
  /** Name of its field. */
  field: string;
  /** Length of the revision that it ends. */
  end: number;
  /** All bytes of its room: a structure, and zeros. */
  contents: Bytes;
  /** The digits of its room are written in one way, in lower case without blanks. */
  isPlain: boolean;
  digest: (by: Digest) => Promise<Bytes>;
  /** The time that whoever made it claims. */
  claimedAt: Date | null;
  /** The file as it was when it was made. */
  revision: PdfFile;
}

const MOST_SIGNATURES = 60;
const BYTE_RANGE = utf8('/ByteRange');
const LARGEST_ROOM = 4 * 1024 * 1024;

/**
 * Finds the signatures by their ranges, the first made first. Each must be in the form of the revision that it covers,
 * begin at the file's first byte and leave out its own digits alone: else it is none. So a revision that came later
 * can't hide one.
 */
export const findSignatures = async (bytes: Bytes): Promise<PdfSignature[]> => {
  const found = new Map<number, PdfSignature>();
  let tries = 0;
  for await (const at of placesOf(bytes, BYTE_RANGE)) {
    const range = rangeAt(bytes, at);
    if (!range || found.has(range.end)) continue;
    tries += 1;
    if (tries > MOST_SIGNATURES) break;
    const signature = await signatureOf(bytes, range).catch((error: unknown) => {
      if (error instanceof UnreadableError || error instanceof RangeError) return null;
      throw error;
    });
    if (signature) found.set(range.end, signature);
  }
  return [...found.values()].sort((a, b) => a.end - b.end);
};

/** Bytes that are searched before the page may draw and answer again. */
const AT_ONCE = 4 * 1024 * 1024;

/** All places where these bytes stand, the last one first. */
async function* placesOf(bytes: Bytes, wanted: Bytes): AsyncGenerator<number> {
  const [first = 0] = wanted;
  for (let end = bytes.length; end > 0; end -= AT_ONCE) {
    const from = Math.max(0, end - AT_ONCE);
    const part = bytes.subarray(from, end);
    for (let at = part.lastIndexOf(first); at >= 0; at = at > 0 ? part.lastIndexOf(first, at - 1) : -1) {
      const place = from + at;
      if (equal(bytes.subarray(place, place + wanted.length), wanted)) yield place;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

interface Range {
  /** Place of the room, with its brackets. */
  from: number;
  to: number;
  end: number;
}

const rangeAt = (bytes: Bytes, at: number): Range | null => {
  const text = latin1(bytes.subarray(at, at + 120));
  const [, from, to, rest] = (/^\/ByteRange\s*\[\s*0\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/.exec(text) ?? []).map(
    Number,
  );
  if (from === undefined || to === undefined || rest === undefined) return null;
  const isSensible = from > 0 && from + 2 < to && to - from < LARGEST_ROOM && to + rest <= bytes.length;
  return isSensible && bytes[from] === 0x3c && bytes[to - 1] === 0x3e ? { from, to, end: to + rest } : null;
};

const signatureOf = async (bytes: Bytes, { from, to, end }: Range): Promise<PdfSignature | null> => {
  const digits = latin1(bytes.subarray(from + 1, to - 1));
  if (!/^[0-9a-fA-F\s]*$/.test(digits)) return null;
  const contents = fromHex(digits.replace(/\s/g, ''));
  const revision = await PdfFile.read(bytes.subarray(0, end));
  const { dict, field } = (await signatureDict(revision, from, to, contents)) ?? {};
  const filter = dict?.named('SubFilter');
  if (!dict || !(filter === 'ETSI.CAdES.detached' || filter === 'adbe.pkcs7.detached' || filter === 'ETSI.RFC3161')) {
    return null;
  }
  const range = dict.get('ByteRange');
  const stated = Array.isArray(range) ? range.join() : '';
  if (stated !== [0, from, to, end - to].join()) return null;
  const claimed = dict.get('M');
  return {
    kind: filter === 'ETSI.RFC3161' ? 'time-stamp' : 'seal',
    field: field instanceof Uint8Array ? latin1(field) : '',
    end,
    contents,
    isPlain: /^[0-9a-f]*$/.test(digits),
    digest: (by) => digest(by, concat(bytes.subarray(0, from), bytes.subarray(to, end))),
    claimedAt: claimed instanceof Uint8Array ? readDate(latin1(claimed)) : null,
    revision,
  };
};

/** The dictionary of a signature field whose /Contents stand exactly here. */
const signatureDict = async (
  file: PdfFile,
  from: number,
  to: number,
  contents: Bytes,
): Promise<{ dict: Dict; field: Value } | undefined> => {
  let found: { dict: Dict; field: Value } | undefined;
  for (const { field, value } of await signatureFields(file)) {
    if (!(value instanceof Ref)) continue;
    const place = file.places.get(value.number);
    if (!place || place === 'free' || !('offset' in place) || place.offset > from) continue;
    const { value: dict, end } = readObject(file.bytes, place.offset, value.number);
    if (!(dict instanceof Dict) || end(null) <= to) continue;
    const stated = dict.get('Contents');
    if (!(stated instanceof Uint8Array) || !equal(stated, contents)) continue;
    // The last field that shows nothing names it: others may be of the document's own form.
    if (!found || !field.has('AP')) found = { dict, field: field.get('T') ?? null };
  }
  return found;
};

/**
 * Contents of signatures that the file's latest revision claims, whatever they cover: a seal whose range was changed is
 * in its place no more. None if the file can't be read.
 */
export const claimedContents = async (bytes: Bytes): Promise<Bytes[]> => {
  try {
    const file = await PdfFile.read(bytes);
    const claimed: Bytes[] = [];
    for (const { value } of await signatureFields(file)) {
      const dict = await file.dict(value);
      const contents = dict?.get('Contents');
      if (contents instanceof Uint8Array && dict?.named('SubFilter') !== 'ETSI.RFC3161') claimed.push(contents);
    }
    return claimed;
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof RangeError) return [];
    throw error;
  }
};

const MOST_FIELDS = 5000;

/** Signature fields of a file's form that hold a signature, or a reference to one. */
export const signatureFields = async (file: PdfFile): Promise<{ field: Dict; ref: Ref | null; value: Value }[]> => {
  const form = await file.dict((await file.catalog()).get('AcroForm'));
  const open = [...(await file.array(form?.get('Fields')))];
  const found: { field: Dict; ref: Ref | null; value: Value }[] = [];
  for (let read = 0; open.length > 0 && read < MOST_FIELDS; read++) {
    const one = open.shift() ?? null;
    const field = await file.dict(one);
    if (!field) continue;
    open.push(...(await file.array(field.get('Kids'))));
    const value = field.get('V');
    if (field.named('FT') === 'Sig' && value) found.push({ field, ref: one instanceof Ref ? one : null, value });
  }
  return found;
};

/** A PDF's date (ISO 32000-2 section 7.9.4); null if it is none. */
const readDate = (text: string): Date | null => {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?)/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, sign, hours, minutes = '00'] = parts;
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
};
