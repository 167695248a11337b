import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ownBytes, withBytes } from './own-bytes.ts';
import { PACKED_WORDS, PASSKEY_WORDS, SIGNER_WORDS } from './packed-words.ts';

/** Most records fit into one piece of this size: zlib's own of 16 kB takes twice the time, mostly to be made. */
const optionsWith = (words: string) => ({ dictionary: Buffer.from(words), chunkSize: 4096 });
/** By the first byte of packed members, which is the number of the dictionary. Another one takes the next number. */
const FORMS: Partial<Record<number, ReturnType<typeof optionsWith>>> = {
  1: optionsWith(PACKED_WORDS),
  2: optionsWith(PASSKEY_WORDS),
  3: optionsWith(SIGNER_WORDS),
};
/** The form in which hashes and keys stand as bytes of their own. Their length, in two bytes, follows the number. */
const WITH_BYTES = 3;

/**
 * The members of a record that no key, index, condition or filter names, as deflated JSON (RFC 1951). A write costs a
 * unit for each kB of its item, and most records of an envelope fit into one kB this way. Members that are undefined
 * are left out.
 */
export const pack = (members: object): Uint8Array => {
  const { text, bytes } = ownBytes(JSON.stringify(members));
  const start = Buffer.of(WITH_BYTES, bytes.length >> 8, bytes.length & 0xff);
  return Buffer.concat([start, bytes, deflateRawSync(text, FORMS[WITH_BYTES])]);
};

/** The members that were packed. Lambda gives the bytes of a stream's record as Base64. */
const unpack = <T extends object>(packed: Uint8Array | string): T => {
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : Buffer.from(packed);
  const form = bytes[0] ?? 0;
  const options = FORMS[form];
  if (!options) throw new Error(`A record is packed in form ${bytes[0]}, which this version can't read`);
  if (form !== WITH_BYTES) return JSON.parse(inflateRawSync(bytes.subarray(1), options).toString('utf8')) as T;
  const end = 3 + bytes.readUInt16BE(1);
  const text = inflateRawSync(bytes.subarray(end), options).toString('utf8');
  return JSON.parse(withBytes(text, bytes.subarray(3, end))) as T;
};

/** A record with packed members, as the table has it. */
export interface Packed {
  packed: Uint8Array | string;
}

/** The whole record of an item, which has packed members or none. */
export const unpacked = <T extends object>(item: object): T => {
  if (!('packed' in item)) return item as T;
  const { packed, ...rest } = item as Packed;
  return { ...rest, ...unpack<T>(packed) };
};
