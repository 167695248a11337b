import {
  COUNT_PARTS,
  DELIVERY_PARTS,
  DUE_SHARDS,
  INBOX_PARTS,
  LIST_PARTS,
  MANY_COUNT_PARTS,
  MESSAGE_COUNT_PARTS,
  RETRY_SHARDS,
} from '../../lib/storage/engine/keys.ts';
import type { Run } from '../aws-calls.ts';
import { isCalledInAws } from '../bench/cost/called.ts';
import { unitsOf } from './units.ts';

/** Units that a partition takes in a second, in the table and in each index. */
export const WRITES_A_SECOND = 1000;
export const READS_A_SECOND = 3000;

/** Partition keys of which there are several, by the end that tells them apart, and their number. */
const PARTED: readonly [pattern: RegExp, parts: number][] = [
  [/^(LIST#(?:SENT|ENVELOPES)#[^~]+?)(?:~\d+)?(#open)?$/, LIST_PARTS],
  [/^(SEARCH#.+#ENVELOPES#[^~#]+)(?:~\d+)?()$/, LIST_PARTS],
  [/^(COUNTS#(?:SENT|ENVELOPES)#.+?)(?:#\d+)?()$/, MANY_COUNT_PARTS],
  [/^(COUNTS#RECEIVED#.+?)(?:#\d+)?()$/, COUNT_PARTS],
  [/^(USAGE#[^#]+)(?:#\d+)?()$/, MANY_COUNT_PARTS / COUNT_PARTS],
  [/^(ATTEMPTS#messages#[^#]+#\d+)(?:#\d+)?()$/, MESSAGE_COUNT_PARTS],
  [/^(NOTIFICATIONS#[^#]+)(?:#\d+)?()$/, INBOX_PARTS],
  [/^(DELIVERIES#[^#]+)(?:#\d+)?()$/, DELIVERY_PARTS],
  [/^(DUE#RETRY)\d+()$/, RETRY_SHARDS],
  [/^(DUE#)\d+()$/, DUE_SHARDS],
];

/** The partitions to which a partition key belongs, and their number. */
export const partitionsOf = (pk: string): { name: string; parts: number } => {
  for (const [pattern, parts] of PARTED) {
    const [, name, end] = pattern.exec(pk) ?? [];
    if (name !== undefined) return { name: `${name}${end ?? ''}`, parts };
  }
  return { name: pk, parts: 1 };
};

/** Units that one envelope takes from partitions that other envelopes of its organization use, too. */
export interface Load {
  /** `table`, or the index. */
  resource: string;
  /** The partition key, without what tells its parts apart. */
  name: string;
  parts: number;
  /** Of all parts together. */
  writes: number;
  reads: number;
}

/**
 * The shortest run of the dispatcher that finds something, in milliseconds; a partition of the stream has one at a
 * time.
 */
export const BATCH_WORK = 150;

/** Partitions of the stream at so many write units a second: one for each 1000 of them, four at least. */
export const streamPartitions = (units: number): number => Math.max(4, Math.ceil(units / WRITES_A_SECOND));

/**
 * The load of one envelope on what it has in common with `other`, by the recorded calls. `rate`: envelopes a second, at
 * which the dispatcher takes several changes at once: so often it reads what batches have in common.
 */
export const sharedLoad = (runs: readonly Run[], other: readonly Run[], rate: number): Load[] => {
  const elsewhere = new Set(loadOf(other).map(placeOf));
  const units = loadOf(runs).reduce((sum, { writes }) => sum + writes, 0);
  const dispatched = runs.filter((run) => run.name === 'dispatch-events' && isCalledInAws(run)).length;
  const batches = (streamPartitions(rate * units) * 1000) / BATCH_WORK / rate;
  return loadOf(runs, Math.min(1, batches / dispatched)).filter((load) => elsewhere.has(placeOf(load)));
};

const placeOf = ({ resource, name }: Load): string => `${resource} ${name}`;

/** The load on all partitions; `batched`: the share of the dispatcher's reads that batches leave. */
const loadOf = (runs: readonly Run[], batched = 1): Load[] => {
  const found = new Map<string, Load>();
  const at = (resource: string, pk: string): Load => {
    const { name, parts } = partitionsOf(pk);
    const one = found.get(`${resource} ${name}`) ?? { resource, name, parts, writes: 0, reads: 0 };
    found.set(`${resource} ${name}`, one);
    return one;
  };
  for (const [run, calls] of unitsOf(runs)) {
    // Whatever the local platform's dispatcher does with changes that call none in AWS is no part of it.
    if (!isCalledInAws(run)) continue;
    const share = run.name === 'dispatch-events' ? batched : 1;
    for (const { reads, writes } of calls) {
      for (const { resource, pk, units: taken } of reads) at(resource, pk).reads += taken * share;
      for (const { resource, pk, units: taken } of writes) at(resource, pk).writes += taken;
    }
  }
  return [...found.values()];
};

/** Envelopes a second at which a partition is full. */
export const mostOf = ({ parts, writes, reads }: Load): number =>
  Math.min((parts * WRITES_A_SECOND) / writes, (parts * READS_A_SECOND) / reads);
