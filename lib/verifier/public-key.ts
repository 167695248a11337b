import { type Bytes, type Digest, UnsupportedError, unreadable } from './bytes.ts';
import { type Der, INTEGER, NULL, oid, partsOf, readWholeDer, smallInteger, tagged } from './der.ts';

const DIGESTS: Record<string, Digest> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** The digest that an algorithm identifier names. Throws `UnsupportedError` for others. */
export const digestOf = (algorithm: Der | undefined): Digest => {
  const [name, parameters, ...more] = partsOf(algorithm);
  demandNull(parameters, more);
  return DIGESTS[oid(name)] ?? unsupported(oid(name));
};

const demandNull = (parameters: Der | undefined, more: readonly Der[]): void => {
  if (more.length > 0 || (parameters && (parameters.tag !== NULL || parameters.content.length > 0))) {
    unreadable('more parameters');
  }
};

const unsupported = (name: string): never => {
  throw new UnsupportedError(`the algorithm ${name}`);
};

/** Signature algorithms that name their digest. */
const SIGNATURES: Record<string, ['RSASSA-PKCS1-v1_5' | 'ECDSA' | 'Ed25519', Digest]> = {
  '1.2.840.113549.1.1.11': ['RSASSA-PKCS1-v1_5', 'SHA-256'],
  '1.2.840.113549.1.1.12': ['RSASSA-PKCS1-v1_5', 'SHA-384'],
  '1.2.840.113549.1.1.13': ['RSASSA-PKCS1-v1_5', 'SHA-512'],
  '1.2.840.10045.4.3.2': ['ECDSA', 'SHA-256'],
  '1.2.840.10045.4.3.3': ['ECDSA', 'SHA-384'],
  '1.2.840.10045.4.3.4': ['ECDSA', 'SHA-512'],
  '1.3.101.112': ['Ed25519', 'SHA-512'],
};
const RSA = '1.2.840.113549.1.1.1';
const PSS = '1.2.840.113549.1.1.10';
const MASK = '1.2.840.113549.1.1.8';

/** Curves of ECDSA, and the bytes of a coordinate. */
const CURVES: Record<string, [name: string, size: number]> = {
  '1.2.840.10045.3.1.7': ['P-256', 32],
  '1.3.132.0.34': ['P-384', 48],
  '1.3.132.0.35': ['P-521', 66],
};

/**
 * A signature's algorithm as its identifier says; `digest` is the one that stands apart where the identifier names
 * none.
 */
interface Method {
  name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA' | 'Ed25519';
  hash: Digest;
  saltLength: number;
}

const methodOf = (algorithm: Der, digest: Digest | undefined): Method => {
  const [name, parameters, ...more] = partsOf(algorithm);
  const id = oid(name);
  if (id === PSS) return pssMethod(parameters);
  demandNull(parameters, more);
  if (id === RSA && digest) return { name: 'RSASSA-PKCS1-v1_5', hash: digest, saltLength: 0 };
  const [method, hash] = SIGNATURES[id] ?? unsupported(id);
  if (digest && method !== 'Ed25519' && digest !== hash) return unreadable('two digests');
  return { name: method, hash, saltLength: 0 };
};

/** RFC 4055 section 3.1. The defaults, with SHA-1, are no signature to rest on. */
const pssMethod = (parameters: Der | undefined): Method => {
  const at = (number: number) => partsOf(parameters).find(({ tag }) => tag === tagged(number))?.parts[0];
  const hash = digestOf(at(0));
  const [mask, of] = partsOf(at(1));
  if (oid(mask) !== MASK || digestOf(of) !== hash) return unsupported('a mask with another digest');
  return { name: 'RSA-PSS', hash, saltLength: smallInteger(at(2)) };
};

/**
 * True if the key of these SubjectPublicKeyInfo bytes (RFC 5280) made the signature of `data`. Throws
 * `UnsupportedError` where the runtime lacks the algorithm, or it rests on SHA-1.
 */
export const isSignedBy = async (
  key: Bytes,
  algorithm: Der,
  signature: Bytes,
  data: Bytes,
  apart?: Digest,
): Promise<boolean> => {
  const { name, hash, saltLength } = methodOf(algorithm, apart);
  if (hash === 'SHA-1') return unsupported('SHA-1');
  const [info] = partsOf(readWholeDer(key));
  const [kind, parameters] = partsOf(info);
  if (name === 'ECDSA') {
    const [namedCurve, size] = CURVES[oid(parameters)] ?? unsupported(oid(kind));
    return verify(key, { name, namedCurve }, { name, hash }, plainSignature(signature, size), data);
  }
  if (name === 'Ed25519') return verify(key, { name }, { name }, signature, data);
  return verify(key, { name, hash }, { name, saltLength }, signature, data);
};

interface Parameters {
  name: string;
  hash?: Digest;
  namedCurve?: string;
  saltLength?: number;
}

const verify = async (
  key: Bytes,
  imported: Parameters,
  algorithm: Parameters,
  signature: Bytes,
  data: Bytes,
): Promise<boolean> => {
  const found = await crypto.subtle.importKey('spki', key, imported, false, ['verify']).catch((error: unknown) => {
    const isMissing = error instanceof Error && error.name === 'NotSupportedError';
    return isMissing ? unsupported(imported.name) : unreadable('no key');
  });
  return crypto.subtle.verify(algorithm, found, signature, data);
};

/** Both numbers of an ECDSA signature as Web Crypto has them, from DER. */
export const plainSignature = (signature: Bytes, size: number): Bytes => {
  const numbers = partsOf(readWholeDer(signature));
  if (numbers.length !== 2) return unreadable('no two numbers');
  const plain = new Uint8Array(2 * size);
  for (const [index, { tag, content }] of numbers.entries()) {
    const [first = 0, second = 0] = content;
    const isShortest = content.length > 0 && !(content.length > 1 && first === 0 && second < 0x80);
    const digits = first === 0 ? content.subarray(1) : content;
    if (tag !== INTEGER || !isShortest || first >= 0x80 || digits.length > size) return unreadable('no number');
    plain.set(digits, (index + 1) * size - digits.length);
  }
  return plain;
};
