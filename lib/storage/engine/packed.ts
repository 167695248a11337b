import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PACKED_WORDS } from './packed-words.ts';

/** Most records fit into one piece of this size: zlib's own of 16 kB takes twice the time, mostly to be made. */
const OPTIONS = { dictionary: Buffer.from(PACKED_WORDS), chunkSize: 4096 };
/**
 * First byte of what was packed with the dictionary. Earlier versions used none, and wrote no mark: deflated data never begin with this
 * byte, because its last bits name a kind of block that doesn't exist (RFC 1951, 3.2.3).
 */
const MARK = 0x07;

/**
 * The members of a record that no key, index, condition or filter names, as deflated JSON (RFC 1951). A write costs a unit for
 * each kB of its item, and most records of an envelope fit into one kB this way. Members that are undefined are left out.
 */
export const pack = (members: object): Uint8Array =>
  Buffer.concat([Buffer.of(MARK), deflateRawSync(JSON.stringify(members), OPTIONS)]);

/** The members that were packed. Lambda gives the bytes of a stream's record as Base64. */
const unpack = <T extends object>(packed: Uint8Array | string): T => {
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : packed;
  const json = bytes[0] === MARK ? inflateRawSync(bytes.subarray(1), OPTIONS) : inflateRawSync(bytes);
  return JSON.parse(json.toString('utf8')) as T;
};

/** A record with packed members, as the table has it. */
export interface Packed {
  packed: Uint8Array | string;
}

/** The whole record, whether its members are packed or, as an earlier version stored it, not. */
export const unpacked = <T extends object>(item: object): T => {
  if (!('packed' in item)) return item as T;
  const { packed, ...rest } = item as Packed;
  return { ...rest, ...unpack<T>(packed) };
};
