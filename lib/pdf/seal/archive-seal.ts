import { sha256 } from '../../base/ids.ts';
import { NoTimestampError } from '../trust/authority.ts';
import type { Evidence, ValidationData } from '../trust/evidence.ts';
import { type Reached, renewalTime, unanswered } from '../trust/level.ts';
import { appendDocumentTimestamp } from './document-timestamp.ts';
import { appendStore, MOST_STORED_BYTES, MOST_STORED_ENTRIES } from './security-store.ts';

/** A file and the level of its seal. */
export interface Archived extends Reached {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex; null if nothing was appended. */
  sha256: string | null;
}

/**
 * Makes a seal outlast its certificates (PAdES B-LTA): appends validation data, then a document time-stamp over it.
 * Two incremental updates that touch no page. Without an answer of an authority the level is B-LT, and the reason says
 * so. `contents` is the signature that the data is for. `earlier` are chains of others' signatures: they get what room
 * there is.
 */
export const archive = async (
  bytes: Uint8Array,
  chains: readonly Evidence[],
  authorities: readonly string[],
  contents: Uint8Array,
  earlier: readonly Evidence[] = [],
): Promise<Archived> => {
  const stored = await appendStore(bytes, joined(chains, earlier), contents);
  try {
    const { bytes: stamped, sha256, stamp } = await appendDocumentTimestamp(stored, authorities);
    const renewAt = renewalTime(stamp.evidence.validUntil);
    return { bytes: stamped, sha256, level: 'B-LTA', reason: null, detail: null, renewAt };
  } catch (error) {
    if (!(error instanceof NoTimestampError)) throw error;
    return { bytes: stored, sha256: null, ...unanswered('B-LT', error) };
  }
};

/** Half of what `readStore` reads: later renewals add to it. */
const MOST_BYTES = MOST_STORED_BYTES / 2;
const MOST_ENTRIES = MOST_STORED_ENTRIES / 2;

const PARTS = ['certificates', 'ocsps', 'crls'] as const;

/** All data of the chains without repetitions, and of the earlier ones what there is room for. */
const joined = (chains: readonly ValidationData[], earlier: readonly ValidationData[]): ValidationData => {
  let found = chains.reduce(added, { certificates: [], ocsps: [], crls: [] });
  for (const chain of earlier) {
    const more = added(found, chain);
    const size = PARTS.flatMap((part) => more[part]).reduce((sum, { length }) => sum + length, 0);
    if (size <= MOST_BYTES && PARTS.every((part) => more[part].length <= MOST_ENTRIES)) found = more;
  }
  return found;
};

const added = (found: ValidationData, chain: ValidationData): ValidationData => {
  const withMore = (part: (typeof PARTS)[number]) => [
    ...new Map([...found[part], ...chain[part]].map((one) => [sha256(one), one])).values(),
  ];
  return { certificates: withMore('certificates'), ocsps: withMore('ocsps'), crls: withMore('crls') };
};
