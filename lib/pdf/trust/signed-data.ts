import { createHash, type X509Certificate } from 'node:crypto';
import { type AsnType, fromBER, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  type CertificateSetItem,
  getCrypto,
  IssuerAndSerialNumber,
  type SignedData,
  type SignerInfo,
} from 'pkijs';
import { isMadeBy } from './made-by.ts';

/** Largest CMS structure that is read, in bytes. */
const LARGEST = 1024 * 1024;
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** Parses the structure at the beginning of the bytes, and its length. Throws if there is none. */
export const decodeDer = (bytes: Uint8Array): { structure: AsnType; length: number } => {
  if (bytes.length > LARGEST) throw new Error('The signature is too large');
  const { result, offset } = fromBER(Uint8Array.from(bytes).buffer);
  if (offset < 0) throw new Error(result.error);
  return { structure: result, length: offset };
};

const isCertificate = (one: CertificateSetItem): one is Certificate => 'issuer' in one && 'subjectPublicKeyInfo' in one;

/** The certificates in the structure, in DER. */
export const certificatesIn = ({ certificates = [] }: SignedData): Uint8Array[] =>
  certificates.filter(isCertificate).map((one) => new Uint8Array(one.toSchema().toBER(false)));

/** The certificate that the signer names by its issuer and serial number (RFC 5652 section 5.3). */
export const signerCertificate = ({ certificates }: SignedData, { sid }: SignerInfo): Certificate | undefined => {
  if (!(sid instanceof IssuerAndSerialNumber)) return undefined;
  return certificates?.find(
    (one): one is Certificate =>
      isCertificate(one) && one.issuer.isEqual(sid.issuer) && one.serialNumber.isEqual(sid.serialNumber),
  );
};

const digestName = ({ digestAlgorithm }: SignerInfo): string => {
  const { name } = getCrypto(true).getAlgorithmByOID<{ name: string }>(digestAlgorithm.algorithmId, true);
  if (!/^SHA-(256|384|512)$/.test(name)) throw new Error(`${name} is no digest that a signature can rest on`);
  return name;
};

/** True if the certificate's key signed the attributes, which include the content's digest. */
export const isByKeyOf = (signer: SignerInfo, { subjectPublicKeyInfo }: Certificate): Promise<boolean> => {
  const { signatureAlgorithm, signature, signedAttrs } = signer;
  const signed = new Uint8Array(signedAttrs?.encodedValue ?? []);
  return isMadeBy(subjectPublicKeyInfo, signatureAlgorithm, signature, signed, digestName(signer));
};

/** The one value of a signed attribute; undefined if there is none or more than one. */
const signedValue = ({ signedAttrs }: SignerInfo, wanted: string) => {
  const values = (signedAttrs?.attributes ?? []).filter(({ type }) => type === wanted).flatMap((one) => one.values);
  return values.length === 1 ? values[0] : undefined;
};

/** The digest of the content that was signed. */
export const messageDigest = (signer: SignerInfo): Buffer | undefined => {
  const value = signedValue(signer, MESSAGE_DIGEST);
  return value && Buffer.from(value.valueBlock.valueHexView);
};

/** True if exactly this content was signed. */
export const isAbout = (signer: SignerInfo, content: Uint8Array): boolean =>
  messageDigest(signer)?.equals(createHash(digestName(signer)).update(content).digest()) ?? false;

/**
 * False if the signer named another certificate (RFC 5035). Signatures that name none, older than CAdES, are accepted.
 * The names of digests other than SHA-1 and SHA-256 are not compared.
 */
export const namesCertificate = (signer: SignerInfo, certificate: X509Certificate): boolean => {
  const second = firstHash(signedValue(signer, SIGNING_CERTIFICATE_V2));
  const named = second.digest ?? firstHash(signedValue(signer, SIGNING_CERTIFICATE)).digest;
  const name = second.digest ? second.algorithm : 'sha1';
  if (!named || !name) return true;
  return createHash(name).update(certificate.raw).digest().equals(named);
};

/** RFC 5035 section 4: the algorithm is omitted where it is SHA-256. */
const firstHash = (attribute: AsnType | undefined): { digest?: Buffer; algorithm?: string | undefined } => {
  const [first, second] = partsOf(partsOf(partsOf(attribute)[0])[0]);
  if (first instanceof OctetString) return { digest: Buffer.from(first.valueBlock.valueHexView), algorithm: 'sha256' };
  if (!first || !(second instanceof OctetString)) return {};
  const { algorithmId } = new AlgorithmIdentifier({ schema: first });
  return { digest: Buffer.from(second.valueBlock.valueHexView), algorithm: NODE_NAMES[algorithmId] };
};

const NODE_NAMES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const partsOf = (structure: AsnType | undefined): AsnType[] => {
  const value = (structure?.valueBlock as { value?: unknown } | undefined)?.value;
  return Array.isArray(value) ? (value as AsnType[]) : [];
};
