import { createHash, X509Certificate } from 'node:crypto';
import { type AsnType, fromBER, OctetString } from 'asn1js';
import {
  type Certificate,
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs';
import { cadesSignature } from '../../pdf/cades.ts';

/** Facts about a detached CMS signature (RFC 5652) over some bytes. */
export interface CheckedCms {
  /** The certificate that it names. */
  certificate: X509Certificate;
  /** The certificate's key made the signature, over whatever bytes. */
  byItsKey: boolean;
  /** The key made it for this certificate: another certificate of the same key can't replace it (RFC 5035). */
  valid: boolean;
  /** It covers exactly these bytes. */
  fits: boolean;
  /** Only zeros follow it in its reserved space. */
  alone: boolean;
  /** Byte for byte as this platform makes it from its parts: even uncovered parts are unchanged. */
  asMadeHere: boolean;
  /** A time at which it existed already, according to a time-stamp authority. */
  timestamp: { time: string; authority: string } | null;
}

/** Largest signature that a document can be sealed with, in bytes. */
const LARGEST = 1024 * 1024;
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** The signature time-stamp of CAdES (RFC 5126 section 6.1.1). */
const TIMESTAMP = '1.2.840.113549.1.9.16.2.14';
const DATA = '1.2.840.113549.1.7.1';

/** Checks the signature at the beginning of `contents`; undefined if the structure can't seal a document. */
export const checkCms = async (contents: Uint8Array, covered: Uint8Array | null): Promise<CheckedCms | undefined> => {
  try {
    const { structure, length } = decode(contents);
    const signed = new SignedData({ schema: new ContentInfo({ schema: structure }).content });
    const [signer, ...others] = signed.signerInfos;
    // A signature with its own content would cover that, not the document.
    if (!signer || others.length > 0 || signed.encapContentInfo.eContent) return undefined;
    const certificate = certificateOf(signed, signer);
    if (!certificate || !signer.signedAttrs || signed.encapContentInfo.eContentType !== DATA) return undefined;
    const x509 = new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)));
    const byItsKey = await isByKeyOf(signer, certificate);
    const timestamp = await timestampOf(signer);
    return {
      certificate: x509,
      byItsKey,
      valid: byItsKey && namesCertificate(signer, x509),
      fits: covered !== null && isAbout(signer, covered),
      alone: contents.subarray(length).every((byte) => byte === 0),
      asMadeHere: (await remade(signed, signer, timestamp !== null))?.equals(contents.subarray(0, length)) ?? false,
      timestamp,
    };
  } catch {
    return undefined;
  }
};

/** Parses the structure at the beginning of the bytes, and its length. */
const decode = (bytes: Uint8Array): { structure: AsnType; length: number } => {
  if (bytes.length > LARGEST) throw new Error('The signature is too large');
  const { result, offset } = fromBER(Uint8Array.from(bytes).buffer);
  if (offset < 0) throw new Error(result.error);
  return { structure: result, length: offset };
};

const certificateOf = ({ certificates }: SignedData, { sid }: SignerInfo): Certificate | undefined => {
  if (!(sid instanceof IssuerAndSerialNumber)) return undefined;
  return certificates?.find(
    (one): one is Certificate =>
      'issuer' in one &&
      'subjectPublicKeyInfo' in one &&
      one.issuer.isEqual(sid.issuer) &&
      one.serialNumber.isEqual(sid.serialNumber),
  );
};

const digestName = ({ digestAlgorithm }: SignerInfo): string => {
  const { name } = getCrypto(true).getAlgorithmByOID<{ name: string }>(digestAlgorithm.algorithmId, true);
  if (!/^SHA-(256|384|512)$/.test(name)) throw new Error(`${name} is no digest that a signature can rest on`);
  return name;
};

/** True if the certificate's key signed the attributes, which include the document's digest. */
const isByKeyOf = (signer: SignerInfo, { subjectPublicKeyInfo }: Certificate): Promise<boolean> =>
  getCrypto(true).verifyWithPublicKey(
    signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0),
    signer.signature,
    subjectPublicKeyInfo,
    signer.signatureAlgorithm,
    digestName(signer),
  );

/** The one value of a signed attribute; undefined if there is none or more than one. */
const signedValue = ({ signedAttrs }: SignerInfo, wanted: string) => {
  const values = (signedAttrs?.attributes ?? []).filter(({ type }) => type === wanted).flatMap((one) => one.values);
  return values.length === 1 ? values[0] : undefined;
};

const messageDigest = (signer: SignerInfo): Buffer | undefined => {
  const value = signedValue(signer, MESSAGE_DIGEST);
  return value && Buffer.from(value.valueBlock.valueHexView);
};

const isAbout = (signer: SignerInfo, covered: Uint8Array): boolean =>
  messageDigest(signer)?.equals(createHash(digestName(signer)).update(covered).digest()) ?? false;

/**
 * False if the signer named another certificate (SigningCertificateV2, RFC 5035 section 3). Signatures without one,
 * older than CAdES, are accepted. Reads the form that this platform and most others write: with a SHA-256 digest.
 */
const namesCertificate = (signer: SignerInfo, certificate: X509Certificate): boolean => {
  const named = signedValue(signer, SIGNING_CERTIFICATE_V2);
  if (!named) return true;
  const digest = createHash('sha256').update(certificate.raw).digest();
  const [hashed] = named.valueBlock.value[0]?.valueBlock.value[0]?.valueBlock.value ?? [];
  return hashed instanceof OctetString ? digest.equals(Buffer.from(hashed.valueBlock.valueHexView)) : true;
};

/**
 * Makes the structure again from its parts, as this platform would: it is the same if it was made here and left
 * unchanged. Undefined if it can't be. A time-stamp must be valid, and each further certificate must be the issuer of
 * the previous one.
 */
const remade = async (signed: SignedData, signer: SignerInfo, timestamped: boolean): Promise<Buffer | undefined> => {
  const [certificate, ...chain] = (signed.certificates ?? []).map((one) => Buffer.from(one.toSchema().toBER(false)));
  const digest = messageDigest(signer);
  const [token] = signer.unsignedAttrs?.attributes.flatMap(({ values }) => values) ?? [];
  if (!certificate || !digest || (token && !timestamped) || !isChain([certificate, ...chain])) return undefined;
  const isElliptic = new X509Certificate(certificate).publicKey.asymmetricKeyType === 'ec';
  const made = await cadesSignature(
    digest,
    {
      certificate,
      certificateChain: chain,
      keyType: isElliptic ? 'EC' : 'RSA',
      signatureAlgorithm: isElliptic ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
      sign: async () => new Uint8Array(signer.signature.valueBlock.valueHexView),
    },
    token && (async () => new Uint8Array(token.toBER())),
  );
  return Buffer.from(made);
};

const isChain = (chain: readonly Buffer[]): boolean => {
  const certificates = chain.map((one) => new X509Certificate(one));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return !issuer || (one.checkIssued(issuer) && one.verify(issuer.publicKey));
  });
};

/** The time of a valid time-stamp of exactly this signature. The authority's trust is not checked. */
const timestampOf = async (signer: SignerInfo): Promise<CheckedCms['timestamp']> => {
  const [token] = signer.unsignedAttrs?.attributes.find(({ type }) => type === TIMESTAMP)?.values ?? [];
  if (!token) return null;
  try {
    const signed = new SignedData({ schema: new ContentInfo({ schema: token }).content });
    const content = signed.encapContentInfo.eContent?.getValue();
    const stamped = Uint8Array.from(signer.signature.valueBlock.valueHexView).buffer;
    if (!content || !(await signed.verify({ signer: 0, data: stamped }))) return null;
    const { genTime } = TSTInfo.fromBER(content);
    const [of] = signed.signerInfos;
    const certificate = of && certificateOf(signed, of);
    const authority = certificate ? new X509Certificate(Buffer.from(certificate.toSchema().toBER(false))).subject : '';
    return { time: genTime.toISOString(), authority: authority.replaceAll('\n', ', ') };
  } catch {
    return null;
  }
};
