import { type Bytes, digest, sha256, UnreadableError, UnsupportedError } from './bytes.ts';
import { type CheckedCms, checkCms, checkTimeStamp, DATA, readCms, type TimeStamp } from './cms.ts';
import { type Finding, finding } from './findings.ts';
import { attachedFile } from './pdf-attachments.ts';
import { claimedContents, findSignatures, type PdfSignature } from './pdf-signatures.ts';
import { type Following, judgeFollowing } from './pdf-updates.ts';
import { revocationFindings } from './revocation.ts';
import { readStore, type SecurityStore } from './security-store.ts';
import { isTrusted, type Trust } from './trust.ts';
import { type Certificate, chainOf } from './x509-certificate.ts';

/** A sealed PDF, with all that its own bytes say. */
export interface SealedFile {
  /**
   * SHA-256 of the file as it was at each signature, and as it is. Proof that was added later doesn't make it another
   * file.
   */
  hashes: readonly string[];
  /** True if the seal is genuine and nothing but proof follows. */
  isIntact: boolean;
  findings: readonly Finding[];
  /** The audit trail that is attached in what the seal covers; null if there is none. */
  attachedTrail: Bytes | null;
}

const TIME_STAMP = '1.2.840.113549.1.9.16.2.14';
const ATTACHED = 'audit.json';

/** A seal with its checks, or the reason for which there are none. */
interface Checked {
  seal: PdfSignature;
  cms: CheckedCms | null;
  length: number;
  hasStrangers: boolean;
  stamp: TimeStamp | null | undefined;
  error: unknown;
}

/** Checks a PDF that holds signatures, whose SHA-256 is `hash`. Null if it holds none. */
export const checkSealedFile = async (bytes: Bytes, hash: string, trust: Trust): Promise<SealedFile | null> => {
  const signatures = await findSignatures(bytes);
  const seals = await inTurn(
    signatures.filter(({ kind }) => kind === 'seal'),
    (seal) => checkSeal(seal),
  );
  const store = await readStore(bytes);
  const stored = store.certificates;
  for (const one of seals) {
    if (one.cms) one.cms = { ...one.cms, chain: await longer(one.cms.chain, stored) };
    if (one.stamp) one.stamp = { ...one.stamp, chain: await longer(one.stamp.chain, stored) };
  }
  // The first one is what the platform made; a later one that is trusted where the first isn't takes its place.
  const readable = seals.filter(({ cms, error }) => cms || error instanceof UnsupportedError);
  const chosen = readable.find(({ cms }) => cms && isTrusted(trust.seals, cms.chain)) ?? readable[0];
  if (!chosen) return misplacedSeal(bytes, hash, trust);
  const { seal, cms } = chosen;
  const later = signatures.filter(({ kind, end }) => kind === 'time-stamp' && end > seal.end);
  const stamped = later.map(({ revision }) => revision);
  const following = await judgeFollowing(bytes, seal.revision, stamped);
  const times = await inTurn(later, async (stamp) => {
    const found = await checkStamp(stamp);
    return found && { ...found, chain: await longer(found.chain, stored) };
  });
  const isGenuine = cms?.isGenuine === true && cms.fits;
  const findings = [
    ...contentFindings(chosen, following),
    ...(isGenuine ? sealerFindings(chosen, cms, trust) : cms ? strangerFindings(cms, trust) : []),
    ...(isGenuine && chosen.stamp ? timeFindings(chosen.stamp, trust) : []),
    ...(chosen.stamp === null ? [finding('timeBad')] : []),
    ...times.flatMap((found) => (found ? timeFindings(found, trust) : [finding('timeBad')])),
    ...(isGenuine ? await storeFindings(chosen, cms, times, later.at(-1)?.end === bytes.length, store) : []),
  ];
  const ends = signatures.map(({ end }) => end).filter((end) => end < bytes.length);
  return {
    hashes: [...(await inTurn(ends, (end) => sha256(bytes.subarray(0, end)))), hash],
    isIntact: !findings.some(({ state }) => state === 'fails'),
    findings,
    attachedTrail: await attachedFile(seal.revision, ATTACHED).catch((error: unknown) => {
      if (error instanceof UnreadableError || error instanceof RangeError) return null;
      throw error;
    }),
  };
};

/**
 * A file whose seal is in its form, and covers something else. Null if it has none that can be read, such as one of
 * zeros.
 */
const misplacedSeal = async (bytes: Bytes, hash: string, trust: Trust): Promise<SealedFile | null> => {
  for (const contents of await claimedContents(bytes)) {
    const cms = await readCms(contents)
      .then((read) => (read.contentType === DATA && !read.content ? checkCms(read, (by) => digest(by, bytes)) : null))
      .catch(() => null);
    if (!cms) continue;
    const findings = [finding('changed'), ...strangerFindings(cms, trust)];
    return { hashes: [hash], isIntact: false, findings, attachedTrail: null };
  }
  return null;
};

/** Says who else made a seal that isn't the trusted one's. */
const strangerFindings = ({ certificate, chain }: CheckedCms, trust: Trust): Finding[] =>
  trust.seals.size > 0 && !isTrusted(trust.seals, chain) ? [finding('sealerOther', nameOf(certificate))] : [];

/** One after the other: files may be large, and each hash copies what it is of. */
const inTurn = async <T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));
  return results;
};

/** The chain, continued with stored certificates as far as they go. */
const longer = (chain: readonly Certificate[], stored: readonly Certificate[]): Promise<Certificate[]> =>
  chainOf(chain[0] as Certificate, [...chain, ...stored]);

const checkSeal = async (seal: PdfSignature): Promise<Checked> => {
  const none = { seal, cms: null, length: 0, hasStrangers: false, stamp: undefined };
  try {
    const cms = await readCms(seal.contents);
    if (cms.contentType !== DATA || cms.content) return { ...none, error: new UnreadableError('a content of its own') };
    const checked = await checkCms(cms, seal.digest);
    const token = cms.unsignedAttributes.get(TIME_STAMP);
    return {
      seal,
      cms: checked,
      length: cms.length,
      hasStrangers: [...cms.unsignedAttributes.keys()].some((type) => type !== TIME_STAMP),
      stamp: token && (await stampOf(token.whole, cms.signature)),
      error: null,
    };
  } catch (error) {
    return { ...none, error };
  }
};

const stampOf = async (token: Bytes, stamped: Bytes): Promise<TimeStamp | null> => {
  const found = await checkTimeStamp(token, (by) => digest(by, stamped)).catch(() => null);
  return found && found.length === token.length ? found : null;
};

const checkStamp = async (stamp: PdfSignature): Promise<TimeStamp | null> => {
  const found = await checkTimeStamp(stamp.contents, stamp.digest).catch(() => null);
  return found && stamp.isPlain && isEmptyAfter(stamp.contents, found.length) ? found : null;
};

const isEmptyAfter = (contents: Bytes, length: number): boolean =>
  contents.subarray(length).every((byte) => byte === 0);

const contentFindings = ({ seal, cms, length, hasStrangers, error }: Checked, following: Following): Finding[] => {
  if (error instanceof UnsupportedError) return [finding('unsupported', { what: error.message })];
  if (!cms) return [finding('noSeal')];
  if (!cms.fits) return [finding('changed')];
  if (!cms.isGenuine) return [finding('signatureBad')];
  const isRoomClean = seal.isPlain && cms.isMinimal && !hasStrangers && isEmptyAfter(seal.contents, length);
  return [
    ...(following === 'other' ? [finding('addedLater')] : []),
    ...(isRoomClean ? [] : [finding('roomUsed')]),
    ...(following !== 'other' && isRoomClean ? [finding('unchanged')] : []),
    ...(following === 'proof' ? [finding('proofAdded')] : []),
  ];
};

const sealerFindings = ({ seal, stamp }: Checked, { certificate, chain }: CheckedCms, trust: Trust): Finding[] => {
  const values = nameOf(certificate);
  const known = isTrusted(trust.seals, chain)
    ? finding('sealerKnown', values)
    : finding(trust.seals.size > 0 ? 'sealerOther' : 'sealerUnknown', values);
  const at = stamp?.time ?? seal.claimedAt;
  const isOutside = at !== null && (at < certificate.validFrom || at > certificate.validTo);
  return [
    known,
    ...(isOutside
      ? [
          finding('outsideValidity', {
            from: certificate.validFrom.toISOString(),
            to: certificate.validTo.toISOString(),
          }),
        ]
      : []),
    ...(seal.claimedAt ? [finding('timeOfServer', { time: seal.claimedAt.toISOString() })] : []),
  ];
};

/** Findings about the certificates of the seal and of its times, from what the file's security store holds. */
const storeFindings = async (
  { seal, stamp }: Checked,
  { chain }: CheckedCms,
  times: readonly (TimeStamp | null)[],
  isAllStamped: boolean,
  { revocation, isWhole }: SecurityStore,
): Promise<Finding[]> => {
  const stamps = [stamp, ...times].filter((one) => one !== null && one !== undefined);
  const proven = stamps[0]?.time;
  const last = times.at(-1);
  const at = proven ?? seal.claimedAt;
  const uses = [
    ...(at ? [{ chain, at, isProven: proven !== undefined, isLast: false }] : []),
    ...stamps.map((one) => ({ chain: one.chain, at: one.time, isProven: true, isLast: one === last })),
  ];
  return revocationFindings(revocation, isWhole, uses, (isAllStamped && last?.time) || null);
};

const nameOf = ({ subjectText, fingerprint }: Certificate) => ({ name: subjectText, fingerprint });

/** Findings about a time-stamp that is genuine. */
export const timeFindings = ({ time, certificate, chain }: TimeStamp, trust: Trust): Finding[] => [
  finding(isTrusted(trust.authorities, chain) ? 'timeOfAuthority' : 'timeOfUnknown', {
    time: time.toISOString(),
    ...nameOf(certificate),
  }),
];
