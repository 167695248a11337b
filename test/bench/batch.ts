/**
 * Measures batches: envelopes a second on the local platform, what a row costs, and by the model of partitions at how
 * many envelopes a second of one batch the first partition is full. `--rows 200`: rows of the measured batch.
 */
import { parseArgs } from 'node:util';
import { LANES } from '../../lib/signing/batches/limits.ts';
import { startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { actOn, checkedBatch, makeTemplate, readBatch, tenantRows } from '../batches/material.ts';
import { mostOf, sharedLoad, WRITES_A_SECOND } from '../partitions/load.ts';
import { unitsOf } from '../partitions/units.ts';
import { withoutIds } from './contention/recording.ts';
import { type Bill, billOf, dollarsOf, sumOf } from './cost/bill.ts';
import { isCalledInAws } from './cost/called.ts';
import { memoryOfFunctions } from './cost/memory.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '200' }, write: { type: 'boolean', default: false } },
});
const ROWS = Number(values.rows);
/** Rows of the batches whose calls are counted: one piece of work. */
const COUNTED = 25;
const RATE = 50;

const memory = await memoryOfFunctions();
const bill = (run: Run): Bill => billOf(run, memory.get(run.name) ?? 0);

process.env.MESSAGES_PER_DAY = String(ROWS * 10);
const api = await startApi();
try {
  const ada = await api.signUp();
  const template_id = await makeTemplate(api, ada);

  const send = async (rows: number, settings: object): Promise<{ runs: Run[]; seconds: number }> => {
    const { id } = await checkedBatch(api, ada, { template_id, rows: tenantRows(rows), settings });
    const runs: Run[] = [];
    onRun((run) => runs.push(run));
    const from = performance.now();
    await actOn(api, ada, id, 'send');
    for (;;) {
      const { status, progress } = await readBatch(api, ada, id);
      if (status === 'sent') break;
      if (status !== 'sending' || progress.held_until) throw new Error(`The batch is ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const seconds = (performance.now() - from) / 1000;
    await api.settle();
    onRun(undefined);
    return { runs: runs.filter(isCalledInAws), seconds };
  };

  await send(COUNTED, {});
  const [first, second] = [await send(COUNTED, {}), await send(COUNTED, {})];
  const silent = await send(ROWS, { no_contact: true });
  const mailed = await send(ROWS, {});

  const speed = (what: string, { seconds }: { seconds: number }) => [
    what,
    ROWS,
    Number(seconds.toFixed(1)),
    Number((ROWS / seconds).toFixed(1)),
  ];
  report(
    'Envelopes of a batch on the local platform',
    ['', 'rows', 'seconds', 'envelopes a second'],
    [speed('without messages', silent), speed('with a mail each, which are sent meanwhile', mailed)],
    ['From the request to send until all are made, one signer and a document of two pages. Target: 4 a second.'],
  );

  const perRow = (one: number): number => Number((one / COUNTED).toFixed(1));
  const total = sumOf(second.runs.map(bill));
  const worker = sumOf(second.runs.filter(({ name }) => name === 'run-job').map(bill));
  report(
    'What a row costs',
    ['', 'table calls', 'read units', 'write units', 'S3 reads / writes', 'dollars'],
    [
      ['its envelope, by the worker', worker],
      ['with all that follows: lists, counts, the mail', total],
    ].map(([what, of]) => {
      const { tableCalls, readUnits, writeUnits, s3Reads, s3Writes } = of as Bill;
      return [
        String(what),
        perRow(tableCalls),
        perRow(readUnits),
        perRow(writeUnits),
        `${perRow(s3Reads)} / ${perRow(s3Writes)}`,
        `$${(dollarsOf(of as Bill) / COUNTED).toFixed(6)}`,
      ];
    }),
    [`A ${COUNTED}th of a batch of ${COUNTED} rows, without SES. Signing comes on top (\`bench:cost\`).`],
  );

  // The batch's own partition, which another batch has not.
  const ownUnits = [...unitsOf(second.runs)]
    .flatMap(([, calls]) => calls.flatMap(({ writes }) => writes))
    .filter(({ resource, pk }) => resource === 'table' && pk.startsWith('BATCH#'))
    .reduce((sum, { units }) => sum + units, 0);
  const loads = sharedLoad(second.runs, first.runs, RATE).sort((one, other) => mostOf(one) - mostOf(other));
  report(
    'Partitions that rows of one batch have in common',
    ['partition', 'parts', 'write units of a row', 'read units of a row', 'envelopes a second at which it is full'],
    [
      ['`table BATCH#…`', 1, perRow(ownUnits), '', Math.floor((WRITES_A_SECOND * COUNTED) / ownUnits)],
      ...loads
        .slice(0, 10)
        .map((load) => [
          `\`${load.resource} ${withoutIds(load.name)}\``,
          load.parts,
          perRow(load.writes),
          perRow(load.reads),
          Math.floor(mostOf(load) * COUNTED),
        ]),
    ],
    [
      `The model of \`bench:contention\`: 1000 write and 3000 read units a second and partition. A batch has up to ${LANES} workers side by side. Target: 50 a second.`,
    ],
  );
} finally {
  await api.stop();
}
