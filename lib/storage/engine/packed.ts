import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The members of a record that no key, index, condition or filter names, as deflated JSON (RFC 1951). A write costs a unit for
 * each kB of its item, and most records of an envelope fit into one kB this way. Members that are undefined are left out.
 */
export const pack = (members: object): Uint8Array => deflateRawSync(JSON.stringify(members));

/** The members that were packed. Lambda gives the bytes of a stream's record as Base64. */
const unpack = <T extends object>(packed: Uint8Array | string): T =>
  JSON.parse(inflateRawSync(typeof packed === 'string' ? Buffer.from(packed, 'base64') : packed).toString('utf8')) as T;

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
