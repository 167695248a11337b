import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { newHeader } from '../../lib/signing/templates/create-template.ts';
import {
  collection,
  getItem,
  getItems,
  type Item,
  putRecord,
  removeRecord,
  transact,
} from '../../lib/storage/engine/client.ts';
import {
  envelopeKey,
  listCountsKey,
  listEntryKey,
  postingKey,
  templateKey,
  wordTerm,
} from '../../lib/storage/engine/keys.ts';
import { entriesOf, organizationIndex, organizationList } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import { firstEntries, sumOfCells } from '../../lib/storage/lists/list.ts';
import { postingsOf } from '../../lib/storage/lists/postings.ts';
import { searchText } from '../../lib/storage/lists/words.ts';
import { ENVELOPE_STATUSES, type EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import type { TemplateItem } from '../../lib/storage/records/template.ts';
import { followLists } from '../../lib/storage/stream.ts';
import { countUses, type Use, usageDays } from '../../lib/storage/usage.ts';
import { envelopeOf, personOf } from '../envelopes/tenant.ts';
import { startTable } from './engine.ts';
import { recordOf, type StreamRecord } from './stream-record.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NAMES = ['Lease', 'Offer', 'Contract'];
const who = fc.integer({ min: 0, max: 1 });
const changed = fc.oneof(
  fc.record({ status: fc.constantFrom(...ENVELOPE_STATUSES) }),
  fc.record({ visibility: fc.constantFrom('private' as const, 'shared' as const) }),
  fc.record({ owner: who }),
  fc.record({ name: fc.constantFrom(...NAMES) }),
  fc.record({ acted: fc.constantFrom('pending' as const, 'invited' as const, 'submitted' as const) }),
  fc.constant('removed' as const),
);
type Change = typeof changed extends fc.Arbitrary<infer T> ? T : never;
/** A change of one of two envelopes, or a batch of what the stream has so far, by the records' places in it. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ which: who, change: changed }) },
  { weight: 2, arbitrary: fc.record({ batch: fc.array(fc.nat(), { maxLength: 4 }) }) },
);

test('lists, counts and the search index are true after any changes, in whatever batches, order and number they are delivered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const organization_id = newId();
      const people = [0, 1].map((at) => personOf(`person-${at}-${organization_id}@example.com`, organization_id));
      const [ada, theo] = people as [(typeof people)[0], (typeof people)[0]];
      const records: StreamRecord[] = [];
      const now: (EnvelopeItem | undefined)[] = [];
      const lists = new Set<string>();
      const seen = (header: EnvelopeItem) => {
        for (const list of entriesOf(header).keys()) lists.add(list);
      };
      for (const _at of [0, 1]) {
        const { envelope } = envelopeOf(ada, { name: 'Lease', to: [theo.email], at: Date.now() });
        await transact([{ put: headerItem(envelope, null) }, ...firstEntries(entriesOf(envelope))]);
        records.push(recordOf(undefined, headerItem(envelope, null)));
        now.push(envelope);
        seen(envelope);
      }
      for (const one of steps) {
        if ('batch' in one) {
          const Records = one.batch.flatMap((place) => records[place % records.length] ?? []);
          // The same batch, twice at once.
          await Promise.all([followLists({ Records }), followLists({ Records })]);
          continue;
        }
        const before = now[one.which];
        if (!before) continue;
        if (one.change === 'removed') {
          await removeRecord(envelopeKey(before.id));
          records.push(recordOf(headerItem(before, null), undefined));
          now[one.which] = undefined;
          continue;
        }
        const after = { ...changedTo(before, one.change, people), version: before.version + 1 };
        await putRecord(headerItem(after, null));
        records.push(recordOf(headerItem(before, null), headerItem(after, null)));
        now[one.which] = after;
        seen(after);
      }
      await followLists({ Records: records });

      for (const list of lists) {
        const entries = now.flatMap((header) => (header && entriesOf(header).get(list)) ?? []);
        const ids = records.flatMap(({ dynamodb }) => dynamodb?.NewImage?.id?.S ?? []);
        const found = await getItems<Item>([...new Set(ids)].map((id) => listEntryKey(list, id)));
        const stored = found.filter((item) => item !== undefined);
        expect(stored.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
        for (const entry of entries) expect(stored.find(({ id }) => id === entry.id)).toMatchObject({ ...entry });
        const wantedPostings = entries.flatMap((entry) => postingsOf(list, entry));
        expect((await getItems(wantedPostings)).every((posting) => posting !== undefined)).toBe(true);
        const counts = await getItem<Item>(listCountsKey(list));
        const cells = new Set(Object.keys(counts ?? {}).map((name) => name.slice(2)));
        for (const cell of [...cells, ...entries.flatMap((entry) => entry.cell ?? [])]) {
          const count = sumOfCells(counts, (one) => one === cell);
          expect([list, cell, count]).toEqual([list, cell, entries.filter((entry) => entry.cell === cell).length]);
        }
      }
      const index = organizationIndex(organization_id);
      const found = await Promise.all(
        NAMES.map((name) => collection<Item>(postingKey(index, wordTerm(searchText(name)), '').pk)),
      );
      const wanted = now.flatMap((header) => (header ? [`${searchText(header.name)}#${header.id}`] : []));
      expect(found.flatMap((postings) => postings.map(({ sk }) => sk)).sort()).toEqual(wanted.sort());
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

const changedTo = (
  before: EnvelopeItem,
  change: Exclude<Change, 'removed'>,
  people: readonly ReturnType<typeof personOf>[],
): EnvelopeItem => {
  if ('owner' in change) {
    const { profile_id, email } = people[change.owner] as ReturnType<typeof personOf>;
    return { ...before, profile_id, owner_email: email };
  }
  if ('acted' in change) return { ...before, parties: before.parties.map((one) => ({ ...one, status: change.acted })) };
  return { ...before, ...change };
};

test('many envelopes of one batch are counted together, however many lists they are in', async () => {
  const sender = personOf('busy@example.com', newId());
  const many = Array.from({ length: 60 }, (_, at) =>
    envelopeOf(sender, { name: 'Lease', to: [`${at}-${sender.profile_id}@example.com`], at: Date.now() }),
  );
  for (const { envelope } of many) await putRecord(headerItem(envelope, null));
  await followLists({ Records: many.map(({ envelope }) => recordOf(undefined, headerItem(envelope, null))) });
  const counts = await getItem<Item>(listCountsKey(organizationList(sender.organization_id, 'private')));
  expect(sumOfCells(counts, () => true)).toBe(60);
});

test('each use is counted once, however often and in whatever company it is delivered', async () => {
  const person = personOf('user@example.com', newId());
  const { organization_id } = person;
  const template: TemplateItem = newHeader(person, newId(), 'shared', { name: 'Lease' });
  await putRecord({ ...template, ...templateKey(template.id) });
  const useAt = (at: number): Use => ({
    id: `${organization_id}-${at}`,
    organization_id,
    at: `2026-01-0${1 + (at % 2)}T00:00:00.000Z`,
    counts: { envelope: 1 },
    template_id: at % 3 === 0 ? template.id : at % 3 === 1 ? newId() : null,
  });
  const uses = Array.from({ length: 40 }, (_, at) => useAt(at));
  await Promise.all([
    countUses(uses),
    countUses(uses.slice(5, 20)),
    countUses([...uses.slice(30), ...uses.slice(30, 35)].toReversed()),
  ]);
  await countUses(uses);
  const days = await usageDays(organization_id, '2026-01-01', '2026-01-02');
  expect(days.map(({ counts }) => counts)).toEqual([{ envelope: 20 }, { envelope: 20 }]);
  const stored = await getItem<TemplateItem>(templateKey(template.id));
  expect([stored?.counter, stored?.last_used_at]).toEqual([14, '2026-01-02T00:00:00.000Z']);
});
