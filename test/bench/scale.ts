import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { operations } from '../../functions/index.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { entriesOf } from '../../lib/storage/envelopes/entries.ts';
import { envelopeOf, itemsOf, listsFrom, personOf } from '../envelopes/tenant.ts';
import { invoke, userToken } from '../operation/invoke.ts';
import { startTable } from '../storage/engine.ts';
import { listWrites } from '../storage/list-writes.ts';
import { type Cell, report } from './report.ts';

const SIZES = (process.env.SIZES ?? '100,1000,10000,100000').split(',').map(Number);
const RUNS = 15;
const MINUTE = 60_000;
const start = Date.UTC(2025, 0, 1);
const sender = personOf('sender@example.com', newId());
const [common, rare] = [newId(), newId()];

/** Ten envelopes, spread over all, that have a word and a template that no other has. */
const isRare = (index: number, many: number): boolean => index % (many / 10) === Math.floor(many / 20);
const wordOf = (index: number, many: number): string =>
  isRare(index, many) ? 'Zebra' : index % 10 < 6 ? 'Lease' : index % 10 < 9 ? 'Contract' : 'Offer';
const statusOf = (index: number) =>
  index % 20 === 7 ? ('declined' as const) : index % 10 === 3 ? undefined : ('complete' as const);

let first = '';

/** A tenant's envelopes with everything that belongs to them. */
function* tenant(many: number): Generator<Key> {
  const lists = listsFrom();
  for (let index = 0; index < many; index++) {
    const state = envelopeOf(sender, {
      name: `${wordOf(index, many)} ${String(index).padStart(6, '0')}`,
      visibility: index % 2 === 0 ? 'shared' : 'private',
      template_id: isRare(index, many) ? rare : index % 2 === 0 ? common : null,
      to: [`signer-${index % 1000}@example.com`],
      at: start + index * MINUTE,
    });
    const status = statusOf(index);
    if (status) state.envelope.status = status;
    first ||= state.envelope.id;
    yield* itemsOf(state);
    yield* lists.entries(listWrites(undefined, entriesOf(state.envelope)));
  }
  yield* lists.counts();
}

const at = (index: number): string => new Date(start + index * MINUTE).toISOString();

/** The measured requests, for a tenant with `many` envelopes. */
const asked = (many: number): [what: string, id: string, query: Record<string, string>][] => [
  ['get an envelope', 'getEnvelope', {}],
  ['list: own and received, newest first', 'getEnvelopes', {}],
  ['list: its tenth page of 10', 'getEnvelopes', { rows: '10', page: '9' }],
  ['list: `view=sent`', 'getEnvelopes', { view: 'sent' }],
  ['list: `view=waiting`', 'getEnvelopes', { view: 'waiting' }],
  ['list: the organization’s', 'getEnvelopes', { include_org: 'true' }],
  ['list: by last change', 'getEnvelopes', { sort_by: 'updated_at' }],
  ['list: by name', 'getEnvelopes', { sort_by: 'name' }],
  ['list: one status, by name', 'getEnvelopes', { status: 'declined', sort_by: 'name' }],
  ['list: one day of the past', 'getEnvelopes', { created_after: at(50), created_before: at(70) }],
  ['list: the same by name', 'getEnvelopes', { created_after: at(50), created_before: at(70), sort_by: 'name' }],
  ['list: a template that half are made from', 'getEnvelopes', { template_id: common }],
  ['list: a template that ten are made from', 'getEnvelopes', { template_id: rare }],
  ['search: a word of more than half', 'getEnvelopes', { q: 'lease' }],
  ['search: a word of ten', 'getEnvelopes', { q: 'zeb' }],
  ['search: one number', 'getEnvelopes', { q: String(Math.floor(many / 2)).padStart(6, '0') }],
  ['search: what nobody wrote', 'getEnvelopes', { q: 'giraffe' }],
  ['search: a common word and one number', 'getEnvelopes', { q: `lease ${String(many - 10).padStart(6, '0')}` }],
  ['search: a common word, `view=waiting`', 'getEnvelopes', { q: 'lease', view: 'waiting' }],
  ['search: a word of ten, by name', 'getEnvelopes', { q: 'zebra', sort_by: 'name' }],
  ['search: a common word, by name', 'getEnvelopes', { q: 'lease', sort_by: 'name' }],
];

interface Reading {
  units: number;
  calls: number;
  time: number;
}

const counted = { units: 0, calls: 0 };

/** Makes the table report the units that each call consumes. */
const countUnits = () => {
  const clients = Object.getPrototypeOf(DynamoDBClient.prototype) as { send: (...given: unknown[]) => unknown };
  const { send } = clients;
  clients.send = async function (this: unknown, ...given: unknown[]) {
    const { input } = given[0] as { input: { ReturnConsumedCapacity?: string } };
    input.ReturnConsumedCapacity = 'TOTAL';
    const answer = (await send.apply(this, given)) as { ConsumedCapacity?: Consumed | Consumed[] };
    counted.calls += 1;
    for (const { CapacityUnits = 0 } of [answer.ConsumedCapacity ?? []].flat()) counted.units += CapacityUnits;
    return answer;
  };
};

interface Consumed {
  CapacityUnits?: number;
}

const measure = async (many: number): Promise<Map<string, Reading>> => {
  first = '';
  const table = await startTable({ filled: tenant(many) });
  const readings = new Map<string, Reading>();
  try {
    const headers = { authorization: `Bearer ${await userToken({ ...sender, permissions: [] }, 3600)}` };
    for (const [what, id, query] of asked(many)) {
      const operation = operations.find(({ contract }) => contract.id === id) as Operation;
      const path = id === 'getEnvelope' ? { p3: first } : undefined;
      const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]));
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        Object.assign(counted, { units: 0, calls: 0 });
        const begin = performance.now();
        const { status, body } = await invoke(operation, {
          method: 'GET',
          headers,
          query: given,
          ...(path ? { path } : {}),
        });
        times.push(performance.now() - begin);
        if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
      }
      times.sort((one, other) => one - other);
      readings.set(what, { ...counted, time: times[Math.floor(RUNS / 2)] ?? 0 });
    }
  } finally {
    await table.stop();
  }
  return readings;
};

countUnits();
const bySize: Map<string, Reading>[] = [];
for (const many of SIZES) bySize.push(await measure(many));
const rowsOf = (cell: (reading: Reading) => Cell): Cell[][] =>
  asked(1).map(([what]) => [
    what,
    ...bySize.map((readings) => cell(readings.get(what) ?? { units: 0, calls: 0, time: 0 })),
  ]);
const columns = ['', ...SIZES.map((many) => many.toLocaleString('en'))];
report(
  'Read units by the number of envelopes in the tenant',
  columns,
  rowsOf(({ units }) => units),
  [
    'Units are what the embedded engine says that a call consumes, rounded as DynamoDB does. Pages have 20 rows unless stated.',
  ],
);
report(
  'Calls of the table',
  columns,
  rowsOf(({ calls }) => calls),
);
report(
  'Time in milliseconds',
  columns,
  rowsOf(({ time }) => Math.round(time * 10) / 10),
  [`The median of ${RUNS} runs of the function with the embedded engine on the same machine.`],
);
