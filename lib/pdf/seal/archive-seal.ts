import { NoTimestampError } from '../trust/authority.ts';
import type { Evidence, ValidationData } from '../trust/evidence.ts';
import { type Reached, renewalTime, unanswered } from '../trust/level.ts';
import { appendDocumentTimestamp } from './document-timestamp.ts';
import { appendStore } from './security-store.ts';

/** A file and the level of its seal. */
export interface Archived extends Reached {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex; null if nothing was appended. */
  sha256: string | null;
}

/**
 * Makes a seal outlast its certificates (PAdES B-LTA): appends validation data, then a document time-stamp over it. Two
 * incremental updates that touch no page. Without an answer of an authority the level is B-LT, and the reason says so.
 * `contents` is the signature that the data is for.
 */
export const archive = async (
  bytes: Uint8Array,
  chains: readonly Evidence[],
  authorities: readonly string[],
  contents: Uint8Array,
): Promise<Archived> => {
  const stored = await appendStore(bytes, joined(chains), contents);
  try {
    const { bytes: stamped, sha256, stamp } = await appendDocumentTimestamp(stored, authorities);
    const renewAt = renewalTime(stamp.evidence.validUntil);
    return { bytes: stamped, sha256, level: 'B-LTA', reason: null, detail: null, renewAt };
  } catch (error) {
    if (!(error instanceof NoTimestampError)) throw error;
    return { bytes: stored, sha256: null, ...unanswered('B-LT', error) };
  }
};

const joined = (chains: readonly ValidationData[]): ValidationData => ({
  certificates: chains.flatMap(({ certificates }) => certificates),
  ocsps: chains.flatMap(({ ocsps }) => ocsps),
  crls: chains.flatMap(({ crls }) => crls),
});
