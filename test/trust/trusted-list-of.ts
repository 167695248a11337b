import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { now } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import type { TestPki } from './test-pki.ts';

const URIS = 'http://uri.etsi.org/TrstSvc';

/** A service of a list, as it is since a time. */
interface Status {
  status?: 'granted' | 'withdrawn';
  since?: Date;
  type?: string;
  /** Elements of its extensions; that it is used for signatures unless stated. */
  extensions?: string;
}

export interface ListOptions extends Status {
  nextUpdate?: Date;
  /** Its earlier properties, the newest first. */
  history?: Status[];
  /** More services of the same issuer. */
  more?: Status[];
}

const DAYS = 86_400_000;

const named = (element: string): string => `<${element}><Name xml:lang="en">Test trust</Name></${element}>`;

/** A service's extension that names a use: `ForeSignatures`, `ForeSeals`. */
export const usedFor = (use: string): string =>
  `<Extension Critical="true"><AdditionalServiceInformation><URI xml:lang="en">${URIS}/TrustedList/SvcInfoExt/${use}</URI></AdditionalServiceInformation></Extension>`;

const SIGNATURES = usedFor('ForeSignatures');

/** A service's extension with a qualifier, such as `NotQualified`, of all certificates whose key signs. */
export const qualifying = (qualifier: string): string =>
  `<Extension Critical="true"><q:Qualifications xmlns:q="${URIS}/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#"><q:QualificationElement><q:Qualifiers><q:Qualifier uri="${URIS}/TrustedList/SvcInfoExt/${qualifier}"/></q:Qualifiers><q:CriteriaList assert="all"><q:KeyUsage><q:KeyUsageBit name="digitalSignature">true</q:KeyUsageBit></q:KeyUsage></q:CriteriaList></q:QualificationElement></q:Qualifications></Extension>`;

/** A trusted list (ETSI TS 119 612) of one service, not signed. */
export const listOf = (
  issuer: Uint8Array,
  at: Date,
  { nextUpdate = new Date(at.getTime() + 30 * DAYS), history = [], more = [], ...current }: ListOptions = {},
): string => {
  const identity = `<ServiceDigitalIdentity><DigitalId><X509Certificate>${Buffer.from(issuer).toString('base64')}</X509Certificate></DigitalId></ServiceDigitalIdentity>`;
  const from = new Date(at.getTime() - 900 * DAYS);
  const statusOf = ({ status = 'granted', since = from, type = 'CA/QC', extensions = SIGNATURES }: Status): string =>
    `<ServiceTypeIdentifier>${URIS}/Svctype/${type}</ServiceTypeIdentifier>${named('ServiceName')}${identity}<ServiceStatus>${URIS}/TrustedList/Svcstatus/${status}</ServiceStatus><StatusStartingTime>${since.toISOString()}</StatusStartingTime><ServiceInformationExtensions>${extensions}</ServiceInformationExtensions>`;
  const serviceOf = (now: Status, before: Status[]): string =>
    `<TSPService><ServiceInformation>${statusOf(now)}</ServiceInformation><ServiceHistory>${before.map((one) => `<ServiceHistoryInstance>${statusOf(one)}</ServiceHistoryInstance>`).join('')}</ServiceHistory></TSPService>`;
  const services = [serviceOf(current, history), ...more.map((one) => serviceOf(one, []))];
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag"><SchemeInformation><TSLVersionIdentifier>5</TSLVersionIdentifier><TSLSequenceNumber>1</TSLSequenceNumber><TSLType>${URIS}/TrustedList/TSLType/EUgeneric</TSLType>${named('SchemeOperatorName')}<SchemeTerritory>AT</SchemeTerritory><ListIssueDateTime>${new Date(at.getTime() - DAYS).toISOString()}</ListIssueDateTime><NextUpdate><dateTime>${nextUpdate.toISOString()}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPInformation>${named('TSPName')}</TSPInformation><TSPServices>${services.join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`;
};

/** An operator of a trusted list. */
export interface ListSigner {
  privateKey: KeyObject;
  certificate: Uint8Array;
  /** SHA-256 of the certificate, hex. */
  fingerprint: string;
}

export const newListSigner = async (pki: TestPki, kind: 'RSA' | 'EC' = 'RSA'): Promise<ListSigner> => {
  const { publicKey, privateKey } =
    kind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { certificate } = await pki.signerCertificate(publicKey, { name: 'List operator' });
  return { privateKey, certificate, fingerprint: sha256(certificate) };
};

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Properties that the signature of a list has (ETSI EN 319 132-1): its time and its certificate. */
const propertiesOf = (certificate: Uint8Array): string => {
  const digest = Buffer.from(sha256(certificate), 'hex').toString('base64');
  const method = `<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${SHA256}"/>`;
  const value = `<ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${digest}</ds:DigestValue>`;
  return `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#signature"><xades:SignedProperties Id="properties"><xades:SignedSignatureProperties><xades:SigningTime>${now().toISOString()}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>${method}${value}</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>`;
};

/** Signs a list as its operator does: an enveloped signature (XAdES) of the whole. `of`: of another part. */
export const signList = (
  xml: string,
  { privateKey, certificate }: ListSigner,
  { of = "/*[local-name(.)='TrustServiceStatusList']" }: { of?: string } = {},
): string => {
  const isElliptic = privateKey.asymmetricKeyType === 'ec';
  const base64 = Buffer.from(certificate).toString('base64');
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicCert: `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
    signatureAlgorithm: `${MORE}${isElliptic ? 'ecdsa' : 'rsa'}-sha256`,
    canonicalizationAlgorithm: EXCLUSIVE,
    objects: [{ content: propertiesOf(certificate) }],
  });
  if (isElliptic) {
    const name = `${MORE}ecdsa-sha256`;
    class Ecdsa {
      getAlgorithmName = () => name;
      verifySignature = () => false;
      getSignature = (text: string) =>
        sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
    }
    signer.SignatureAlgorithms = { ...signer.SignatureAlgorithms, [name]: Ecdsa };
  }
  signer.addReference({
    xpath: of,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: SHA256,
  });
  signer.addReference({
    xpath: "//*[local-name(.)='SignedProperties']",
    type: 'http://uri.etsi.org/01903#SignedProperties',
    transforms: [EXCLUSIVE],
    digestAlgorithm: SHA256,
  });
  signer.computeSignature(xml, {
    attrs: { Id: 'signature' },
    location: { reference: "/*[local-name(.)='TrustServiceStatusList']", action: 'append' },
  });
  return signer.getSignedXml();
};

const oid = (hex: string): string => `06${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
const sequence = (...parts: string[]): string => {
  const body = parts.join('');
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
};

/** 0.4.0.1862.1: ETSI's statements. */
const ETSI = '04008e4601';
const COMPLIANCE = sequence(oid(`${ETSI}01`));
const DEVICE = sequence(oid(`${ETSI}04`));
const typeOf = (...types: (1 | 2 | 3)[]) =>
  sequence(oid(`${ETSI}06`), sequence(...types.map((nth) => oid(`${ETSI}060${nth}`))));
/** `CH`, in printable letters. */
const SWISS = sequence(oid(`${ETSI}07`), sequence('13024348'));

const statements = (...parts: string[]): Uint8Array => Uint8Array.from(Buffer.from(sequence(...parts), 'hex'));

/** Statements of certificates (ETSI EN 319 412-5). */
export const STATEMENTS = {
  qualified: statements(COMPLIANCE, DEVICE, typeOf(1)),
  withoutType: statements(COMPLIANCE, DEVICE),
  withoutDevice: statements(COMPLIANCE, typeOf(1)),
  both: statements(COMPLIANCE, DEVICE, typeOf(1, 2)),
  seal: statements(COMPLIANCE, DEVICE, typeOf(2)),
  swiss: statements(COMPLIANCE, DEVICE, typeOf(1), SWISS),
  device: statements(DEVICE, typeOf(1)),
};
