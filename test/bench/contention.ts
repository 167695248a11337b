/** Plays two envelopes of one sender and computes from their writes what happens when many come at once. */
import { startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { boundsOf, dispatch, numbers, outcomeOf } from './contention/model.ts';
import { type RecordedRun, recordingOf } from './contention/recording.ts';
import { isCalledInAws } from './cost/called.ts';
import { playEnvelope } from './cost/envelope.ts';
import { report } from './report.ts';

const RATES = [1, 10, 50, 100, 200];
const SECONDS = 60;
const SIGNERS = 10_000;
const RECIPIENTS = 15;
const SEED = 1;

const api = await startApi();
const recordings: Run[][] = [];
try {
  const sender = await api.signUp();
  for (const _ of [0, 1]) {
    const runs: Run[] = [];
    onRun((run) => {
      if (isCalledInAws(run)) runs.push(run);
    });
    let taken = 0;
    // Runs before the first step prepare the sender.
    await playEnvelope(
      api,
      'Lease of the old garden flat 2',
      () => {
        if (taken++ < 1) runs.length = 0;
        return [];
      },
      sender,
    );
    onRun(undefined);
    recordings.push([...runs]);
  }
} finally {
  await api.stop();
}
const [first = [], second = []] = recordings;
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
    'A model: transactions as recorded from two envelopes of one sender, each item held for 20 ms, conflicts tried again as the code does. Nothing is measured in AWS.',
  ],
);

const units = recorded.flatMap(({ writes }) => writes).reduce((sum, one) => sum + one.units, 0);
const common = dispatched.flatMap(({ writes }) => writes.filter(({ shared }) => shared.length > 0));
const batch = [...new Map(common.map(({ shared }) => [shared.join(), shared])).values()];
const wakes = dispatched.length;
report(
  'The dispatcher',
  ['envelopes a second', 'shards', 'lists and counts follow, 99 % below (ms)', 'batches begun again'],
  RATES.map((envelopesPerSecond) => {
    const shards = Math.max(4, Math.ceil((envelopesPerSecond * units) / 1000));
    const { late99, repeated } = dispatch(
      { envelopesPerSecond, records: wakes, shards, transactions: batch, seconds: SECONDS },
      random,
    );
    return [envelopesPerSecond, shards, late99, repeated];
  }),
  [
    `A run for each shard of the table's stream, of which there is one for every 1000 write units a second, at least four; ${wakes} records of an envelope wake it. A batch takes 150 ms and then writes the items in common: ${batch.flat().length} of them in ${batch.length} transactions.`,
  ],
);

report(
  'What envelopes of one organization have in common',
  ['item', 'written by', 'times for one envelope', 'envelopes a second at which it is full', ''],
  boundsOf(recorded).map(({ item, by, writes, most, batched }) => [
    `\`${item}\``,
    by,
    writes,
    Math.floor(most),
    batched ? 'if each had a batch of its own; a batch writes it once' : '',
  ]),
  [
    'A transaction holds its items for 20 ms, so that an item has 50 of them a second; without one, an item has the 1000 units of its partition. The first row is the first bound.',
  ],
);
