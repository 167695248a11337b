import { qualifiedStatements } from './qualified-statements.ts';
import type { ListedService, ServiceStatus } from './trusted-list.ts';
import { type Cert, isIssuedBy } from './x509-certificate.ts';

/** Levels of electronic signatures (Regulation (EU) 910/2014 article 3): simple, advanced, qualified. */
export type SignatureLevel = 'SES' | 'AES' | 'QES';

/** Reasons for the level. */
export type LevelBecause =
  | 'qualified'
  | 'certificate_not_qualified'
  | 'key_not_on_device'
  | 'issuer_not_granted'
  | 'list_unavailable'
  | 'issuer_unknown'
  | 'not_a_person';

export interface JudgedLevel {
  level: SignatureLevel;
  because: LevelBecause;
}

interface Signer {
  certificate: Cert;
  /** Certificates among which its issuers are. */
  chain: readonly Cert[];
  /** Fingerprints of issuers that the operator of this platform knows to certify persons. */
  known: readonly string[];
  /** Services of the trusted lists; null if one that is set can't be read now, or none is set. */
  listed: readonly ListedService[] | null;
  at: Date;
}

/**
 * The level of a signature by a certificate, as far as it is proven, never more. QES: the certificate says that it is
 * qualified, for signatures, and its key in a qualified device, and the trusted lists say that its issuer was granted
 * to issue such certificates, both when it issued this one and at that time (ETSI TS 119 615). AES: the certificate is
 * one person's, by an issuer that the operator or a list knows. Else SES.
 */
export const levelOf = ({ certificate, chain, known, listed, at }: Signer): JudgedLevel => {
  const issuers = issuersOf(certificate, chain);
  const path = [certificate, ...issuers];
  const services = (listed ?? []).filter((service) => isBelow(path, service.certificates));
  if (!issuers.some(({ id }) => known.includes(id)) && !services.some((service) => isGranted(service, at))) {
    return { level: 'SES', because: 'issuer_unknown' };
  }
  if (!isPerson(certificate)) return { level: 'SES', because: 'not_a_person' };
  const { isQualified, isKeyOnDevice, isForSignatures } = qualifiedStatements(certificate);
  if (!isQualified || !isForSignatures) return { level: 'AES', because: 'certificate_not_qualified' };
  if (!isKeyOnDevice) return { level: 'AES', because: 'key_not_on_device' };
  if (!listed) return { level: 'AES', because: 'list_unavailable' };
  const { value: issuedAt } = certificate.parsed.notBefore;
  const isListed = [issuedAt, at].every((time) => isQualifying(services, time));
  return isListed ? { level: 'QES', because: 'qualified' } : { level: 'AES', because: 'issuer_not_granted' };
};

/** Longest chain that is followed. */
const LONGEST = 8;

const issuersOf = (leaf: Cert, chain: readonly Cert[]): Cert[] => {
  const found: Cert[] = [];
  let cert = leaf;
  while (found.length < LONGEST) {
    const issuer = chain.find((one) => one !== cert && isIssuedBy(cert, one));
    if (!issuer || found.includes(issuer)) break;
    found.push(issuer);
    cert = issuer;
  }
  return found;
};

/** True if one of these issued a certificate of the path. */
const isBelow = (path: readonly Cert[], issuers: readonly Cert[]): boolean =>
  path.some((cert) => issuers.some((issuer) => isIssuedBy(cert, issuer)));

const statusAt = ({ statuses }: ListedService, at: Date): ServiceStatus | undefined =>
  statuses.filter(({ from }) => from <= at).sort((a, b) => b.from.getTime() - a.from.getTime())[0];

const isGranted = (service: ListedService, at: Date): boolean => statusAt(service, at)?.isGranted ?? false;

/**
 * True if the lists say of these services at a time that they issue certificates of qualified signatures, and say so of
 * each: of services that differ nobody can tell which one issued it.
 */
const isQualifying = (services: readonly ListedService[], at: Date): boolean => {
  const then = services.flatMap((service) => statusAt(service, at) ?? []).filter((one) => one.isForSignatures);
  return then.length > 0 && then.every((one) => one.isGranted && !one.isLimited);
};

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = ['2.5.4.10', '2.5.4.97'];
/** Surname, given name, pseudonym: a natural person's certificate has one of them (ETSI EN 319 412-2 section 4.2.4). */
const OF_PERSONS = ['2.5.4.4', '2.5.4.42', '2.5.4.65'];

/** True for a certificate of a natural person: else a company's seal would count as somebody's signature. */
const isPerson = ({ parsed }: Cert): boolean => {
  const types = parsed.subject.typesAndValues.map(({ type }) => String(type));
  if (OF_PERSONS.some((type) => types.includes(type))) return true;
  return types.includes(COMMON_NAME) && !ORGANIZATION.some((type) => types.includes(type));
};
