import { invalid } from '../../base/errors.ts';

/** The bytes of base64 or of a base64 data: URL. Ends the request with 406 naming `field` where it is neither. */
export const decodeBase64 = (data: string, field: string): Uint8Array => {
  const text = data.replace(/^\s*data:[^,]{0,200};base64,/i, '').replace(/\s+/g, '');
  // Node's decoder skips what is no base64: a text that only resembles it would become other bytes than were meant.
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return invalid(field, 'data must be base64 or a base64 data: URL');
  return new Uint8Array(Buffer.from(text, 'base64'));
};
