import { createHash } from 'node:crypto';
import { DAY, now } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { NoTimestampError, requestStamp } from '../trust/authority.ts';
import { collectEvidence, type Evidence } from '../trust/evidence.ts';
import { NO_AUTHORITY, type Reached, retryTime, shortfallOf, unanswered } from '../trust/level.ts';
import type { SealLevel } from '../trust/levels.ts';
import { networkSource } from '../trust/network.ts';
import type { Token } from '../trust/token.ts';
import { type Cert, readCert } from '../trust/x509-certificate.ts';
import { type Archived, archive } from './archive-seal.ts';
import { appendDocumentTimestamp } from './document-timestamp.ts';
import { evidenceOfSignatures } from './earlier-evidence.ts';
import { inspectLevel } from './inspect-level.ts';
import { openSealed } from './open-sealed.ts';
import { documentToken, readSeal, type SealParts } from './read-seal.ts';
import { type PdfSignature, readSignatures, stampsAfter } from './read-signatures.ts';
import { readStore } from './security-store.ts';

/**
 * Time before the end of an authority's certificate from which a new time-stamp no longer waits for revocation data: a
 * time-stamp without them is better than none.
 */
const LAST_CHANCE = 7 * DAY;

/**
 * Raises a sealed file to B-LTA as far as it can be now, or renews its archive time-stamp: validation data of the
 * latest one, and a new one over all. Signatures that others made before the seal get evidence, too, where it is
 * missing and can be had. Only appends. The answer's `sha256` is null where nothing was appended, and `reason` says
 * why. Throws if the file has no seal that can be read.
 */
export const renewSeal = async (bytes: Uint8Array, level: SealLevel): Promise<Archived> => {
  const authorities = config.timestampAuthorities();
  const unchanged = (reached: Omit<Reached, 'level'>): Archived => ({ bytes, sha256: null, ...reached, level });
  if (authorities.length === 0) return unchanged(NO_AUTHORITY);
  const signatures = await readSignatures(bytes);
  // A document that came with signatures was sealed after all of them.
  const seal = signatures.filter(({ kind }) => kind === 'signature').sort((a, b) => b.end - a.end)[0];
  if (!seal) throw new Error('The file has no seal');
  const stamps = stampsAfter(seal, signatures);
  const earlier = signatures.filter(({ end }) => end < seal.end);
  try {
    return level === 'B-LTA'
      ? await renewed(bytes, { earlier, stamps }, authorities, unchanged)
      : await raised(bytes, { seal, earlier, stamps, level }, authorities);
  } catch (error) {
    if (!(error instanceof NoTimestampError)) throw error;
    return unchanged(unanswered(level, error));
  }
};

/** A seal among the signatures of its file. */
interface Signatures {
  /** Others', made before it. */
  earlier: readonly PdfSignature[];
  /** Document time-stamps, made after it. */
  stamps: readonly PdfSignature[];
}

const renewed = async (
  bytes: Uint8Array,
  { earlier, stamps }: Signatures,
  authorities: readonly string[],
  unchanged: (reached: Omit<Reached, 'level'>) => Archived,
): Promise<Archived> => {
  const latest = stamps.at(-1);
  const token = latest && (await documentToken(latest));
  if (!latest || !token) throw new Error('The archive time-stamp does not hold');
  const store = readStore(await openSealed(bytes));
  const evidence = await evidenceOf(token, (store?.certificates ?? []).map(readCert));
  const shortfall = shortfallOf(evidence);
  const isLastChance = evidence.validUntil.getTime() - now().getTime() < LAST_CHANCE;
  if (shortfall && !isLastChance) return unchanged({ ...shortfall, renewAt: retryTime() });
  const next = await nextEvidence(bytes, authorities);
  const missing = await evidenceOfSignatures(await unproven(bytes, earlier, stamps));
  const others = missing.flatMap(({ chains }) => chains);
  return wholly(await archive(bytes, [evidence, next], authorities, latest.contents, others));
};

/** The earlier signatures whose chains the file doesn't prove yet. */
const unproven = async (
  bytes: Uint8Array,
  earlier: readonly PdfSignature[],
  stamps: readonly PdfSignature[],
): Promise<PdfSignature[]> => {
  const found: PdfSignature[] = [];
  for (const signature of earlier) {
    if (signature.kind !== 'signature') continue;
    const inspected = await inspectLevel(bytes, signature, stamps).catch(() => null);
    if (inspected && inspected.level !== 'B-LTA') found.push(signature);
  }
  return found;
};

const raised = async (
  bytes: Uint8Array,
  { seal, earlier, stamps, level }: Signatures & { seal: PdfSignature; level: SealLevel },
  authorities: readonly string[],
): Promise<Archived> => {
  const parts = await readSeal(seal.contents);
  const proof = await proofOfTime(bytes, parts, stamps, authorities);
  const evidence = await collectEvidence(parts.signer, parts.certificates, networkSource, moment());
  const shortfall = shortfallOf(evidence, proof.evidence);
  const proven: SealLevel = level === 'B-B' ? 'B-T' : level;
  if (shortfall) return { bytes: proof.bytes, sha256: proof.sha256, level: proven, ...shortfall };
  try {
    const next = proof.bytes === bytes ? [await nextEvidence(bytes, authorities)] : [];
    const others = (await evidenceOfSignatures(earlier)).flatMap(({ chains }) => chains);
    const own = [evidence, proof.evidence, ...next];
    return wholly(await archive(proof.bytes, own, authorities, seal.contents, others));
  } catch (error) {
    if (!(error instanceof NoTimestampError)) throw error;
    return { bytes: proof.bytes, sha256: proof.sha256, ...unanswered(proven, error) };
  }
};

/**
 * The evidence of the authority that will make the new time-stamp: another one than made the last, or the same with a
 * new certificate. A first time-stamp tells, whose time nobody needs. So the file proves its last time-stamp by
 * itself, too.
 */
const nextEvidence = async (bytes: Uint8Array, authorities: readonly string[]): Promise<Evidence> =>
  (await requestStamp(authorities, createHash('sha256').update(bytes).digest())).evidence;

/** The evidence of the time that the file has, or gets now. */
const proofOfTime = async (
  bytes: Uint8Array,
  { token }: SealParts,
  [first]: readonly PdfSignature[],
  authorities: readonly string[],
): Promise<{ bytes: Uint8Array; sha256: string | null; evidence: Evidence }> => {
  const known = token ?? (first ? await documentToken(first) : null);
  if (known) return { bytes, sha256: null, evidence: await evidenceOf(known, []) };
  const stamped = await appendDocumentTimestamp(bytes, authorities);
  return { bytes: stamped.bytes, sha256: stamped.sha256, evidence: stamped.stamp.evidence };
};

const moment = () => ({ at: now(), orLater: false });

const evidenceOf = ({ signer, certificates }: Token, more: readonly Cert[]): Promise<Evidence> =>
  collectEvidence(signer, [...certificates, ...more], networkSource, moment());

/** Validation data without a time-stamp over them would be appended again by every try. */
const wholly = (archived: Archived): Archived => {
  if (archived.level !== 'B-LTA') throw new NoTimestampError([archived.detail ?? '']);
  return archived;
};
