import { type Bytes, concat, type Digest, digest, equal, unreadable } from './bytes.ts';
import {
  type Der,
  expectTag,
  OCTET_STRING,
  oid,
  partsOf,
  readDer,
  readWholeDer,
  SEQUENCE,
  SET,
  smallInteger,
  tagged,
  time,
} from './der.ts';
import { digestOf, isSignedBy } from './public-key.ts';
import { type Certificate, chainOf, isOwnIssuer, readCertificate } from './x509-certificate.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** A signature in CMS (RFC 5652) by one signer, read and not checked. */
export interface Cms {
  /** Bytes of the structure: more may follow in what holds it. */
  length: number;
  contentType: string;
  /** The content inside; undefined if the signature is of something outside. */
  content: Bytes | undefined;
  digest: Digest;
  certificates: readonly Certificate[];
  signature: Bytes;
  algorithm: Der;
  /** Signed attributes as they are signed, and their values by type. */
  signedBytes: Bytes;
  signedAttributes: ReadonlyMap<string, Der>;
  unsignedAttributes: ReadonlyMap<string, Der>;
  issuer: Bytes;
  serialNumber: Bytes;
  /**
   * The versions and the list of digests, which no signature covers, are the only right ones (RFC 5652 sections 5.1,
   * 5.3).
   */
  isExact: boolean;
  /** Beside that, nothing stands in it that neither the signature covers nor a check below. */
  isMinimal: boolean;
}

/**
 * Reads the structure at the beginning of the bytes. Throws `UnreadableError` unless it is a CMS signature of one
 * signer in DER.
 */
export const readCms = async (bytes: Bytes): Promise<Cms> => {
  const outer = readDer(bytes);
  const [type, wrapped, ...none] = partsOf(outer);
  if (oid(type) !== SIGNED_DATA || none.length > 0) return unreadable('no signed data');
  const [signedData, ...others] = partsOf(wrapped, tagged(0));
  if (others.length > 0) return unreadable('more parts');
  const [version, digests, encapsulated, ...rest] = partsOf(signedData);
  const [contentType, content, ...more] = partsOf(encapsulated);
  const signers = partsOf(rest.at(-1), SET);
  const certificates = rest.find(({ tag }) => tag === tagged(0))?.parts ?? [];
  const [signer] = signers;
  if (!signer || signers.length > 1 || more.length > 0) return unreadable('not one signer');
  const [signerVersion, identifier, algorithm, ...parts] = partsOf(signer);
  const [issuer, serial, ...neither] = partsOf(identifier);
  const signed = parts[0]?.tag === tagged(0) ? parts[0] : unreadable('no signed attributes');
  const [, signatureAlgorithm, signature, unsigned, ...nothing] = parts;
  if (unsigned) expectTag(unsigned, tagged(1));
  if (neither.length > 0 || nothing.length > 0) return unreadable('more parts');
  const names = oid(contentType);
  const isExact =
    smallInteger(version) === (names === DATA ? 1 : 3) &&
    smallInteger(signerVersion) === 1 &&
    partsOf(digests, SET).length === 1 &&
    digestOf(partsOf(digests, SET)[0]) === digestOf(algorithm);
  return {
    length: outer.whole.length,
    contentType: names,
    content: content && expectTag(partsOf(content, tagged(0))[0], OCTET_STRING).content,
    digest: digestOf(algorithm),
    certificates: await Promise.all(certificates.slice(0, 30).map((one) => readCertificate(expectTag(one, SEQUENCE)))),
    signature: expectTag(signature, OCTET_STRING).content,
    algorithm: expectTag(signatureAlgorithm, SEQUENCE),
    // Signed with the tag of a set (RFC 5652 section 5.4).
    signedBytes: concat(Uint8Array.of(SET), signed.whole.subarray(1)),
    signedAttributes: attributes(signed),
    unsignedAttributes: unsigned ? attributes(unsigned) : new Map(),
    issuer: expectTag(issuer, SEQUENCE).whole,
    serialNumber: expectTag(serial, 0x02).content,
    isExact,
    isMinimal: isExact && rest.length === (certificates.length > 0 ? 2 : 1),
  };
};

/** Content type of a signature of something outside of it. */
export const DATA = '1.2.840.113549.1.7.1';

/**
 * The one value of each attribute. Throws where a type stands twice or has several values: readers would choose
 * differently.
 */
const attributes = (set: Der): Map<string, Der> => {
  const found = new Map<string, Der>();
  for (const one of set.parts) {
    const [type, values, ...more] = partsOf(one);
    const [value, ...others] = partsOf(values, SET);
    const name = oid(type);
    if (!value || others.length > 0 || more.length > 0 || found.has(name)) return unreadable('an unclear attribute');
    found.set(name, value);
  }
  return found;
};

/** Facts about the signature, each found on its own. */
export interface CheckedCms {
  certificate: Certificate;
  /** The certificate, then its issuers as far as the structure holds them. */
  chain: readonly Certificate[];
  /** The certificate's key made the signature, for this certificate and with these algorithms. */
  isGenuine: boolean;
  /** It is of the bytes that were given. */
  fits: boolean;
  /** Every certificate beside the signer's takes part in its chain, and none of their bytes is another. */
  isMinimal: boolean;
}

/**
 * Checks a signature of these bytes (RFC 5652 section 5.4 and 5.6, RFC 5035). Throws `UnsupportedError` where the
 * runtime lacks an algorithm, and `UnreadableError` if the structure doesn't hold the signer's certificate.
 */
export const checkCms = async (cms: Cms, digestOfContent: (by: Digest) => Promise<Bytes>): Promise<CheckedCms> => {
  const certificate =
    cms.certificates.find(
      ({ issuer, serialNumber }) => equal(issuer, cms.issuer) && equal(serialNumber, cms.serialNumber),
    ) ?? unreadable('no certificate');
  const messageDigest = expectTag(cms.signedAttributes.get(MESSAGE_DIGEST), OCTET_STRING).content;
  const chain = await chainOf(certificate, cms.certificates);
  const last = chain.at(-1) as Certificate;
  return {
    certificate,
    chain,
    isGenuine:
      oid(cms.signedAttributes.get(CONTENT_TYPE)) === cms.contentType &&
      (await namesCertificate(cms, certificate)) &&
      protectsAlgorithms(cms) &&
      (await isSignedBy(certificate.key, cms.algorithm, cms.signature, cms.signedBytes, cms.digest)),
    fits: equal(messageDigest, await digestOfContent(cms.digest)),
    isMinimal:
      cms.isMinimal &&
      chain.length === cms.certificates.length &&
      (chain.length === 1 || (await isOwnIssuer(last)) || !equal(last.issuer, last.subject)),
  };
};

/**
 * True if the signer named this certificate (RFC 5035 sections 3 and 4): another one of the same key can't replace it.
 */
const namesCertificate = async ({ signedAttributes, contentType }: Cms, certificate: Certificate): Promise<boolean> => {
  const second = signedAttributes.get(SIGNING_CERTIFICATE_V2);
  const first = signedAttributes.get(SIGNING_CERTIFICATE);
  // Seals of the baseline profiles name it always; authorities of before RFC 5035 do not.
  if (!second && !first) return contentType !== DATA;
  if (first && !(await isNamedBy(first, certificate, 'SHA-1'))) return false;
  if (!second) return true;
  const [id] = partsOf(partsOf(partsOf(second)[0])[0]);
  return isNamedBy(second, certificate, id?.tag === SEQUENCE ? digestOf(id) : 'SHA-256');
};

const isNamedBy = async (attribute: Der, certificate: Certificate, by: Digest): Promise<boolean> => {
  const parts = partsOf(partsOf(partsOf(attribute)[0])[0]);
  const hash = parts.find(({ tag }) => tag === OCTET_STRING);
  return hash !== undefined && equal(hash.content, await digest(by, certificate.bytes));
};

/** RFC 6211: where the signer named the algorithms, no others may stand in the structure. */
const protectsAlgorithms = ({ signedAttributes, algorithm, digest: by }: Cms): boolean => {
  const protection = signedAttributes.get(ALGORITHM_PROTECTION);
  if (!protection) return true;
  const [hashed, signed] = partsOf(protection);
  return digestOf(hashed) === by && equal(expectTag(signed, tagged(1)).content, algorithm.content);
};

/** A time, in the word of an authority (RFC 3161). */
export interface TimeStamp extends Pick<CheckedCms, 'certificate' | 'chain'> {
  time: Date;
}

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/**
 * Checks a time-stamp token, or the answer that holds one, of the data whose digests are given. Null if it is of
 * something else, isn't genuine, or its certificate may not stamp times.
 */
export const checkTimeStamp = async (
  bytes: Bytes,
  digestOfData: (by: Digest) => Promise<Bytes>,
): Promise<(TimeStamp & { length: number }) | null> => {
  const token = tokenIn(bytes);
  const cms = await readCms(token);
  if (cms.contentType !== TST_INFO || !cms.content) return null;
  const { content } = cms;
  const checked = await checkCms(cms, (by) => digest(by, content));
  const [version, , imprint, , made] = partsOf(readWholeDer(content));
  const [by, stamped] = partsOf(imprint);
  const named = digestOf(by);
  const fits = named !== 'SHA-1' && equal(expectTag(stamped, OCTET_STRING).content, await digestOfData(named));
  const { purposes, validFrom, validTo } = checked.certificate;
  const at = time(made);
  // Else the key of a seal, which is trusted for that, could state times (RFC 3161 section 2.3).
  const mayStamp = purposes?.includes(TIME_STAMPING) ?? false;
  if (!checked.isGenuine || !checked.fits || !cms.isExact || !fits || !mayStamp) return null;
  if (smallInteger(version) !== 1) return null;
  if (at < validFrom || at > validTo) return null;
  return { time: at, certificate: checked.certificate, chain: checked.chain, length: cms.length };
};

/** The token in a TimeStampResp (RFC 3161 section 2.4.2), or the bytes themselves. */
const tokenIn = (bytes: Bytes): Bytes => {
  const [status, token] = partsOf(readDer(bytes));
  return status?.tag === SEQUENCE && token?.tag === SEQUENCE ? token.whole : bytes;
};
