import type { Key } from '../engine/key.ts';

/**
 * The head of the log of evidence. The order of entries is decided here, by one conditional write after another; all
 * files of the log follow from it, so that writers who meet write the same.
 */
export interface LogHead {
  /** Counts writes: each holds only if no other came between. */
  version: number;
  /** Name of the log, the first line of its checkpoints: it stays as it was at the first entry. */
  origin: string;
  /** Ed25519 key of the checkpoints' signatures, base64. */
  public_key: string;
  /** Number of entries that have a place. */
  size: number;
  /** Number of entries whose files are stored and that the checkpoint covers. */
  published: number;
  /** Entries from `published` to `size`, base64. */
  pending: string;
  /** Roots of the perfect subtrees of the first `published` entries, base64. */
  frontier: string;
  /** The signed checkpoint of `published` entries; empty at first. */
  checkpoint: string;
  /** Size of the latest checkpoint with a time-stamp; 0 without one. */
  stamped: number;
  /** Time of the next time-stamp; null if none is due. */
  stamp_due: string | null;
}

/** An entry's number, from 0. */
export interface LogEntryItem extends Key {
  index: number;
}

/** A checkpoint that was time-stamped; the bucket has it with the time-stamp. */
export interface LogStampItem extends Key {
  size: number;
  at: string;
}
