import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { BitString, Integer, OctetString, PrintableString, Sequence, Set as SetOf, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CertificationRequest,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
} from 'pkijs';
import { toDer } from './ecdsa.ts';
import { publicKey, signDigest } from './signing-key.ts';

/** Settings of a certificate for the seal key. */
export interface SealCertificateOptions {
  /** The certified key, which also signs the certificate: `file:<path>` or `kms:<id>`. */
  key: string;
  /** Its holder: an RFC 4514 name such as `CN=Countersign seal,O=Example,C=US`, or a bare common name. */
  subject: string;
  validFrom: Date;
  years: number;
}

/** Attribute types of RFC 4514 section 3 that a subject may name. */
const ATTRIBUTE_TYPES: Record<string, string> = {
  CN: '2.5.4.3',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
};

/** Purposes of the seal key: document signing (RFC 9336), and e-mail protection, which older validators look for. */
const PURPOSES = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];

/** Bits 0 (digitalSignature) and 1 (nonRepudiation) of RFC 5280 section 4.2.1.3, the other six unused. */
const KEY_USAGE = new BitString({ valueHex: Uint8Array.of(0xc0).buffer, unusedBits: 6 });

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/**
 * Makes a self-signed X.509 v3 certificate (RFC 5280) for the seal key, PEM. `signDigest` signs it, so that the key can
 * stay in KMS. For a seal that strangers trust, have a CA certify `certificateRequest`.
 */
export const issueSealCertificate = async (options: SealCertificateOptions): Promise<string> => {
  const spki = await publicKey(options.key);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ valueHex: serialNumber() });
  certificate.notBefore.value = options.validFrom;
  certificate.notAfter.value = yearsAfter(options.validFrom, options.years);
  certificate.subject = distinguishedName(options.subject);
  certificate.issuer = distinguishedName(options.subject);
  certificate.subjectPublicKeyInfo = publicKeyInfo(spki);
  certificate.extensions = extensions(spki);
  certificate.signature = signatureAlgorithm(spki);
  certificate.signatureAlgorithm = signatureAlgorithm(spki);
  const signature = await sign(options.key, spki, certificate.encodeTBS().toBER(false));
  certificate.signatureValue = new BitString({ valueHex: signature });
  return pem('CERTIFICATE', certificate.toSchema(true).toBER(false));
};

/** Makes a PKCS#10 certificate request (RFC 2986) for the seal key, PEM, for the owner to send to a CA. */
export const certificateRequest = async (options: { key: string; subject: string }): Promise<string> => {
  const spki = await publicKey(options.key);
  const request = new CertificationRequest();
  request.version = 0;
  request.subject = distinguishedName(options.subject);
  request.subjectPublicKeyInfo = publicKeyInfo(spki);
  request.attributes = [
    new Attribute({
      type: EXTENSION_REQUEST,
      values: [new Sequence({ value: extensions(spki).map((extension) => extension.toSchema()) })],
    }),
  ];
  request.signatureAlgorithm = signatureAlgorithm(spki);
  const [toBeSigned] = request.toSchema(true).valueBlock.value;
  if (!toBeSigned) throw new Error('The certificate request has no contents');
  const signature = await sign(options.key, spki, toBeSigned.toBER(false));
  request.signatureValue = new BitString({ valueHex: signature });
  return pem('CERTIFICATE REQUEST', request.toSchema(true).toBER(false));
};

/** 127 random bits: unique without a register, positive, and within the 20 octets of RFC 5280 section 4.1.2.2. */
const serialNumber = (): ArrayBuffer => {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
};

const yearsAfter = (moment: Date, years: number): Date => {
  const end = new Date(moment);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
};

const extensions = (spki: KeyObject): Extension[] => {
  const keyId = new OctetString({ valueHex: keyIdentifier(spki) });
  return [
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema().toBER(false), true),
    extension('2.5.29.15', KEY_USAGE.toBER(false), true),
    extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: PURPOSES }).toSchema().toBER(false), false),
    extension('2.5.29.14', keyId.toBER(false), false),
  ];
};

const extension = (extnID: string, extnValue: ArrayBuffer, critical: boolean): Extension =>
  new Extension({ extnID, critical, extnValue });

/**
 * SHA-1 of the subject public key's bits: method 1 of RFC 5280 section 4.2.1.2. It identifies the key and protects
 * nothing.
 */
const keyIdentifier = (spki: KeyObject): ArrayBuffer => {
  const bits = publicKeyInfo(spki).subjectPublicKey.valueBlock.valueHexView;
  return arrayBuffer(createHash('sha1').update(bits).digest());
};

const publicKeyInfo = (spki: KeyObject): PublicKeyInfo =>
  PublicKeyInfo.fromBER(arrayBuffer(spki.export({ type: 'spki', format: 'der' })));

const signatureAlgorithm = (spki: KeyObject): AlgorithmIdentifier =>
  spki.asymmetricKeyType === 'ec'
    ? new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' })
    : AlgorithmIdentifier.fromBER(RSA_WITH_SHA256);

/** sha256WithRSAEncryption with the NULL parameters that RFC 4055 section 5 requires. */
const RSA_WITH_SHA256 = arrayBuffer(Buffer.from('300d06092a864886f70d01010b0500', 'hex'));

const sign = async (key: string, spki: KeyObject, toBeSigned: ArrayBuffer): Promise<ArrayBuffer> => {
  const digest = createHash('sha256').update(new Uint8Array(toBeSigned)).digest();
  if (spki.asymmetricKeyType === 'ec') return arrayBuffer(toDer(await signDigest(key, digest, 'ES256')));
  return arrayBuffer(await signDigest(key, digest, 'RS256'));
};

const distinguishedName = (text: string): RelativeDistinguishedNames => {
  const attributes = parseName(text).map(([type, value]) => {
    const oid = ATTRIBUTE_TYPES[type.toUpperCase()];
    if (!oid) throw new Error(`A subject names ${Object.keys(ATTRIBUTE_TYPES).join(', ')}; not ${type}`);
    const encoded = type.toUpperCase() === 'C' ? new PrintableString({ value }) : new Utf8String({ value });
    return new AttributeTypeAndValue({ type: oid, value: encoded });
  });
  // pkijs writes an unparsed name as one RDN with many values; a comma-separated name means several RDNs.
  const names = attributes.map((attribute) => new SetOf({ value: [attribute.toSchema()] }));
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: names }).toBER(false));
};

/** Splits an RFC 4514 name into `type=value` pairs. A backslash makes the next character literal. */
const parseName = (text: string): [string, string][] => {
  if (!/^\s*[A-Za-z]+\s*=/.test(text)) return [['CN', text.trim()]];
  const pairs = text.match(/(?:\\.|[^,\\])+/gs) ?? [];
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) throw new Error('A subject is a list of type=value, separated by commas');
    return [
      pair.slice(0, equals).trim(),
      pair
        .slice(equals + 1)
        .trim()
        .replace(/\\(.)/gs, '$1'),
    ];
  });
};

const pem = (label: string, der: ArrayBuffer): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

/** Copies the bytes into a new ArrayBuffer, as ASN.1 libraries require. */
function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
