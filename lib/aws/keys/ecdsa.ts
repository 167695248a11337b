import { createECDH, type KeyObject, randomBytes } from 'node:crypto';

/** Order of the base point of P-256 (NIST SP 800-186 section 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const toBytes = (integer: bigint): Buffer => Buffer.from(integer.toString(16).padStart(64, '0'), 'hex');
const modulo = (integer: bigint): bigint => ((integer % ORDER) + ORDER) % ORDER;

/** The inverse modulo the order, by the extended Euclidean algorithm. */
const inverse = (integer: bigint): bigint => {
  let [previous, current] = [ORDER, modulo(integer)];
  let [x, y] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [x, y] = [y, x - quotient * y];
  }
  return modulo(x);
};

/**
 * Signs an existing digest by ECDSA over P-256 (FIPS 186-5 section 6.4.1); returns r‖s, 64 bytes. Node signs messages
 * only, while KMS and so this platform sign digests. OpenSSL does the curve operations: the one-use secret and its
 * point are an ECDH key pair. The arithmetic on secrets is blinded by a random factor, because the time of BigInt
 * operations depends on the operands.
 */
export const signDigestWithP256 = (privateKey: KeyObject, digest: Uint8Array): Uint8Array => {
  const { crv, d } = privateKey.export({ format: 'jwk' });
  if (crv !== 'P-256' || !d) throw new Error('ES256 needs a private key on the curve P-256');
  const secret = toInteger(Buffer.from(d, 'base64url'));

  for (;;) {
    const once = createECDH('prime256v1');
    const r = modulo(toInteger(once.generateKeys().subarray(1, 33)));
    const blind = 1n + modulo(toInteger(randomBytes(40)));
    const sum = modulo(modulo(blind * toInteger(digest)) + modulo(modulo(blind * secret) * r));
    const s = modulo(inverse(blind * toInteger(once.getPrivateKey())) * sum);
    if (r !== 0n && s !== 0n) return Buffer.concat([toBytes(r), toBytes(s)]);
  }
};

/**
 * Converts r‖s of P-256, P-384 or P-521 to the DER SEQUENCE of two INTEGERs of X.509 and CMS (RFC 3279 section 2.2.3).
 */
export const toDer = (signature: Uint8Array): Uint8Array => {
  const half = signature.length / 2;
  const body = Buffer.concat([signature.subarray(0, half), signature.subarray(half)].map(derInteger));
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length];
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
};

const derInteger = (bytes: Uint8Array): Buffer => {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const magnitude = Buffer.from(bytes.subarray(start));
  const positive = (magnitude[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), magnitude]) : magnitude;
  return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
};

/** Converts the DER signature of KMS to r‖s of 64 bytes: the inverse of `toDer`. */
export const toP1363 = (der: Uint8Array): Uint8Array => {
  const view = Buffer.from(der);
  const integerAt = (offset: number): { value: Buffer; end: number } => {
    if (view[offset] !== 0x02) throw new Error('Not a DER signature of ECDSA');
    const end = offset + 2 + (view[offset + 1] ?? 0);
    return { value: view.subarray(offset + 2, end), end };
  };
  // A P-256 signature is shorter than 128 bytes, so every length takes one byte.
  if (view[0] !== 0x30) throw new Error('Not a DER signature of ECDSA');
  const r = integerAt(2);
  const s = integerAt(r.end);
  return Buffer.concat([r.value, s.value].map((value) => toBytes(toInteger(value))));
};
