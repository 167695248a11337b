import type { BitString, GeneralizedTime, OctetString } from 'asn1js';
import {
  type AlgorithmIdentifier,
  BasicOCSPResponse,
  CertID,
  CertificateRevocationList,
  getCrypto,
  type IssuingDistributionPoint,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs';
import { MINUTE } from '../../base/clock.ts';
import { isMadeBy } from './made-by.ts';
import { type Cert, isIssuedBy, isValidAt, mayAnswerOcsp, readCert } from './x509-certificate.ts';

/** An issuer's word about one of its certificates. */
export interface Word {
  status: 'good' | 'revoked';
  /** Null for a good certificate. */
  revokedAt: Date | null;
  /** The certificate of a responder that answered in the issuer's name. */
  responder?: Cert;
}

/** Time for which revocation data is looked at. */
export interface Moment {
  at: Date;
  /** Also accepts data that was issued later than `at`: that says no less about it. */
  orLater: boolean;
}

/** Revocation data can't be used; the message says why. */
export class UnusableRevocationError extends Error {}

/** Clocks of other machines may differ from ours by this much. */
const CLOCK_SKEW = 5 * MINUTE;

const exact = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const SUCCESSFUL = 0;
const BASIC = '1.3.6.1.5.5.7.48.1.1';

/** Makes the request for the status of a certificate (RFC 6960). SHA-1 only names the issuer here (RFC 5019). */
export const ocspRequest = async (cert: Cert, issuer: Cert): Promise<Uint8Array> => {
  const request = new OCSPRequest();
  await request.createForCertificate(cert.parsed, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer.parsed });
  return new Uint8Array(request.toSchema(true).toBER(false));
};

/**
 * Reads an OCSP response (RFC 6960) about a certificate. Throws `UnusableRevocationError` if it is about another one,
 * isn't signed by the issuer or in its name, or doesn't hold at that moment.
 */
export const readOcsp = async (der: Uint8Array, cert: Cert, issuer: Cert, moment: Moment): Promise<Word> => {
  const basic = parsed('OCSP response', () => {
    const response = OCSPResponse.fromBER(exact(der));
    const status = response.responseStatus.valueBlock.valueDec;
    if (status !== SUCCESSFUL) throw new UnusableRevocationError(`the OCSP responder refused (status ${status})`);
    if (response.responseBytes?.responseType !== BASIC) throw new Error('another type');
    return BasicOCSPResponse.fromBER(exact(contentOf(response.responseBytes.response)));
  });
  const responder = await responderOf(basic, issuer);
  if (!responder) throw new UnusableRevocationError('the OCSP response is not signed in the name of the issuer');
  for (const single of basic.tbsResponseData.responses) {
    if (!(await isAbout(single.certID, cert, issuer))) continue;
    demandCurrent('OCSP response', single.thisUpdate, single.nextUpdate, moment);
    const { idBlock, valueBlock } = single.certStatus as CertStatus;
    if (idBlock.tagNumber > 1) throw new UnusableRevocationError('the OCSP responder does not know the certificate');
    const word =
      idBlock.tagNumber === 0
        ? { status: 'good' as const, revokedAt: null }
        : { status: 'revoked' as const, revokedAt: valueBlock.value?.[0]?.toDate() ?? new Date(0) };
    return responder.id === issuer.id ? word : { ...word, responder };
  }
  throw new UnusableRevocationError('the OCSP response is about another certificate');
};

/** A choice (RFC 6960 section 4.2.1), which the library leaves unread: 0 good, 1 revoked, with the time. */
interface CertStatus {
  idBlock: { tagNumber: number };
  valueBlock: { value?: readonly [GeneralizedTime] };
}

const contentOf = ({ valueBlock }: OctetString): Uint8Array => valueBlock.valueHexView;

const isAbout = async (id: CertID, cert: Cert, issuer: Cert): Promise<boolean> => {
  try {
    const algorithm = getCrypto(true).getAlgorithmByOID<{ name: string }>(id.hashAlgorithm.algorithmId, true);
    const own = new CertID();
    const options = { hashAlgorithm: algorithm.name, issuerCertificate: issuer.parsed };
    await own.createForCertificate(cert.parsed, options);
    return id.isEqual(own);
  } catch {
    return false;
  }
};

/** The certificate whose key signed the response: the issuer, or one that the issuer made for this. */
const responderOf = async (basic: BasicOCSPResponse, issuer: Cert): Promise<Cert | undefined> => {
  const { tbsResponseData, signature, signatureAlgorithm } = basic;
  const delegates = (basic.certs ?? []).flatMap((one) => {
    const cert = readCert(new Uint8Array(one.toSchema().toBER(false)));
    const may = mayAnswerOcsp(cert) && isIssuedBy(cert, issuer) && isValidAt(cert, tbsResponseData.producedAt);
    return may ? [cert] : [];
  });
  for (const candidate of [issuer, ...delegates]) {
    if (await isSignedBy(candidate, signatureAlgorithm, signature, tbsResponseData.tbsView)) return candidate;
  }
  return undefined;
};

/** False for keys of another kind, too, for which the check throws. */
const isSignedBy = async (
  issuer: Cert,
  algorithm: AlgorithmIdentifier,
  signature: BitString,
  data: Uint8Array,
): Promise<boolean> => isMadeBy(issuer.parsed.subjectPublicKeyInfo, algorithm, signature, data).catch(() => false);

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const BASIC_CONSTRAINTS = '2.5.29.19';

/**
 * Reads a list of revoked certificates (RFC 5280 section 5). Throws `UnusableRevocationError` if it isn't the issuer's
 * complete list for this certificate, or doesn't hold at that moment.
 */
export const readCrl = async (der: Uint8Array, cert: Cert, issuer: Cert, moment: Moment): Promise<Word> => {
  const crl = parsed('CRL', () => CertificateRevocationList.fromBER(exact(der)));
  const isItsOwn = crl.issuer.isEqual(issuer.parsed.subject);
  if (!isItsOwn || !(await isSignedBy(issuer, crl.signatureAlgorithm, crl.signatureValue, crl.tbsView)))
    throw new UnusableRevocationError('the CRL is not signed by the issuer');
  demandCurrent('CRL', crl.thisUpdate.value, crl.nextUpdate?.value, moment);
  for (const { extnID, critical, parsedValue } of crl.crlExtensions?.extensions ?? []) {
    if (extnID === ISSUING_DISTRIBUTION_POINT) demandInScope(parsedValue as IssuingDistributionPoint, cert);
    else if (critical) throw new UnusableRevocationError('the CRL is only a part of one');
  }
  const entry = crl.revokedCertificates?.find(({ userCertificate }) =>
    userCertificate.isEqual(cert.parsed.serialNumber),
  );
  return entry ? { status: 'revoked', revokedAt: entry.revocationDate.value } : { status: 'good', revokedAt: null };
};

/** Refuses lists of other certificates (RFC 5280 section 5.2.5). */
const demandInScope = (point: IssuingDistributionPoint, { parsed: certificate }: Cert): void => {
  const constraints = certificate.extensions?.find(({ extnID }) => extnID === BASIC_CONSTRAINTS)?.parsedValue;
  const isCa = (constraints as { cA?: boolean } | undefined)?.cA === true;
  const { indirectCRL, onlySomeReasons, onlyContainsAttributeCerts, onlyContainsUserCerts, onlyContainsCACerts } =
    point;
  const excluded = isCa ? onlyContainsUserCerts : onlyContainsCACerts;
  if (indirectCRL || onlySomeReasons || onlyContainsAttributeCerts || excluded) {
    throw new UnusableRevocationError('the CRL is about other certificates');
  }
};

/** Data without an end would count for ever, so none is accepted. */
const demandCurrent = (kind: string, from: Date, until: Date | undefined, { at, orLater }: Moment): void => {
  if (!orLater && from.getTime() > at.getTime() + CLOCK_SKEW) {
    throw new UnusableRevocationError(`the ${kind} is of a later time`);
  }
  if (!until || until.getTime() < at.getTime()) throw new UnusableRevocationError(`the ${kind} has expired`);
};

const parsed = <T>(kind: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw error instanceof UnusableRevocationError ? error : new UnusableRevocationError(`the answer is no ${kind}`);
  }
};
