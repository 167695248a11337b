import { createHash, X509Certificate } from 'node:crypto';
import {
  type Certificate,
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs';

/** What can be said of a detached CMS signature (RFC 5652) over some bytes. */
export interface CheckedCms {
  /** The certificate whose key made it, if it is valid. */
  certificate: X509Certificate;
  /** Made by that key, whatever it is about. */
  valid: boolean;
  /** About exactly these bytes. */
  fits: boolean;
  /** A moment at which it existed already, as a time-stamp authority says. */
  timestamp: { time: string; authority: string } | null;
}

const LARGEST = 1024 * 1024;
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** The signature time-stamp of CAdES (RFC 5126 section 6.1.1). */
const TIMESTAMP = '1.2.840.113549.1.9.16.2.14';
const DATA = '1.2.840.113549.1.7.1';

/** Checks a signature; undefined where the structure is none that a document can be sealed with. */
export const checkCms = async (cms: Uint8Array, covered: Uint8Array | null): Promise<CheckedCms | undefined> => {
  try {
    const signed = signedDataOf(cms);
    const [signer, ...others] = signed.signerInfos;
    // With content of its own, the signature would be about that and not about the document.
    if (!signer || others.length > 0 || signed.encapContentInfo.eContent) return undefined;
    const certificate = certificateOf(signed, signer);
    if (!certificate || !signer.signedAttrs || signed.encapContentInfo.eContentType !== DATA) return undefined;
    return {
      certificate: new X509Certificate(Buffer.from(certificate.toSchema().toBER(false))),
      valid: await isValid(signer, certificate),
      fits: covered !== null && isAbout(signer, covered),
      timestamp: await timestampOf(signer),
    };
  } catch {
    return undefined;
  }
};

const signedDataOf = (cms: Uint8Array): SignedData => {
  if (cms.length > LARGEST) throw new Error('The signature is too large');
  return new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(cms).buffer).content });
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

/** Whether the certificate's key signed the attributes, of which the digest of the document is one. */
const isValid = (signer: SignerInfo, { subjectPublicKeyInfo }: Certificate): Promise<boolean> =>
  getCrypto(true).verifyWithPublicKey(
    signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0),
    signer.signature,
    subjectPublicKeyInfo,
    signer.signatureAlgorithm,
    digestName(signer),
  );

const isAbout = (signer: SignerInfo, covered: Uint8Array): boolean => {
  const stated = (signer.signedAttrs?.attributes ?? []).filter(({ type }) => type === MESSAGE_DIGEST);
  const [digest, ...others] = stated.flatMap(({ values }) => values);
  if (!digest || others.length > 0) return false;
  const computed = createHash(digestName(signer)).update(covered).digest();
  return Buffer.from(digest.valueBlock.valueHexView).equals(computed);
};

/** The time of a valid time-stamp of exactly this signature. Whether its authority is to be trusted is not checked. */
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
