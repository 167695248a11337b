import { createHash } from 'node:crypto';
import type { Signer } from '@libpdf/core';
import { Constructed, fromBER, Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52';
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

/** Time-stamps the SHA-256 digest of a signature: answers the token (RFC 3161). */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array>;

/**
 * A detached CMS signature (RFC 5652) of content with this SHA-256 digest, DER, as the baseline profiles of PAdES want it
 * (ETSI EN 319 142-1 section 6.3): with the content's type and digest and the signer's certificate signed, and no signing
 * time, which the PDF states itself. `timestamp`, when given, makes it level B-T. Throws what `signer` and `timestamp` do.
 */
export const cadesSignature = async (
  digest: Uint8Array,
  signer: Signer,
  timestamp: Timestamp | undefined,
): Promise<Uint8Array> => {
  const chain = [signer.certificate, ...(signer.certificateChain ?? [])].map((der) => Certificate.fromBER(exact(der)));
  const [certificate] = chain;
  if (!certificate) throw new Error('There is no signature without a certificate');
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: signedAttributes(digest, certificate, signer),
  });
  const signature = await signer.sign(toBeSigned(signedAttrs), 'SHA-256');
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithm(signer),
    signature: new OctetString({ valueHex: exact(signature) }),
  });
  if (timestamp) {
    const token = await timestamp(sha256(signature));
    const attribute = new Attribute({ type: TIMESTAMP_TOKEN, values: [fromBER(exact(token)).result] });
    signerInfo.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
  }
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: SHA256 })],
    certificates: chain,
    signerInfos: [signerInfo],
  });
  const content = new ContentInfo({ contentType: SIGNED_DATA, content: signedData.toSchema() });
  return new Uint8Array(content.toSchema().toBER());
};

const signedAttributes = (digest: Uint8Array, certificate: Certificate, signer: Signer): Attribute[] => [
  new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: DATA })] }),
  new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: exact(digest) })] }),
  new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [signingCertificate(certificate, signer.certificate)] }),
  new Attribute({ type: ALGORITHM_PROTECTION, values: [algorithmProtection(signer)] }),
];

/** SigningCertificateV2 (RFC 5035 section 3): this certificate and no other signed. SHA-256 is the default there. */
const signingCertificate = ({ issuer, serialNumber }: Certificate, der: Uint8Array): Sequence => {
  const name = new GeneralName({ type: 4, value: issuer });
  const issuerSerial = new Sequence({ value: [new Sequence({ value: [name.toSchema()] }), serialNumber] });
  const certId = new Sequence({ value: [new OctetString({ valueHex: exact(sha256(der)) }), issuerSerial] });
  return new Sequence({ value: [new Sequence({ value: [certId] })] });
};

/** CMSAlgorithmProtection (RFC 6211): no weaker algorithm can be put in the place of these. */
const algorithmProtection = (signer: Signer): Sequence => {
  const algorithm = signatureAlgorithm(signer).toSchema().valueBlock.value;
  return new Sequence({
    value: [
      new Sequence({ value: [new ObjectIdentifier({ value: SHA256 })] }),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: algorithm }),
    ],
  });
};

const signatureAlgorithm = ({ keyType }: Signer): AlgorithmIdentifier =>
  keyType === 'EC'
    ? new AlgorithmIdentifier({ algorithmId: ECDSA_WITH_SHA256 })
    : new AlgorithmIdentifier({ algorithmId: SHA256_WITH_RSA, algorithmParams: new Null() });

/** DER of the attributes as the set that is signed (RFC 5652 section 5.4): in the order of their encodings. */
const toBeSigned = (signedAttrs: SignedAndUnsignedAttributes): Uint8Array => {
  signedAttrs.attributes.sort((a, b) => Buffer.compare(encoded(a), encoded(b)));
  return new Uint8Array(new SetOf({ value: signedAttrs.attributes.map((one) => one.toSchema()) }).toBER());
};

const encoded = (attribute: Attribute): Uint8Array => new Uint8Array(attribute.toSchema().toBER());

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** The bytes with nothing around them: these libraries take whole buffers. */
const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
