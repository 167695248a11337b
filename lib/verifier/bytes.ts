/** Bytes in memory that nothing shares: what Web Crypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Digest = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

/** A file can't be understood. The message is for programmers. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** The runtime lacks an algorithm, so that nothing can be said. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError';
}

export const unreadable = (message: string): never => {
  throw new UnreadableError(message);
};

export const hex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};

/** Bytes of hexadecimal digits. Throws `UnreadableError` for anything else. */
export const fromHex = (text: string): Bytes => {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return unreadable('no hexadecimal digits');
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
};

/** Bytes of base64 (RFC 4648 section 4). Throws `UnreadableError` for anything else. */
export const fromBase64 = (text: string): Bytes => {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return unreadable('no base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
};

export const concat = (...parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Each byte as the character of its number. */
export const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
};

export const digest = async (algorithm: Digest, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(algorithm, bytes));

/** SHA-256, hex. */
export const sha256 = async (bytes: Bytes): Promise<string> => hex(await digest('SHA-256', bytes));
