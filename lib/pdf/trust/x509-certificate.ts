import { X509Certificate } from 'node:crypto';
import { Certificate, type CRLDistributionPoints, type ExtKeyUsage, type GeneralName, type InfoAccess } from 'pkijs';
import { sha256 } from '../../base/ids.ts';
import { keptOr } from '../../base/kept.ts';
import { asOneLine, withoutHidden } from '../../base/look.ts';

/** A certificate (RFC 5280) in the two forms that checks need. */
export interface Cert {
  der: Uint8Array;
  /** SHA-256 of `der`, hex. */
  id: string;
  x509: X509Certificate;
  parsed: Certificate;
}

/** Certificates are the same for all seals, and parsing takes milliseconds. */
const known = new Map<string, Cert>();
const MOST_KNOWN = 200;

/** Reads a certificate. Throws if it is none. */
export const readCert = (der: Uint8Array): Cert => {
  const id = sha256(der);
  const read = () => {
    const copy = Uint8Array.from(der);
    return { der: copy, id, x509: new X509Certificate(copy), parsed: Certificate.fromBER(copy.buffer) };
  };
  return keptOr(known, id, read, MOST_KNOWN);
};

const EXTENDED_KEY_USAGE = '2.5.29.37';
const CRL_DISTRIBUTION_POINTS = '2.5.29.31';
const AUTHORITY_INFORMATION_ACCESS = '1.3.6.1.5.5.7.1.1';
const OCSP = '1.3.6.1.5.5.7.48.1';
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';
const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';

/** The most addresses of a kind that are used of a certificate. */
const MOST_ADDRESSES = 3;

const extension = ({ parsed }: Cert, wanted: string) => parsed.extensions?.find(({ extnID }) => extnID === wanted);

const purposes = (cert: Cert): { keyPurposes: string[]; critical: boolean } => {
  const found = extension(cert, EXTENDED_KEY_USAGE);
  const usage = found?.parsedValue as ExtKeyUsage | undefined;
  return { keyPurposes: usage?.keyPurposes ?? [], critical: found?.critical ?? false };
};

/** True for an authority's certificate: its key makes time-stamps and nothing else (RFC 3161 section 2.3). */
export const mayStampTime = (cert: Cert): boolean => {
  const { keyPurposes, critical } = purposes(cert);
  return critical && keyPurposes.length === 1 && keyPurposes[0] === '1.3.6.1.5.5.7.3.8';
};

/** Key usages that are of a signature of a document: digitalSignature and nonRepudiation (RFC 5280 section 4.2.1.3). */
const SIGNING = 0x80 | 0x40;

/** True if its key may sign documents: it says so, or says nothing of what it is for. */
export const maySign = (cert: Cert): boolean => {
  const usage = extension(cert, '2.5.29.15')?.parsedValue as { valueBlock?: { valueHexView: Uint8Array } } | undefined;
  return usage === undefined || ((usage.valueBlock?.valueHexView[0] ?? 0) & SIGNING) !== 0;
};

/** The contents of an extension in DER; undefined if it has none of this type. */
export const extensionOf = (cert: Cert, type: string): Uint8Array | undefined =>
  extension(cert, type)?.extnValue.valueBlock.valueHexView;

/** True if its issuer lets it answer for the issuer's certificates (RFC 6960 section 4.2.2.2). */
export const mayAnswerOcsp = (cert: Cert): boolean => purposes(cert).keyPurposes.includes('1.3.6.1.5.5.7.3.9');

/** True if it needs no revocation data of its own (RFC 6960 section 4.2.2.2.1). */
export const needsNoCheck = (cert: Cert): boolean => extension(cert, OCSP_NO_CHECK) !== undefined;

/** True if `issuer` issued `cert`, by name and signature. */
export const isIssuedBy = (cert: Cert, issuer: Cert): boolean =>
  cert.x509.checkIssued(issuer.x509) && cert.x509.verify(issuer.x509.publicKey);

/** True for a root, and for a certificate that nobody else vouches for: it can be trusted or not, but not revoked. */
export const isSelfIssued = ({ x509 }: Cert): boolean => x509.subject === x509.issuer && x509.verify(x509.publicKey);

export const isValidAt = ({ x509 }: Cert, at: Date): boolean => x509.validFromDate <= at && at <= x509.validToDate;

/** Subject of a certificate on one line. */
export const subjectOf = ({ x509 }: Cert): string => x509.subject.replaceAll('\n', ', ');

const LONGEST_NAME = 200;

/** The name of a certificate's holder, as people read it: a stranger chose it. */
export const nameOf = ({ subject }: Pick<X509Certificate, 'subject'>): string => {
  const parts = subject.split('\n').reverse();
  const named = ['CN=', 'O='].map((kind) => parts.find((part) => part.startsWith(kind))?.slice(kind.length));
  return asOneLine(withoutHidden(named.find(Boolean) ?? subject))
    .slice(0, LONGEST_NAME)
    .toWellFormed();
};

/** Addresses of its issuer's OCSP responders. */
export const ocspAddresses = (cert: Cert): string[] => accessTo(cert, OCSP);

/** Addresses of its issuer's certificate. */
export const issuerAddresses = (cert: Cert): string[] => accessTo(cert, CA_ISSUERS);

/** Addresses of the complete list of revoked certificates (RFC 5280 section 4.2.1.13). */
export const crlAddresses = (cert: Cert): string[] => {
  const points = extension(cert, CRL_DISTRIBUTION_POINTS)?.parsedValue as CRLDistributionPoints | undefined;
  const names = (points?.distributionPoints ?? [])
    // Lists for some reasons, and lists that somebody else issues, would need others beside them.
    .filter(({ reasons, cRLIssuer }) => !reasons && !cRLIssuer)
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? (distributionPoint as GeneralName[]) : []));
  return addressesIn(names);
};

const accessTo = (cert: Cert, method: string): string[] => {
  const access = extension(cert, AUTHORITY_INFORMATION_ACCESS)?.parsedValue as InfoAccess | undefined;
  const descriptions = (access?.accessDescriptions ?? []).filter(({ accessMethod }) => accessMethod === method);
  return addressesIn(descriptions.map(({ accessLocation }) => accessLocation));
};

/** Type of a name that is an address (RFC 5280 section 4.2.1.6). */
const URI = 6;

const addressesIn = (names: readonly GeneralName[]): string[] =>
  names
    .flatMap(({ type, value }) => (type === URI && /^https?:/i.test(String(value)) ? [String(value)] : []))
    .slice(0, MOST_ADDRESSES);
