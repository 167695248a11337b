/** Plays two envelopes of one organization and computes from their calls what happens when many come at once. */
import { startApi } from '../api.ts';
import { mostOf, READS_A_SECOND, sharedLoad, streamPartitions, WRITES_A_SECOND } from '../partitions/load.ts';
import { playTwoEnvelopes } from '../partitions/story.ts';
import { boundsOf, dispatch, numbers, outcomeOf } from './contention/model.ts';
import { type RecordedRun, recordingOf, withoutIds } from './contention/recording.ts';
import { type Lists, throughputOf } from './contention/throughput.ts';
import { report } from './report.ts';

const RATES = [1, 10, 50, 100, 200, 300];
const SECONDS = 60;
/** Rates at which partitions are looked at, and how an organization's lists are then. */
const PARTITIONS: readonly [rate: number, lists: Lists][] = [
  [50, 'whole'],
  [80, 'whole'],
  [100, 'whole'],
  [100, 'in parts'],
  [200, 'in parts'],
  [300, 'in parts'],
  [400, 'in parts'],
  [300, 'new'],
];
const PARTITION_SECONDS = 20;
const NEW_SECONDS = 30;
const LISTED = 20;
const SIGNERS = 10_000;
const RECIPIENTS = 15;
const SEED = 1;

const api = await startApi();
const [first, second] = await playTwoEnvelopes(api);
await api.stop();
const recorded = recordingOf(second, first);
const requests = recorded.filter(({ isRequest }) => isRequest);
const dispatched = recorded.filter(({ name }) => name === 'dispatch-events');

const random = numbers(SEED);
/** People act a few seconds after one another. */
const atRate = (rate: number) =>
  Array.from({ length: rate * SECONDS }, () => random() * SECONDS * 1000).flatMap((begin) => {
    let at = begin;
    return requests.map((run) => {
      at += 1000 + random() * 9000;
      return { at, run };
    });
  });
/** The same run, at times within so many seconds; `together`: of one envelope. */
const manyOf = (name: string, count: number, seconds: number, together = false) => {
  const run = requests.find((one) => one.name === name) as RecordedRun;
  const ofOne = { ...run, writes: run.writes.map((one) => ({ ...one, shared: [...one.shared, 'its envelope'] })) };
  return Array.from({ length: count }, () => ({ at: random() * seconds * 1000, run: together ? ofOne : run }));
};

const scenarios = [
  ...RATES.map((rate) => [`${rate} envelopes a second, of one organization`, atRate(rate)] as const),
  [`${SIGNERS} signers open within a minute`, manyOf('startSigningSession', SIGNERS, 60)] as const,
  [
    `${RECIPIENTS} recipients of one envelope submit within a second`,
    manyOf('submitRecipient', RECIPIENTS, 1, true),
  ] as const,
];
report(
  'Requests',
  ['what comes', 'requests that write', 'conflicts', 'answered 503', 'waiting for others, 99 % below (ms)'],
  scenarios.map(([name, starts]) => {
    const { requests: count, conflicts, unavailable, waited99 } = outcomeOf(starts, random);
    return [name, count, conflicts, unavailable, waited99];
  }),
  [
    'A model: transactions as recorded from two envelopes of one sender, of three signers, each item held for 20 ms, conflicts tried again as the code does. Nothing is measured in AWS.',
  ],
);

const units = recorded.flatMap(({ writes }) => writes).reduce((sum, one) => sum + one.units, 0);
/**
 * Of each record that wakes the dispatcher, the transactions with items in common. `apart`: items that not all have.
 */
const records = (apart?: RegExp): string[][][] =>
  dispatched.map(({ writes }) =>
    writes
      .filter(({ transaction }) => transaction)
      .map(({ shared }) => shared.filter((item) => !apart?.test(item)))
      .filter((shared) => shared.length > 0),
  );
/** One template of all, and one recipient. */
const OF_ALL = /^TEMPLATE#|RECEIVED#/;
report(
  'The dispatcher',
  [
    'envelopes a second',
    'shards',
    'lists and counts follow, 99 % below (ms)',
    'batches begun again',
    'with one template and one recipient of all (ms)',
    'batches begun again',
  ],
  RATES.map((envelopesPerSecond) => {
    const shards = streamPartitions(envelopesPerSecond * units);
    const follow = (apart?: RegExp) =>
      dispatch({ envelopesPerSecond, records: records(apart), shards, seconds: SECONDS }, random);
    const [usual, severe] = [follow(OF_ALL), follow()];
    return [envelopesPerSecond, shards, usual.late99, usual.repeated, severe.late99, severe.repeated];
  }),
  [
    `A run for each shard of the table's stream, of which there is one for every 1000 write units a second, at least four; ${dispatched.length} records of an envelope wake it. A batch takes 150 ms and then makes the transactions with items in common, one after the other: what several of its records lead to is one.`,
  ],
);

const inWords: Record<Lists, string> = { whole: 'one part', 'in parts': 'eight parts', new: 'one part, then eight' };
report(
  'Partitions',
  [
    'envelopes a second',
    'lists in',
    'the fullest partition',
    'of what it takes',
    'requests wait, 99 % below (ms)',
    'workers wait, 99 % below (ms)',
  ],
  PARTITIONS.map(([rate, lists]) => {
    const seconds = lists === 'new' ? NEW_SECONDS : PARTITION_SECONDS;
    const { fullest, share, requests99, workers99 } = throughputOf(recorded, { rate, seconds, lists, units }, random);
    return [rate, inWords[lists], `\`${fullest}\``, `${Math.round(share * 100)} %`, requests99, workers99];
  }),
  [
    `A partition takes ${WRITES_A_SECOND} write units and ${READS_A_SECOND} read units a second, in the table and in each index; what is beyond waits, and the table waits for its indexes. ${PARTITION_SECONDS} seconds.`,
    `The last row: an organization that was quiet begins with so many at once. Its lists are divided when the first thousand of the day are counted, which stay in one part. Its first ${NEW_SECONDS} seconds, and what follows from them.`,
  ],
);

const [highest] = RATES.toReversed() as [number];
const loads = sharedLoad(second, first, highest).sort((one, other) => mostOf(one) - mostOf(other));
report(
  'What fills up first',
  ['partition', 'parts', 'write units', 'read units', 'envelopes a second at which it is full'],
  loads
    .slice(0, LISTED)
    .map((load) => [
      `\`${load.resource} ${withoutIds(load.name)}\``,
      load.parts,
      load.writes,
      Number(load.reads.toFixed(1)),
      Math.floor(mostOf(load)),
    ]),
  [
    `Of one envelope of three signers, in all parts together, where all envelopes have the sender, the template, the brand, the landlord and a webhook that wants all events. The ${LISTED} partitions that are full first. \`RECEIVED\` are the lists of one person with an account whom all of them reach.`,
    `The dispatcher reads once for a batch: at ${highest} envelopes a second a partition of the stream has several changes in each.`,
  ],
);

report(
  'What transactions of several envelopes write',
  ['item', 'written by', 'times for one envelope', 'envelopes a second at which it is held all the time', ''],
  boundsOf(recorded).map(({ item, by, writes, most, batched }) => [
    `\`${item}\``,
    by,
    writes,
    Math.floor(most),
    batched ? 'if each had a batch of its own; a batch writes it once' : '',
  ]),
  [
    'A transaction holds its items for 20 ms, so that an item has 50 of them a second. A batch that finds it held tries again.',
  ],
);
