import { LIST_PARTS } from '../../../lib/storage/engine/keys.ts';
import { MANY_A_DAY } from '../../../lib/storage/usage.ts';
import { BATCH_WORK, READS_A_SECOND, streamPartitions, WRITES_A_SECOND } from '../../partitions/load.ts';
import type { RecordedRun, Use } from './recording.ts';

/**
 * A model of partitions under many envelopes: each takes 1,000 write units and 3,000 read units a second, and what
 * comes beyond waits. An index whose partition is full pushes back: the writes of the same partition of the table wait,
 * too. Time is counted, nothing is measured.
 */
export interface Throughput {
  /** The fullest partition, and its share of what it takes, from 0. */
  fullest: string;
  share: number;
  /** The 99th percentile of what a request, and a worker, waits for partitions, in milliseconds. */
  requests99: number;
  workers99: number;
}

/** Form of an organization's lists: in one part, in all of them, or divided while it begins. */
export type Lists = 'whole' | 'in parts' | 'new';

export interface Stream {
  /** Envelopes a second. */
  rate: number;
  seconds: number;
  lists: Lists;
  /** Write units of one envelope, of everything. */
  units: number;
}

/** Time in which the dispatcher counts an envelope, and the next request reads that its lists are divided now. */
const FOLLOWS = 2000;
/** One person whom all envelopes reach is a case of its own. */
const OF_ONE_RECIPIENT = /RECEIVED#/;
/** Begins a search or a list that is in parts once the organization sends very much. */
const DIVIDED = /^\S+ (LIST|SEARCH\S*)#.*(SENT|ENVELOPES)#/;

interface Event {
  at: number;
  envelope: number;
  run: number;
  use: Use;
  part: number;
}

export const throughputOf = (
  runs: readonly RecordedRun[],
  { rate, seconds, lists, units }: Stream,
  random: () => number,
): Throughput => {
  const end = seconds * 1000;
  const envelopes = Array.from({ length: rate * seconds }, () => random() * end).sort((one, other) => one - other);
  const divides =
    lists === 'new' ? (envelopes[MANY_A_DAY] ?? end) + FOLLOWS : lists === 'whole' ? Number.POSITIVE_INFINITY : 0;
  const dispatched = runs.filter(({ name }) => name === 'dispatch-events').length;
  const batches = (streamPartitions(rate * units) * 1000) / BATCH_WORK / rate;
  const ofBatches = Math.min(1, batches / dispatched);
  const levels = new Map<string, { level: number; at: number; total: number }>();
  const waits = new Map<string, number>();
  const events = envelopes.flatMap((begin, envelope) => {
    const part = begin < divides ? 0 : Math.floor(random() * LIST_PARTS);
    let at = begin;
    return runs.flatMap(({ name, isRequest, calls }, run): Event[] => {
      at += isRequest ? 1000 + random() * 9000 : 300;
      const share = name === 'dispatch-events' ? ofBatches : 1;
      return calls
        .flatMap(({ uses }) => uses)
        .filter(({ place }) => !OF_ONE_RECIPIENT.test(place))
        .map((use) => ({
          // Others began before, and are where these will be: at every moment as many steps are made of each kind.
          at: lists === 'new' ? at : at % end,
          envelope,
          run,
          use: use.isRead ? { ...use, units: use.units * share } : use,
          part: DIVIDED.test(use.place) ? part : Math.floor(random() * use.parts),
        }));
    });
  });
  events.sort((one, other) => one.at - other.at);
  for (const { at, envelope, run, use, part } of events) {
    const place = `${use.place} ${part}${use.isRead ? ' reads' : ''}`;
    const bucket = levels.get(place) ?? { level: 0, at, total: 0 };
    const capacity = (use.isRead ? READS_A_SECOND : WRITES_A_SECOND) / 1000;
    const before = Math.max(0, bucket.level - (at - bucket.at) * capacity);
    levels.set(place, { level: before + use.units, at, total: bucket.total + use.units });
    const wait = Math.max(before / capacity, use.isRead ? 0 : pushedBack(levels, use.place, part, at));
    const key = `${envelope} ${run}`;
    waits.set(key, Math.max(waits.get(key) ?? 0, wait));
  }
  const shares = [...levels].map(([place, { total }]) => {
    const most = place.endsWith('reads') ? READS_A_SECOND : WRITES_A_SECOND;
    return { place, share: total / (most * seconds) };
  });
  const [fullest] = shares.sort((one, other) => other.share - one.share);
  const of = (isRequest: boolean) =>
    percentile(
      [...waits].filter(([key]) => runs[Number(key.split(' ')[1])]?.isRequest === isRequest).map(([, wait]) => wait),
    );
  return {
    fullest: fullest?.place.replace(/ \d+( reads)?$/, '$1') ?? '',
    share: fullest?.share ?? 0,
    requests99: of(true),
    workers99: of(false),
  };
};

const INDEXES = ['gsi2', 'gsi3', 'gsi5'];

/** Milliseconds that a write of the table waits for the indexes that have the same partition key. */
const pushedBack = (
  levels: ReadonlyMap<string, { level: number; at: number }>,
  place: string,
  part: number,
  now: number,
): number => {
  if (!place.startsWith('table LIST#')) return 0;
  const name = place.slice('table '.length);
  return Math.max(
    ...INDEXES.map((index) => {
      const { level, at } = levels.get(`${index} ${name} ${part}`) ?? { level: 0, at: now };
      return Math.max(0, level / (WRITES_A_SECOND / 1000) - (now - at));
    }),
  );
};

const percentile = (waits: number[]): number => {
  waits.sort((one, other) => one - other);
  return Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0);
};
