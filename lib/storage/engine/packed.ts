import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PACKED_WORDS } from './packed-words.ts';

/** Most records fit into one piece of this size: zlib's own of 16 kB takes twice the time, mostly to be made. */
const OPTIONS = { dictionary: Buffer.from(PACKED_WORDS), chunkSize: 4096 };
/** First byte of packed members: the number of the dictionary. Another dictionary takes the next number. */
const FORM = 1;

/**
 * The members of a record that no key, index, condition or filter names, as deflated JSON (RFC 1951). A write costs a
 * unit for each kB of its item, and most records of an envelope fit into one kB this way. Members that are undefined
 * are left out.
 */
export const pack = (members: object): Uint8Array =>
  Buffer.concat([Buffer.of(FORM), deflateRawSync(JSON.stringify(members), OPTIONS)]);

/** The members that were packed. Lambda gives the bytes of a stream's record as Base64. */
const unpack = <T extends object>(packed: Uint8Array | string): T => {
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : packed;
  if (bytes[0] !== FORM) throw new Error(`A record is packed in form ${bytes[0]}, which this version can't read`);
  return JSON.parse(inflateRawSync(bytes.subarray(1), OPTIONS).toString('utf8')) as T;
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
