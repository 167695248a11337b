import { verify } from 'node:crypto';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { type Cert, readCert } from './x509-certificate.ts';

/** A service that issues qualified certificates (CA/QC), as a trusted list describes it. */
export interface ListedService {
  /** Of the issuer. */
  certificates: readonly Cert[];
  /** Its properties from each time on. */
  statuses: readonly ServiceStatus[];
}

/** Properties of a service from a time on, as a list has them. */
export interface ServiceStatus {
  from: Date;
  isGranted: boolean;
  /** True if its certificates are of signatures: since 2016 the list has to say so. */
  isForSignatures: boolean;
  /** True where the list says of some of its certificates that they are none of qualified signatures. */
  isLimited: boolean;
}

/** A list that can't be relied on; the message says why. */
class InvalidListError extends Error {}

const LIST = 'http://uri.etsi.org/02231/v2#';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const CA_QC = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC';
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
const FOR_SIGNATURES = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSignatures';
/** Qualifiers that take something away from certificates that fit criteria, which are not read here. */
const LIMITING = /\/(NotQualified|QCNoQSCD|QCNoSSCD|QCQSCDStatusAsInCert|QCForESeal|QCForWSA|QCForLegalPerson)$/;

/**
 * Reads a trusted list (ETSI TS 119 612). Nothing is read but what its signature covers, which must be by a certificate
 * with one of these fingerprints (SHA-256, hex). Throws `InvalidListError` if it isn't, or the list's time is over.
 */
export const readTrustedList = (xml: string, pinned: readonly string[], at: Date): ListedService[] => {
  const list = parsed(signedText(xml, pinned));
  if (!isNamed(list, LIST, 'TrustServiceStatusList')) throw new InvalidListError('it is no trusted list');
  const next = only(within(list, 'SchemeInformation', 'NextUpdate', 'dateTime'));
  if (!next || !(new Date(textOf(next)) >= at)) throw new InvalidListError('its time is over');
  return within(list, 'TrustServiceProviderList', 'TrustServiceProvider', 'TSPServices', 'TSPService').flatMap(
    serviceOf,
  );
};

const serviceOf = (service: Element): ListedService[] => {
  const instances = [
    ...within(service, 'ServiceInformation'),
    ...within(service, 'ServiceHistory', 'ServiceHistoryInstance'),
  ];
  const [now] = within(service, 'ServiceInformation');
  if (!now || !instances.some(isIssuing)) return [];
  const certificates = within(now, 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate').flatMap(certificateOf);
  const statuses = instances.map(statusOf);
  if (certificates.length === 0 || statuses.some(({ from }) => Number.isNaN(from.getTime()))) return [];
  return [{ certificates, statuses }];
};

const isIssuing = (instance: Element): boolean => textOf(only(within(instance, 'ServiceTypeIdentifier'))) === CA_QC;

const statusOf = (instance: Element): ServiceStatus => {
  const extensions = within(instance, 'ServiceInformationExtensions', 'Extension').flatMap(allIn);
  return {
    from: new Date(textOf(only(within(instance, 'StatusStartingTime')))),
    isGranted: isIssuing(instance) && textOf(only(within(instance, 'ServiceStatus'))) === GRANTED,
    isForSignatures: extensions
      .filter(({ localName }) => localName === 'AdditionalServiceInformation')
      .some((use) => allIn(use).some((one) => textOf(one) === FOR_SIGNATURES)),
    isLimited: extensions.some((one) => LIMITING.test(one.getAttribute('uri') ?? '')),
  };
};

const certificateOf = (element: Element): Cert[] => {
  try {
    return [readCert(new Uint8Array(Buffer.from(textOf(element), 'base64')))];
  } catch {
    return [];
  }
};

/** ECDSA in XML signatures (RFC 4050), which the library lacks. */
const ecdsa = (bits: 256 | 384 | 512): [string, new () => SignatureAlgorithm] => {
  const name = `http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${bits}`;
  class Ecdsa implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return name;
    }
    verifySignature(material: string, key: string, value: string): boolean {
      const signature = Buffer.from(value, 'base64');
      return verify(`sha${bits}`, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, signature);
    }
  }
  return [name, Ecdsa];
};

const withoutWeak = <T>(algorithms: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(algorithms).filter(([name]) => !/sha1$|hmac/.test(name)));

/** The text of the list that its signature covers, in canonical form. */
const signedText = (xml: string, pinned: readonly string[]): string => {
  const root = parsed(xml);
  const [signature, ...others] = childrenOf(root).filter((child) => isNamed(child, SIGNATURE, 'Signature'));
  if (!signature || others.length > 0) throw new InvalidListError('it has not one signature');
  const signer = within(signature, 'KeyInfo', 'X509Data', 'X509Certificate')
    .flatMap(certificateOf)
    .find(({ id }) => pinned.includes(id));
  if (!signer) throw new InvalidListError('it is not signed by a certificate that is set for it');
  const checker = new SignedXml({ publicCert: signer.x509.toString(), getCertFromKeyInfo: () => null });
  checker.SignatureAlgorithms = {
    ...withoutWeak(checker.SignatureAlgorithms),
    ...Object.fromEntries(([256, 384, 512] as const).map(ecdsa)),
  };
  checker.HashAlgorithms = withoutWeak(checker.HashAlgorithms);
  const isGood = attempted(() => {
    checker.loadSignature(signature);
    return checker.checkSignature(xml);
  });
  // A signature has a reference to itself, too (XAdES): the list is the one with that name.
  const text = isGood ? checker.getSignedReferences().find((one) => attempted(() => isList(parsed(one)))) : undefined;
  return text ?? fault('its signature is not valid');
};

const isList = (element: Element): boolean => isNamed(element, LIST, 'TrustServiceStatusList');

const fault = (reason: string): never => {
  throw new InvalidListError(reason);
};

const attempted = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** A document type could define what a text means to another reader. */
const parsed = (xml: string): Element => {
  if (/<!DOCTYPE/i.test(xml)) throw new InvalidListError('it has a document type');
  const stop = (message: string): never => {
    throw new InvalidListError(`it is not well-formed: ${message}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } });
  const root = attempted(() => parser.parseFromString(xml, 'text/xml').documentElement);
  return root ?? fault('it is not well-formed');
};

const isElement = (node: Node): node is Element => node.nodeType === 1;
const childrenOf = (element: Element): Element[] => Array.from(element.childNodes).filter(isElement);
const isNamed = ({ namespaceURI, localName }: Element, namespace: string, name: string): boolean =>
  namespaceURI === namespace && localName === name;

/** Elements at the end of a path of names. */
const within = (element: Element, ...path: readonly string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap((one) => childrenOf(one).filter(({ localName }) => localName === name)),
    [element],
  );

const allIn = (element: Element): Element[] => [element, ...childrenOf(element).flatMap(allIn)];

const only = (found: readonly Element[]): Element | undefined => (found.length === 1 ? found[0] : undefined);

const textOf = (element: Element | undefined): string => (element?.textContent ?? '').trim();
