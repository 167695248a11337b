import { type Bytes, digest, sha256, UnreadableError, UnsupportedError } from './bytes.ts';
import { type CheckedCms, checkCms, checkTimeStamp, DATA, readCms, type TimeStamp } from './cms.ts';
import { type Finding, finding } from './findings.ts';
import { attachedFile } from './pdf-attachments.ts';
import { claimedContents, findSignatures, type PdfSignature } from './pdf-signatures.ts';
import { type Following, judgeFollowing } from './pdf-updates.ts';
import { revocationFindings, type Use } from './revocation.ts';
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
  /** Its genuine signatures: length and SHA-256 of the file as it was then, and the certificate's, parted by blanks. */
  signed: readonly string[];
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
  const readable = seals.filter(({ cms, error }) => cms || error instanceof UnsupportedError);
  const chosen = chosenSeal(readable, trust);
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
  const earlier = readable.filter((one) => one.seal.end < seal.end);
  const findings = [
    ...contentFindings(chosen, following),
    ...(isGenuine ? sealerFindings(chosen, cms, trust) : cms ? strangerFindings(cms, trust) : []),
    ...(isGenuine && chosen.stamp ? timeFindings(chosen.stamp, trust) : []),
    ...(chosen.stamp === null ? [finding('timeBad')] : []),
    ...times.flatMap((found) => (found ? timeFindings(found, trust) : [finding('timeBad')])),
    ...(await inTurn(earlier, (one) => earlierFinding(bytes.subarray(0, seal.end), one, signatures))),
    ...(isGenuine
      ? await storeFindings(chosen, { times, earlier, isAllStamped: later.at(-1)?.end === bytes.length, store })
      : []),
  ];
  const ends = signatures.map(({ end }) => end);
  const hashes = await inTurn(ends, (end) => sha256(bytes.subarray(0, end)));
  return {
    hashes: [...hashes, hash],
    isIntact: !findings.some(({ state }) => state === 'fails'),
    findings,
    signed: seals.flatMap(({ seal: { end }, cms }) =>
      cms?.fits && cms.isGenuine ? `${end} ${hashes[ends.indexOf(end)]} ${cms.certificate.fingerprint}` : [],
    ),
    attachedTrail: await attachedFile(seal.revision, ATTACHED).catch((error: unknown) => {
      if (error instanceof UnreadableError || error instanceof RangeError) return null;
      throw error;
    }),
  };
};

/** Begins the names of this platform's fields. */
const OWN_FIELD = 'Countersign seal';

/**
 * The seal that a file is judged by: the last one that is trusted, for a sealed document may have been sealed again
 * after others signed it. Without one, the first in this platform's name, or a later one by the same certificate: what
 * a stranger adds can't take its place.
 */
const chosenSeal = (readable: readonly Checked[], trust: Trust): Checked | undefined => {
  const trusted = readable.filter(({ cms }) => cms?.fits && cms.isGenuine && isTrusted(trust.seals, cms.chain)).at(-1);
  if (trusted) return trusted;
  const named = readable.filter(({ seal }) => seal.field.startsWith(OWN_FIELD));
  const first = named[0]?.cms?.certificate.fingerprint;
  const same = named.filter(({ cms }) => first !== undefined && cms?.certificate.fingerprint === first);
  return same.at(-1) ?? named[0] ?? readable[0];
};

const BEFORE = {
  nothing: 'signedBefore',
  proof: 'signedBefore',
  signatures: 'signedBefore',
  filling: 'signedBeforeFilled',
  other: 'signedBeforeChanged',
} as const satisfies Record<Following, string>;

/** The finding about a signature that a document had before it was sealed; `sealed` ends with the seal. */
const earlierFinding = async (
  sealed: Bytes,
  { seal, cms, stamp, error }: Checked,
  signatures: readonly PdfSignature[],
): Promise<Finding> => {
  if (error instanceof UnsupportedError) return finding('unsupported', { what: error.message });
  if (!cms?.fits || !cms.isGenuine)
    return finding('signedBeforeBad', cms ? nameOf(cms.certificate) : { name: seal.field });
  const between = signatures.filter(({ end }) => end > seal.end && end <= sealed.length);
  const following = await judgeFollowing(
    sealed,
    seal.revision,
    between.map(({ revision }) => revision),
  );
  const time = (stamp?.time ?? seal.claimedAt)?.toISOString() ?? '–';
  return finding(BEFORE[following], { ...nameOf(cms.certificate), time });
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
    return { hashes: [hash], isIntact: false, findings, signed: [], attachedTrail: null };
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
  const isAdded = following !== 'nothing' && following !== 'proof';
  const isRoomClean = seal.isPlain && cms.isMinimal && !hasStrangers && isEmptyAfter(seal.contents, length);
  return [
    ...(isAdded ? [finding('addedLater')] : []),
    ...(isRoomClean ? [] : [finding('roomUsed')]),
    ...(!isAdded && isRoomClean ? [finding('unchanged')] : []),
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

interface Kept {
  times: readonly (TimeStamp | null)[];
  /** Signatures that others made before the seal. */
  earlier: readonly Checked[];
  isAllStamped: boolean;
  store: SecurityStore;
}

/** Findings about the certificates of the signatures and of their times, from what the file's security store holds. */
const storeFindings = async (
  chosen: Checked,
  { times, earlier, isAllStamped, store: { revocation, isWhole } }: Kept,
): Promise<Finding[]> => {
  const later = times.filter((one) => one !== null);
  const last = times.at(-1);
  const uses = [
    ...usesOf(chosen, later[0]?.time, 'now'),
    ...later.map((one) => useOf(one, one === last ? 'later' : 'now')),
    ...earlier.flatMap((one) => usesOf(one, chosen.stamp?.time ?? later[0]?.time, 'optional')),
  ];
  return revocationFindings(revocation, isWhole, uses, (isAllStamped && last?.time) || null);
};

const useOf = ({ chain, time }: Pick<TimeStamp, 'chain' | 'time'>, need: Use['need'], isProven = true): Use => ({
  chain,
  at: time,
  isProven,
  need,
});

/** The chains of a genuine signature and of its time; `later` is a proven time after it. */
const usesOf = ({ seal, cms, stamp }: Checked, later: Date | undefined, need: Use['need']): Use[] => {
  if (!cms?.fits || !cms.isGenuine) return [];
  const proven = stamp?.time ?? later;
  const time = proven ?? seal.claimedAt;
  return [
    ...(time ? [useOf({ chain: cms.chain, time }, need, proven !== undefined)] : []),
    ...(stamp ? [useOf(stamp, need)] : []),
  ];
};

const nameOf = ({ subjectText, fingerprint }: Certificate) => ({ name: subjectText, fingerprint });

/** Findings about a time-stamp that is genuine. */
export const timeFindings = ({ time, certificate, chain }: TimeStamp, trust: Trust): Finding[] => [
  finding(isTrusted(trust.authorities, chain) ? 'timeOfAuthority' : 'timeOfUnknown', {
    time: time.toISOString(),
    ...nameOf(certificate),
  }),
];
