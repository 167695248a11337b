import { createHash } from 'node:crypto';
import type { SignatureAlgorithm, Signer } from '@libpdf/core';
import { ObjectIdentifier } from 'asn1js';
import { Certificate } from 'pkijs';

/** Requests a time-stamp token (RFC 3161) for the SHA-256 digest of a signature; null if there is none to have. */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array | null>;

/** A signer without the key. */
export type CmsSigner = Omit<Signer, 'sign'>;

/**
 * Makes a detached CMS signature (RFC 5652, DER) of content with this SHA-256 digest, for the baseline profiles of
 * PAdES (ETSI EN 319 142-1 section 6.3). It signs the content's type and digest and the signer's certificate, but no
 * time: the PDF states that. A token of `timestamp` makes it level B-T. Throws what `signer` and `timestamp` throw.
 */
export const cadesSignature = async (
  digest: Uint8Array,
  signer: Signer,
  timestamp: Timestamp | undefined,
): Promise<Uint8Array> => {
  const signature = await signer.sign(attributesToSign(digest, signer), 'SHA-256');
  return signatureWith(digest, signer, signature, await timestamp?.(sha256(signature)));
};

/**
 * The bytes that a signature of content with this SHA-256 digest is made of: the signed attributes in DER, with the
 * tag of a set, not with the tag in the written structure (RFC 5652 section 5.4).
 */
export const attributesToSign = (digest: Uint8Array, signer: CmsSigner): Uint8Array =>
  element(SET, ...signedAttributes(digest, signer));

/** A set is signed and written in the order of its encodings (X.690 section 11.6). */
const signedAttributes = (digest: Uint8Array, signer: CmsSigner): Uint8Array[] =>
  [...constantsOf(signer).attributes, attribute(MESSAGE_DIGEST, element(OCTET_STRING, digest))].sort(Buffer.compare);

/**
 * Puts a signature of `attributesToSign` into its CMS structure, with a time-stamp token of its SHA-256 digest, if
 * there is one.
 */
export const signatureWith = (
  digest: Uint8Array,
  signer: CmsSigner,
  signature: Uint8Array,
  token: Uint8Array | null | undefined,
): Uint8Array => {
  const { issuerAndSerial, algorithm } = constantsOf(signer);
  const unsignedAttributes = token ? [attribute(TIMESTAMP_TOKEN, token)] : [];
  const signerInfo = sequence(
    VERSION_1,
    issuerAndSerial,
    sequence(SHA256),
    element(tagged(0), ...signedAttributes(digest, signer)),
    algorithm,
    element(OCTET_STRING, signature),
    ...unsignedAttributes.map((one) => element(tagged(1), one)),
  );
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])];
  const signedData = sequence(
    VERSION_1,
    element(SET, sequence(SHA256)),
    sequence(DATA),
    element(tagged(0), ...certificates),
    element(SET, signerInfo),
  );
  return sequence(SIGNED_DATA, element(tagged(0), signedData));
};

/** The content's digest, and the tags around all parts. */
const STRUCTURE = 512;

/** The most bytes of a signature by `signer`, without a time-stamp. */
export const signatureRoom = (signer: CmsSigner): number => {
  const { issuerAndSerial, algorithm, attributes, publicKey } = constantsOf(signer);
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])];
  // A signature is no longer than an RSA key's modulus, or two numbers as long as an elliptic key's coordinates.
  const parts = [issuerAndSerial, algorithm, ...attributes, ...certificates, publicKey];
  return parts.reduce((sum, part) => sum + part.length, STRUCTURE);
};

/** Parts that all signatures of a certificate share. */
interface Constants {
  issuerAndSerial: Uint8Array;
  algorithm: Uint8Array;
  /** The signed attributes, without the digest. */
  attributes: Uint8Array[];
  publicKey: Uint8Array;
}

const known = new WeakMap<Uint8Array, Constants & { by: SignatureAlgorithm }>();

const constantsOf = ({ certificate, signatureAlgorithm }: CmsSigner): Constants => {
  const found = known.get(certificate);
  if (found?.by === signatureAlgorithm) return found;
  const parsed = Certificate.fromBER(Uint8Array.from(certificate).buffer);
  const issuer = new Uint8Array(parsed.issuer.toSchema().toBER());
  const serialNumber = new Uint8Array(parsed.serialNumber.toBER());
  const algorithm = ALGORITHMS[signatureAlgorithm];
  // SigningCertificateV2 (RFC 5035 section 3) names the signing certificate. SHA-256 is its default.
  const issuerSerial = sequence(sequence(element(tagged(4), issuer)), serialNumber);
  const certificateId = sequence(element(OCTET_STRING, sha256(certificate)), issuerSerial);
  // CMSAlgorithmProtection (RFC 6211): these algorithms can't be replaced by weaker ones.
  const protection = sequence(sequence(SHA256), element(tagged(1), ...algorithm));
  const made = {
    by: signatureAlgorithm,
    issuerAndSerial: sequence(issuer, serialNumber),
    algorithm: sequence(...algorithm),
    attributes: [
      attribute(CONTENT_TYPE, DATA),
      attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(certificateId))),
      attribute(ALGORITHM_PROTECTION, protection),
    ],
    publicKey: parsed.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView,
  };
  known.set(certificate, made);
  return made;
};

/** Writes an element in DER (X.690 sections 8.1 and 10.1): tag, length, and its parts in order. */
const element = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  const header = length < 0x80 ? [tag, length] : [tag, 0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from(header), ...parts]);
};

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const SET = 0x31;
/** A constructed element with a context-specific tag. */
const tagged = (number: number): number => 0xa0 | number;
const sequence = (...parts: Uint8Array[]): Buffer => element(0x30, ...parts);
const identifier = (value: string): Uint8Array => new Uint8Array(new ObjectIdentifier({ value }).toBER());
const attribute = (type: Uint8Array, value: Uint8Array): Buffer => sequence(type, element(SET, value));

const VERSION_1 = element(INTEGER, Buffer.from([1]));
const NULL = element(0x05);
const DATA = identifier('1.2.840.113549.1.7.1');
const SIGNED_DATA = identifier('1.2.840.113549.1.7.2');
const CONTENT_TYPE = identifier('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = identifier('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE_V2 = identifier('1.2.840.113549.1.9.16.2.47');
const ALGORITHM_PROTECTION = identifier('1.2.840.113549.1.9.52');
const TIMESTAMP_TOKEN = identifier('1.2.840.113549.1.9.16.2.14');
const SHA256 = identifier('2.16.840.1.101.3.4.2.1');
const SHA256_WITH_RSA = identifier('1.2.840.113549.1.1.11');
const ECDSA_WITH_SHA256 = identifier('1.2.840.10045.4.3.2');

/** Identifiers of algorithms with their parameters; PSS as RFC 4055 section 3.1 wants it with SHA-256. */
const ALGORITHMS: Record<SignatureAlgorithm, Uint8Array[]> = {
  ECDSA: [ECDSA_WITH_SHA256],
  'RSASSA-PKCS1-v1_5': [SHA256_WITH_RSA, NULL],
  'RSA-PSS': [
    identifier('1.2.840.113549.1.1.10'),
    sequence(
      element(tagged(0), sequence(SHA256, NULL)),
      element(tagged(1), sequence(identifier('1.2.840.113549.1.1.8'), sequence(SHA256, NULL))),
      element(tagged(2), element(INTEGER, Buffer.from([32]))),
    ),
  ],
};

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
