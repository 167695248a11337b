import { createHash, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs';
import {
  decodeDer,
  isAbout,
  isByKeyOf,
  messageDigest,
  namesCertificate,
  signerCertificate,
} from '../trust/signed-data.ts';
import { readToken } from '../trust/token.ts';
import { subjectOf } from '../trust/x509-certificate.ts';
import { cadesSignature } from './cades.ts';

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

/** The signature time-stamp of CAdES (RFC 5126 section 6.1.1). */
const TIMESTAMP = '1.2.840.113549.1.9.16.2.14';
const DATA = '1.2.840.113549.1.7.1';

/** Checks the signature at the beginning of `contents`; undefined if the structure can't seal a document. */
export const checkCms = async (contents: Uint8Array, covered: Uint8Array | null): Promise<CheckedCms | undefined> => {
  try {
    const { structure, length } = decodeDer(contents);
    const signed = new SignedData({ schema: new ContentInfo({ schema: structure }).content });
    const [signer, ...others] = signed.signerInfos;
    // A signature with its own content would cover that, not the document.
    if (!signer || others.length > 0 || signed.encapContentInfo.eContent) return undefined;
    const certificate = signerCertificate(signed, signer);
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

/** The time of a valid time-stamp of exactly this signature. The issuers of its certificate are not checked. */
const timestampOf = async (signer: SignerInfo): Promise<CheckedCms['timestamp']> => {
  const [token] = signer.unsignedAttrs?.attributes.find(({ type }) => type === TIMESTAMP)?.values ?? [];
  if (!token) return null;
  try {
    const digest = createHash('sha256').update(signer.signature.valueBlock.valueHexView).digest();
    const { time, signer: authority } = await readToken(new Uint8Array(token.toBER(false)), digest);
    return { time: time.toISOString(), authority: subjectOf(authority) };
  } catch {
    return null;
  }
};
