import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { sha256 } from '../../lib/base/ids.ts';
import type { TestPki } from './test-pki.ts';

const URIS = 'http://uri.etsi.org/TrstSvc';

interface ListOptions {
  status?: 'granted' | 'withdrawn';
  /** Days from the test's now, negative before it. */
  since?: Date;
  nextUpdate?: Date;
  type?: string;
  /** Elements of the service's extensions. */
  extensions?: string;
  history?: string;
}

/** A trusted list (ETSI TS 119 612) of one service, not signed. */
export const listOf = (
  issuer: Uint8Array,
  at: Date,
  { status = 'granted', since, nextUpdate, type = 'CA/QC', extensions = '', history = '' }: ListOptions = {},
): string => {
  const day = 86_400_000;
  const next = nextUpdate ?? new Date(at.getTime() + 30 * day);
  const from = since ?? new Date(at.getTime() - 900 * day);
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag"><SchemeInformation><NextUpdate><dateTime>${next.toISOString()}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPServices><TSPService><ServiceInformation><ServiceTypeIdentifier>${URIS}/Svctype/${type}</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${Buffer.from(issuer).toString('base64')}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>${URIS}/TrustedList/Svcstatus/${status}</ServiceStatus><StatusStartingTime>${from.toISOString()}</StatusStartingTime><ServiceInformationExtensions>${extensions}</ServiceInformationExtensions></ServiceInformation><ServiceHistory>${history}</ServiceHistory></TSPService></TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`;
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

/** Signs a list as its operator does: an enveloped signature of the whole. `of`: of another part. */
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
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, {
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
const typeOf = (nth: 1 | 2 | 3) => sequence(oid(`${ETSI}06`), sequence(oid(`${ETSI}060${nth}`)));
/** `CH`, in printable letters. */
const SWISS = sequence(oid(`${ETSI}07`), sequence('13024348'));

const statements = (...parts: string[]): Uint8Array => Uint8Array.from(Buffer.from(sequence(...parts), 'hex'));

/** Statements of certificates (ETSI EN 319 412-5). */
export const STATEMENTS = {
  qualified: statements(COMPLIANCE, DEVICE, typeOf(1)),
  withoutType: statements(COMPLIANCE, DEVICE),
  withoutDevice: statements(COMPLIANCE, typeOf(1)),
  seal: statements(COMPLIANCE, DEVICE, typeOf(2)),
  swiss: statements(COMPLIANCE, DEVICE, typeOf(1), SWISS),
  device: statements(DEVICE, typeOf(1)),
};
