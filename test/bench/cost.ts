import { startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { playPlainUses } from '../plain-uses/play.ts';
import { playAct } from './cost/administration.ts';
import { type Bill, billOf, dollarsBy, dollarsOf, dollarsWithMails, sumOf } from './cost/bill.ts';
import { isCalledInAws } from './cost/called.ts';
import { playEnvelope } from './cost/envelope.ts';
import { playFlood, reportFlood } from './cost/flood.ts';
import { memoryOfFunctions } from './cost/memory.ts';
import { MONTHLY, PRICES } from './cost/prices.ts';
import { type Cell, report } from './report.ts';

/** Names of 3, 30 and 107 letters. */
const NAMES = [
  'NDA',
  'Lease of the old garden flat 2',
  'Framework agreement on delivery, maintenance and repair of passenger lifts in all 3 houses of the north side',
];
/** Acts of administration, of which the one in the middle is reported. */
const ACTS = 5;
interface BilledStep {
  name: string;
  bill: Bill;
}

const memory = await memoryOfFunctions();
const memoryOf = ({ name }: Run): number => memory.get(name) ?? 0;
const bill = (run: Run): Bill => billOf(run, memoryOf(run));

const api = await startApi();
try {
  // The first time warms up: connections, code that is compiled, keys that are read.
  await playPlainUses(api);
  const uses = await playPlainUses(api);
  const runs: Run[] = [];
  const collect = (isWanted: (run: Run) => boolean) =>
    onRun((run) => {
      if (isWanted(run)) runs.push(run);
    });
  collect(isCalledInAws);
  const played: { name: string; steps: BilledStep[] }[] = [];
  for (const name of NAMES) {
    const steps = await playEnvelope(api, name, () => runs.splice(0));
    played.push({
      name,
      steps: steps.map((step) => ({ ...step, bill: withLoaded(sumOf(step.runs.map(bill)), step.loaded) })),
    });
  }
  collect(() => true);
  const acts = [];
  for (let played = 0; played < ACTS; played++) acts.push(await playAct(api, () => runs.splice(0)));
  collect(isCalledInAws);
  const flood = await playFlood(api, () => runs.splice(0));
  onRun(undefined);
  reportNames(played);
  const [, usual] = played;
  if (usual) reportEnvelope(usual.name, usual.steps);
  reportAct(acts);
  reportFlood(flood, bill);
  reportOperations(uses);
} finally {
  await api.stop();
}

function withLoaded(of: Bill, loaded: number): Bill {
  return { ...of, outBytes: of.outBytes + loaded };
}

function reportNames(played: readonly { name: string; steps: readonly BilledStep[] }[]): void {
  report(
    'One completed envelope by the length of its name',
    ['letters of the name', 'write units to create it', 'write units altogether', 'dollars'],
    played.map(({ name, steps }) => {
      const total = sumOf(steps.map((step) => step.bill));
      return [name.length, steps[0]?.bill.writeUnits ?? 0, total.writeUnits, dollars(dollarsOf(total))];
    }),
    ['Targets: 60 units to create, 220 altogether, $0.0006.'],
  );
}

function reportEnvelope(name: string, steps: readonly BilledStep[]): void {
  const total = sumOf(steps.map((step) => step.bill));
  const cells = (name: string, of: Bill): Cell[] => [
    name,
    of.requests,
    of.runs,
    of.tableCalls,
    round(of.readUnits, 1),
    round(of.writeUnits, 1),
    `${of.s3Reads} / ${of.s3Writes}`,
    of.sqs,
    of.kms,
    round(of.gigabyteSeconds, 2),
    of.mails,
    dollars(dollarsOf(of)),
    dollars(dollarsWithMails(of)),
  ];
  report(
    `One completed envelope: two signers, one document of ten pages, a name of ${name.length} letters`,
    [
      'step',
      'requests',
      'function runs',
      'table calls',
      'read units',
      'write units',
      'S3 reads / writes',
      'SQS',
      'KMS',
      'GB-s',
      'mails',
      'dollars',
      'with mails',
    ],
    [...steps.map((step) => cells(step.name, step.bill)), cells('**Altogether**', total)],
    [
      'Everything that follows from a step is in it: stream, queues with their polls that found something, workers, mails being made, one webhook call. Signers look at every page; the sender loads the sealed document and the certificate.',
      'All functions are warm: one that starts anew is billed for its start too (`bench:cold`).',
      'With mails: SES, without the data of attachments. Without SMS, storage, and what stands still (README: polls of empty queues, the minute’s schedule, keys, alarms).',
    ],
  );
  report(
    'The same by service',
    ['service', 'dollars'],
    Object.entries(dollarsBy(total))
      .sort(([, a], [, b]) => b - a)
      .map(([service, sum]) => [service, dollars(sum)]),
    ['Prices: `test/bench/cost/prices.ts`, list prices of us-east-1 without any free tier. Bytes of logs are assumed.'],
  );
}

function reportAct(acts: readonly Awaited<ReturnType<typeof playAct>>[]): void {
  const milliseconds = ({ linking, logging }: (typeof acts)[number]) =>
    [...linking, ...logging].reduce((sum, run) => sum + run.milliseconds, 0);
  // The one in the middle: the machine's other work makes some of them slow.
  const sorted = acts.toSorted((one, other) => milliseconds(one) - milliseconds(other));
  const { ownUnits, linking, dueUnits, logging } = sorted[Math.floor(ACTS / 2)] as (typeof acts)[number];
  const [link, head] = [sumOf(linking.map(bill)), sumOf(logging.map(bill))];
  const own = ownUnits * PRICES.writeUnit;
  const ofHour = dueUnits * PRICES.writeUnit + dollarsOf(head);
  const ofAct = own + dollarsOf(link);
  const others = [2, 10].map((acts): Cell[] => [
    `An act, if ${acts} are in the hour`,
    '',
    '',
    '',
    dollars(ofAct + ofHour / acts),
  ]);
  report(
    'An act of administration: its event, its link of the chain, and the hourly head in the log of evidence',
    ['what', 'read units', 'write units', 'S3 reads / writes', 'dollars'],
    [
      ['The event, in the write of the act', 0, ownUnits, '', dollars(own)],
      [
        'Its link of the chain',
        link.readUnits,
        link.writeUnits,
        `${link.s3Reads} / ${link.s3Writes}`,
        dollars(dollarsOf(link)),
      ],
      [
        'The head, once an hour',
        head.readUnits,
        head.writeUnits + dueUnits,
        `${head.s3Reads} / ${head.s3Writes}`,
        dollars(ofHour),
      ],
      ['**An act that is the only one of its hour**', '', '', '', dollars(ofAct + ofHour)],
      ...others,
    ],
    [
      'Target: $0.00002 for an act that is the only one of its hour on the whole platform.',
      'Heads of all organizations share what the head costs, but for three or four write units each.',
      `Where the worker of the log has been started anew for the head, it lists a folder of the bucket and opens the log’s key: ${dollars(PRICES.s3Write + MONTHLY.kmsRequest)} more.`,
      'A time-stamp of the log, where an authority is set, follows an hour after anything was added to it. It is a cost of the log.',
    ],
  );
}

function reportOperations(uses: Awaited<ReturnType<typeof playPlainUses>>): void {
  const byUse = Map.groupBy(uses, ({ operation, how }) => `${operation}${how ? `: ${how}` : ''}`);
  const rows = [...byUse].map(([name, made]) => {
    const dearest = made
      .map(({ run }) => ({ run, bill: bill(run) }))
      .sort((a, b) => dollarsOf(b.bill) - dollarsOf(a.bill));
    const [{ run, bill: of } = { run: made[0]?.run as Run, bill: sumOf([]) }] = dearest;
    const commands = run.calls.filter(({ service }) => service === 'DynamoDB').map(({ command }) => command);
    return {
      name,
      calls: of.tableCalls,
      cells: [
        name,
        of.tableCalls,
        commands.join(', '),
        round(of.readUnits, 1),
        round(of.writeUnits, 1),
        of.s3Reads || of.s3Writes ? `${of.s3Reads} / ${of.s3Writes}` : '',
        of.kms || '',
        memoryOf(run),
        Math.ceil(run.milliseconds),
        round(dollarsOf(of) * 1e6, 2),
      ] as Cell[],
    };
  });
  rows.sort((a, b) => a.name.localeCompare(b.name));
  const above = rows.filter(({ calls }) => calls > 4).map(({ name, calls }) => `${name} (${calls})`);
  report(
    'Every operation',
    [
      'operation: use',
      'table calls',
      'which',
      'read units',
      'write units',
      'S3 reads / writes',
      'KMS',
      'MB',
      'ms',
      '$ for a million',
    ],
    rows.map(({ cells }) => cells),
    [
      `${byUse.size} uses of ${new Set(uses.map(({ operation }) => operation)).size} operations, on small records; of several runs of the same use the dearest. What workers do afterwards is not in it.`,
      `Target: no operation but creating an envelope above four table calls. Above: ${above.join('; ') || 'none'}.`,
      'Units are those that the embedded engine states for the table and its indexes (`ReturnConsumedCapacity`). It counts as AWS documents it: 4 kB a read, half if eventually consistent, 1 kB a write, double in transactions, each index’s write on top (`test/storage/capacity.test.ts`).',
      'Time is measured here, on a warm process and with engines on the same machine. The dollars take a function with less than one processor (1769 MB) to need longer in proportion.',
      'Links are taken to be followed once, which is an S3 read or write. KMS’s own share in encrypting table and bucket is not in it: table keys and bucket keys make it a call in minutes, not one a request.',
    ],
  );
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function dollars(value: number): string {
  return `$${value.toFixed(6)}`;
}
