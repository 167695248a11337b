import { UnreachableError } from '../../aws/net/unreachable.ts';
import { sha256 } from '../../base/ids.ts';
import { type Moment, readCrl, readOcsp, UnusableRevocationError, type Word } from './revocation.ts';
import {
  type Cert,
  isIssuedBy,
  isSelfIssued,
  isValidAt,
  needsNoCheck,
  readCert,
  subjectOf,
} from './x509-certificate.ts';

/** Certificates and revocation data that prove a chain (ETSI EN 319 142-1 section 5.4). */
export interface ValidationData {
  certificates: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  crls: readonly Uint8Array[];
}

/** Revocation data for one certificate, not checked yet. */
export interface Candidate {
  kind: 'ocsp' | 'crl';
  der: Uint8Array;
  /** True if the source kept it from an earlier time: then a newer one may be better. */
  isKept?: boolean;
  /** Makes the source forget it. */
  discard?: () => void;
}

/** Place from which certificates and revocation data come: the network, or a file. */
export interface TrustSource {
  /** Certificates that may have issued `cert`. */
  issuers: (cert: Cert) => Promise<readonly Uint8Array[]>;
  /** Revocation data for `cert`, the preferred first; each may fail with `UnusableRevocationError`. */
  revocation: (cert: Cert, issuer: Cert) => readonly (() => Promise<Candidate>)[];
}

/**
 * Result for a chain: `whole` if every certificate but the root has valid revocation data; `none` if one offers no such
 * data, which will stay so; `unavailable` if it couldn't be had now; `revoked` if one is revoked.
 */
export interface Evidence extends ValidationData {
  status: 'whole' | 'none' | 'unavailable' | 'revoked';
  /** A clause that says why it isn't whole. */
  reason: string | null;
  /** The earliest end of a certificate in the chain, the root excepted. */
  validUntil: Date;
}

/** Longest chain that is followed. */
const LONGEST_CHAIN = 8;

/** The evidence of a chain is not whole. */
class ShortfallError extends Error {
  readonly status: Exclude<Evidence['status'], 'whole'>;

  constructor(status: Exclude<Evidence['status'], 'whole'>, message: string) {
    super(message);
    this.status = status;
  }
}

/** Evidence found so far, without repetitions. */
interface Found {
  certificates: Map<string, Cert>;
  ocsps: Map<string, Uint8Array>;
  crls: Map<string, Uint8Array>;
  /** Ends of the certificates of the chain itself. */
  ends: Date[];
}

interface Search {
  pool: readonly Cert[];
  source: TrustSource;
  moment: Moment;
  found: Found;
}

/**
 * Collects certificates and revocation data for a certificate and its issuers up to the root. `pool` contains
 * certificates that are at hand. Everything that a source returns is checked: signatures, issuers, and times.
 */
export const collectEvidence = async (
  leaf: Cert,
  pool: readonly Cert[],
  source: TrustSource,
  moment: Moment,
): Promise<Evidence> => {
  const found: Found = { certificates: new Map(), ocsps: new Map(), crls: new Map(), ends: [leaf.x509.validToDate] };
  let shortfall: ShortfallError | undefined;
  try {
    await follow(leaf, { pool, source, moment, found }, found.ends);
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error;
    shortfall = error;
  }
  return {
    status: shortfall?.status ?? 'whole',
    reason: shortfall?.message ?? null,
    certificates: [...found.certificates.values()].map(({ der }) => der),
    ocsps: [...found.ocsps.values()],
    crls: [...found.crls.values()],
    validUntil: new Date(Math.min(...found.ends.map((end) => end.getTime()))),
  };
};

const follow = async (leaf: Cert, search: Search, ends: Date[]): Promise<void> => {
  let cert = leaf;
  for (let length = 0; length < LONGEST_CHAIN; length++) {
    search.found.certificates.set(cert.id, cert);
    if (isSelfIssued(cert)) {
      if (length > 0) return;
      throw new ShortfallError('none', `${subjectOf(cert)} signed its own certificate, so that nobody can revoke it`);
    }
    ends.push(cert.x509.validToDate);
    if (!isValidAt(cert, search.moment.at)) {
      throw new ShortfallError('none', `the certificate of ${subjectOf(cert)} has expired`);
    }
    const issuer = await issuerOf(cert, search);
    const { status, responder } = await wordAbout(cert, issuer, search);
    if (status === 'revoked') throw new ShortfallError('revoked', `the certificate of ${subjectOf(cert)} is revoked`);
    if (responder && !search.found.certificates.has(responder.id)) {
      search.found.certificates.set(responder.id, responder);
      // The responder's own end says nothing about the chain: its answer was given before.
      if (!needsNoCheck(responder)) await follow(responder, search, []);
    }
    cert = issuer;
  }
  throw new ShortfallError('none', `the chain of ${subjectOf(leaf)} is too long`);
};

const issuerOf = async (cert: Cert, { pool, source }: Search): Promise<Cert> => {
  const atHand = pool.find((one) => isIssuedBy(cert, one));
  if (atHand) return atHand;
  try {
    for (const der of await source.issuers(cert)) {
      const issuer = readCert(der);
      if (isIssuedBy(cert, issuer)) return issuer;
    }
  } catch (error) {
    throw new ShortfallError('unavailable', `the issuer of ${subjectOf(cert)} could not be read: ${reasonOf(error)}`);
  }
  throw new ShortfallError('none', `the issuer of ${subjectOf(cert)} is not known`);
};

/**
 * The first usable word of the issuer about its certificate. Where all that a file holds is looked at, one that says
 * revoked at that time outweighs the others, and a later revocation does no harm.
 */
const wordAbout = async (cert: Cert, issuer: Cert, { source, moment, found }: Search): Promise<Word> => {
  const reasons = new Set<string>();
  let good: Word | undefined;
  const candidates = source.revocation(cert, issuer);
  for (const candidate of candidates) {
    try {
      const { kind, der, word } = await usable(candidate, cert, issuer, moment);
      found[kind === 'ocsp' ? 'ocsps' : 'crls'].set(sha256(der), der);
      if (!moment.orLater || (word.revokedAt && word.revokedAt <= moment.at)) return word;
      good ??= { ...word, status: 'good' };
    } catch (error) {
      reasons.add(reasonOf(error));
    }
  }
  if (good) return good;
  if (candidates.length === 0) {
    throw new ShortfallError('none', `the certificate of ${subjectOf(cert)} offers no revocation data`);
  }
  throw new ShortfallError(
    'unavailable',
    `no revocation data for the certificate of ${subjectOf(cert)} could be had: ${[...reasons].join('; ')}`,
  );
};

/** Reads a candidate; a newer one if it was kept, and has expired. */
const usable = async (
  candidate: () => Promise<Candidate>,
  cert: Cert,
  issuer: Cert,
  moment: Moment,
): Promise<Candidate & { word: Word }> => {
  const first = await candidate();
  const read = async (one: Candidate) => {
    try {
      return { ...one, word: await (one.kind === 'ocsp' ? readOcsp : readCrl)(one.der, cert, issuer, moment) };
    } catch (error) {
      // A parser fails in many ways at what a stranger sends.
      throw error instanceof UnusableRevocationError ? error : new UnusableRevocationError('the answer is damaged');
    }
  };
  try {
    return await read(first);
  } catch (error) {
    first.discard?.();
    if (!first.isKept) throw error;
    return read(await candidate());
  }
};

const reasonOf = (error: unknown): string => {
  if (error instanceof UnusableRevocationError || error instanceof UnreachableError) return error.message;
  throw error;
};
