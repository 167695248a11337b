import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import {
  DELIVERY_PARTS,
  deliveryKey,
  deliveryParts,
  INBOX_PARTS,
  LIST_PARTS,
  notificationKey,
  notificationParts,
  partFor,
  RETRY_SHARDS,
  retryIndex,
} from '../../lib/storage/engine/keys.ts';
import { type Api, startApi } from '../api.ts';
import type { Run } from '../aws-calls.ts';
import { type Load, partitionsOf, READS_A_SECOND, sharedLoad, WRITES_A_SECOND } from './load.ts';
import { playTwoEnvelopes } from './story.ts';
import { unitsOf } from './units.ts';

/** Envelopes a second, of three signers, that one organization and one sender must be able to make. */
const RATE = 300;

/** Exceptions, with the envelopes a second that they hold: `docs/limits.md` says so. */
const STATED: readonly [place: RegExp, rate: number][] = [
  // The list of one person with an account whom all envelopes reach.
  [/^(table|gsi2) LIST#RECEIVED#[^#]+$/, 200],
  // Each message asks for the text of its language and the general one, and what the sender wants no mail of.
  [/^table TEXTS#/, 214],
  [/^table USER#/, 260],
];

let api: Api;
let runs: [first: Run[], second: Run[]];
let loads: Load[];
beforeAll(async () => {
  api = await startApi();
  // An hour that ends meanwhile would put its head into the log: no envelope causes that.
  await api.beginHour();
  runs = await playTwoEnvelopes(api);
  const [first, second] = runs;
  loads = [...sharedLoad(first, second, RATE), ...sharedLoad(second, first, RATE)];
}, 300_000);
afterAll(() => api.stop());

const placeOf = ({ resource, name }: Load): string => `${resource} ${name}`;
const rateOf = (load: Load): number => STATED.find(([place]) => place.test(placeOf(load)))?.[1] ?? RATE;

test('units are counted by partition as the engine counts them altogether, in every call', () => {
  const counted = [...unitsOf(runs[1])].flatMap(([{ name }, calls]) =>
    calls.map(({ call, reads, writes }) => ({
      call: `${name} ${call.command}`,
      units: [...reads, ...writes].reduce((sum, { units }) => sum + units, 0),
      engine: call.units,
    })),
  );
  expect(counted.length).toBeGreaterThan(100);
  expect(counted.filter(({ units, engine }) => units !== engine)).toEqual([]);
});

test(`no partition of the table or of an index has more of an envelope than lets through ${RATE} a second`, () => {
  const full = loads.filter(
    (load) =>
      load.writes > (load.parts * WRITES_A_SECOND) / rateOf(load) ||
      load.reads > (load.parts * READS_A_SECOND) / rateOf(load),
  );
  expect(full).toEqual([]);
});

test('the envelopes have in common what the comparison is about', () => {
  const families = new Set(loads.map((load) => placeOf(load).replace(/#.*/, '')));
  for (const family of ['ORG', 'USER', 'LIST', 'COUNTS', 'SEARCH', 'NOTIFICATIONS', 'DELIVERIES', 'WEBHOOK', 'TEXTS']) {
    expect(families).toContain(`table ${family}`);
  }
  for (const family of [
    'gsi1 DUE',
    'gsi2 LIST',
    'gsi3 LIST',
    'gsi4 LIST',
    'gsi5 LIST',
    'table USAGE',
    'table TEMPLATE',
  ]) {
    expect(families).toContain(family);
  }
  expect([...families].filter((family) => /ENVELOPE$|IDEMPOTENCY/.test(family))).toEqual([]);
});

test('a stated exception really holds less', () => {
  for (const [place, rate] of STATED) {
    const found = loads.filter((load) => place.test(placeOf(load)));
    expect(found.length).toBeGreaterThan(0);
    const most = Math.min(
      ...found.map(({ writes, reads, parts }) =>
        Math.min((parts * WRITES_A_SECOND) / writes, (parts * READS_A_SECOND) / reads),
      ),
    );
    expect([String(place), Math.floor(most)]).toEqual([String(place), rate]);
  }
});

test('ids spread evenly over the parts of lists, inboxes, logs of webhooks and what is due', () => {
  const ids = Array.from({ length: 9600 }, () => newId());
  const spread: [number, (id: string) => string | number][] = [
    [LIST_PARTS, (id) => partFor(id, LIST_PARTS)],
    [INBOX_PARTS, (id) => notificationKey('ada', id, false).pk],
    [DELIVERY_PARTS, (id) => deliveryKey('marlow', id).pk],
    [RETRY_SHARDS, (id) => retryIndex(id, '').gsi1pk],
  ];
  for (const [parts, partOf] of spread) {
    const counts = [...Map.groupBy(ids, partOf).values()].map(({ length }) => length);
    expect(counts).toHaveLength(parts);
    for (const count of counts) expect(Math.abs(count * parts - ids.length)).toBeLessThan(ids.length / 4);
  }
  expect(new Set(ids.map((id) => notificationKey('ada', id, true).pk))).toEqual(new Set(notificationParts('ada')));
  expect(new Set(ids.map((id) => deliveryKey('marlow', id).pk))).toEqual(new Set(deliveryParts('marlow')));
});

test('the parts of a list are known as one, and nothing else is', () => {
  expect(partitionsOf('LIST#ENVELOPES#a#private~3')).toEqual(partitionsOf('LIST#ENVELOPES#a#private'));
  expect(partitionsOf('LIST#SENT#a~3#open')).toEqual({ name: 'LIST#SENT#a#open', parts: LIST_PARTS });
  expect(partitionsOf('LIST#RECEIVED#a~3')).toEqual({ name: 'LIST#RECEIVED#a~3', parts: 1 });
});
