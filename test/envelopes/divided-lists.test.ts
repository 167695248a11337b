import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { ListQuery } from '../../lib/signing/envelopes/envelope-list-schema.ts';
import { listEnvelopes } from '../../lib/signing/envelopes/reading/list-envelopes.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { LIST_PARTS, partFor } from '../../lib/storage/engine/keys.ts';
import { entriesOf } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import type { EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import { startTable } from '../storage/engine.ts';
import { listWrites } from '../storage/list-writes.ts';
import { expected } from './plain-list.ts';
import { envelopeOf, listsFrom, personOf } from './tenant.ts';

const START = Date.UTC(2026, 0, 1);
const MANY = 700;
const sender = {
  ...personOf('sender@example.com', newId(), ['envelope:view', 'envelope:org:view']),
  list_parts: LIST_PARTS,
};
const all: EnvelopeItem[] = [];

/**
 * The first are from before the lists were divided. Of the others, all but a few are in one part: more than the share
 * of a part that is read at once, and than the few that are read and sorted.
 */
const partOf = (index: number): number => (index < 200 ? 0 : index % 9 === 0 ? index % LIST_PARTS : 5);

const fill = function* (): Generator<Key> {
  const lists = listsFrom();
  for (let index = 0; index < MANY; index++) {
    const mixed = (index * 263) % MANY;
    const { envelope } = envelopeOf(sender, {
      name: `${mixed % 40 === 0 ? 'Zebra' : 'Lease'} ${String(mixed).padStart(3, '0')}`,
      visibility: index % 5 === 0 ? 'shared' : 'private',
      to: ['receiver@example.com'],
      at: START + index * 1000,
    });
    const list_part = partOf(index);
    const header: EnvelopeItem = {
      ...envelope,
      status: index % 3 === 0 ? 'declined' : 'complete',
      updated_at: new Date(START + mixed * 60_000).toISOString(),
      ...(list_part > 0 ? { list_part } : {}),
    };
    all.push(header);
    yield headerItem(header, null);
    yield* lists.entries(listWrites(undefined, entriesOf(header)));
  }
  yield* lists.counts();
};

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable({ filled: fill() });
});
afterAll(() => table.stop());

const at = (index: number): string => new Date(START + index * 1000).toISOString();

test('a list in uneven parts is read to its end in every order, each row once and in its place', async () => {
  const asked = [
    {},
    { ascending: true, view: 'sent' },
    { sort_by: 'name', include_org: true },
    { sort_by: 'updated_at' },
    { sort_by: 'updated_at', status: ['declined'] },
    { sort_by: 'name', status: ['complete'], include_org: true },
    { sort_by: 'status' },
    { sort_by: 'canceled_at', include_org: true },
    { q: 'zebra', sort_by: 'name' },
    { q: 'lease', sort_by: 'updated_at' },
    { created_after: at(150), created_before: at(420) },
    { created_after: at(150), created_before: at(420), sort_by: 'name' },
  ];
  for (const query of asked) {
    const parsed = ListQuery.parse({ ...query, rows: 90 });
    const wanted = expected(all, sender, parsed).map(({ id }) => id);
    const read: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { envelopes, next, count, count_is_exact } = await listEnvelopes(sender, { ...parsed, after });
      if (count_is_exact) expect([query, count]).toEqual([query, wanted.length]);
      read.push(...envelopes.map(({ id }) => id));
      after = next;
    }
    expect([query, read]).toEqual([query, wanted]);
  }
});

test('new envelopes are spread evenly over the parts', () => {
  const counts = new Map<number, number>();
  for (let index = 0; index < 8000; index++) {
    const part = partFor(newId(), LIST_PARTS);
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  expect(counts.size).toBe(LIST_PARTS);
  for (const [part, count] of counts) expect(Math.abs(count - 1000), `part ${part}`).toBeLessThan(200);
});
