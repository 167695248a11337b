import { type Bytes, UnsupportedError, unreadable } from './bytes.ts';

/** Input of Web Crypto for checking signatures by a COSE key. */
interface PublicKey {
  jwk: Record<string, string>;
  algorithm: { name: string; hash?: string; namedCurve?: string };
  /** True if signatures are DER (ECDSA in WebAuthn). */
  isDer: boolean;
}

/** Reads a credential's public key, a COSE key (RFC 9052 7): ES256, EdDSA with Ed25519, or RS256. */
export const readCoseKey = (bytes: Bytes): PublicKey => {
  const key = readMap(bytes);
  const number = (label: number) => key.get(label);
  const text = (label: number): string => {
    const value = key.get(label);
    return value instanceof Uint8Array ? base64url(value) : unreadable('no bytes in a key');
  };
  const kind = [number(1), number(3)].join();
  if (kind === '2,-7' && number(-1) === 1) {
    const algorithm = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
    return { jwk: { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }, algorithm, isDer: true };
  }
  if (kind === '1,-8' && number(-1) === 6) {
    return { jwk: { kty: 'OKP', crv: 'Ed25519', x: text(-2) }, algorithm: { name: 'Ed25519' }, isDer: false };
  }
  if (kind === '3,-257') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { jwk: { kty: 'RSA', n: text(-1), e: text(-2) }, algorithm, isDer: false };
  }
  throw new UnsupportedError(`the COSE key ${kind}`);
};

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A CBOR map (RFC 8949) of integers to integers and bytes, which a COSE key is. Throws for anything else in it. */
const readMap = (bytes: Bytes): Map<number, number | Bytes> => {
  let at = 0;
  const head = (): [major: number, value: number] => {
    const first = bytes[at++] ?? unreadable('no more of a key');
    const info = first & 31;
    const size = info < 24 ? 0 : info < 26 ? info - 23 : unreadable('a long number in a key');
    let value = size === 0 ? info : 0;
    for (let left = size; left > 0; left -= 1) value = 256 * value + (bytes[at++] ?? unreadable('no more of a key'));
    return [first >> 5, value];
  };
  const item = (): number | Bytes => {
    const [major, value] = head();
    if (major === 0) return value;
    if (major === 1) return -1 - value;
    if (major !== 2 || at + value > bytes.length) return unreadable('an odd key');
    at += value;
    return bytes.slice(at - value, at);
  };
  const [major, count] = head();
  if (major !== 5) return unreadable('no key');
  const map = new Map<number, number | Bytes>();
  for (let left = count; left > 0; left -= 1) {
    const label = item();
    if (typeof label !== 'number' || map.has(label)) return unreadable('no label in a key');
    map.set(label, item());
  }
  return at === bytes.length ? map : unreadable('more than a key');
};
