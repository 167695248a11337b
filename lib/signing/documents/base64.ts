import { invalid } from '../../base/errors.ts';

/** Decodes base64 or a base64 data: URL. Throws `invalid` for `field` if it is neither. */
export const decodeBase64 = (data: string, field: string): Uint8Array => {
  const text = data.replace(/^\s*data:[^,]{0,200};base64,/i, '').replace(/\s+/g, '');
  // Node's decoder skips other characters, and so would turn an invalid text into wrong bytes.
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return invalid(field, 'data must be base64 or a base64 data: URL');
  return new Uint8Array(Buffer.from(text, 'base64'));
};
