import { AsyncLocalStorage } from 'node:async_hooks';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { epochSeconds } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { newOrganization } from '../../lib/people/organizations/organization.ts';
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
  COUNT_PARTS,
  envelopeKey,
  LIST_PARTS,
  listEntryKey,
  organizationKey,
  partsOfList,
  postingKey,
  templateKey,
  usageKey,
  usageParts,
  wholeList,
  wordTerm,
} from '../../lib/storage/engine/keys.ts';
import { entriesOf, organizationIndex, organizationList, receivedList } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import { countsKeys, emptyEntry, firstEntries, sumOfCells } from '../../lib/storage/lists/list.ts';
import { listEntries } from '../../lib/storage/lists/list-entries.ts';
import { postingsOf } from '../../lib/storage/lists/postings.ts';
import { searchText } from '../../lib/storage/lists/words.ts';
import { ENVELOPE_STATUSES, type EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import type { OrganizationItem } from '../../lib/storage/records/organization.ts';
import type { TemplateItem } from '../../lib/storage/records/template.ts';
import { followLists } from '../../lib/storage/stream.ts';
import { countUses, MANY_A_DAY, type Use, usageDays } from '../../lib/storage/usage.ts';
import { accountRecord, envelopeOf, personOf } from '../envelopes/tenant.ts';
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
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 24 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, theoIsKnown, divided) => {
        const organization_id = newId();
        const people = [0, 1].map((at) => personOf(`person-${at}-${organization_id}@example.com`, organization_id));
        const [ada, theo] = people as [(typeof people)[0], (typeof people)[0]];
        for (const one of theoIsKnown ? people : [ada]) await putRecord(accountRecord(one));
        const isEmpty = (list: string) => list === receivedList(theo.email) && !theoIsKnown;
        const records: StreamRecord[] = [];
        const now: (EnvelopeItem | undefined)[] = [];
        const lists = new Set<string>();
        const seen = (header: EnvelopeItem) => {
          for (const list of entriesOf(header).keys()) lists.add(list);
        };
        for (const at of [0, 1]) {
          const made = envelopeOf(ada, { name: 'Lease', to: [theo.email], at: Date.now() }).envelope;
          // The first is from before its organization's lists were divided.
          const envelope = divided && at === 1 ? { ...made, list_part: LIST_PARTS - 1 } : made;
          await transact([
            { put: headerItem(envelope, null) },
            ...firstEntries(entriesOf(envelope)).map((put) => ({ put })),
          ]);
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
          const entries = now
            .flatMap((header) => (header && entriesOf(header).get(list)) ?? [])
            .map((entry) => (isEmpty(list) ? emptyEntry(entry) : entry));
          const ids = records.flatMap(({ dynamodb }) => dynamodb?.NewImage?.id?.S ?? []);
          const found = await getItems<Item>([...new Set(ids)].map((id) => listEntryKey(list, id)));
          const stored = found.filter((item) => item && !item.removed) as Item[];
          expect(stored.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
          for (const { version, ...entry } of entries) {
            const found = stored.find(({ id }) => id === entry.id);
            expect(found).toMatchObject(isEmpty(list) ? entry : { ...entry, version });
          }
          const wantedPostings = entries.flatMap((entry) => postingsOf(list, entry));
          expect((await getItems(wantedPostings)).every((posting) => posting !== undefined)).toBe(true);
        }
        for (const list of new Set([...lists].map(wholeList))) {
          const entries = now
            .flatMap((header) => [...entriesOf(header)])
            .filter(([part]) => wholeList(part) === list && !isEmpty(part))
            .map(([, entry]) => entry);
          const counts = await getItems<Item>(countsKeys({ list, ...(divided ? { parts: LIST_PARTS } : {}) }));
          const cells = new Set(counts.flatMap((part) => Object.keys(part ?? {})).map((name) => name.slice(2)));
          for (const cell of [...cells, ...entries.flatMap((entry) => entry.cell ?? [])]) {
            const count = sumOfCells(counts, (one) => one === cell);
            expect([list, cell, count]).toEqual([list, cell, entries.filter((entry) => entry.cell === cell).length]);
          }
        }
        const indexes = partsOfList(organizationIndex(organization_id), LIST_PARTS);
        const found = await Promise.all(
          indexes.flatMap((index) =>
            NAMES.map((name) => collection<Item>(postingKey(index, wordTerm(searchText(name)), '').pk)),
          ),
        );
        const wanted = now.flatMap((header) => (header ? [`${searchText(header.name)}#${header.id}`] : []));
        expect(found.flatMap((postings) => postings.map(({ sk }) => sk)).sort()).toEqual(wanted.sort());
      },
    ),
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

/** Runs `late`, and `before` when it is about to write for the first time. */
const heldBeforeItsWrite = async (late: () => Promise<void>, before: () => Promise<void>): Promise<void> => {
  const held = new AsyncLocalStorage<{ done: boolean }>();
  const send = DynamoDBDocumentClient.prototype.send;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: Parameters<typeof send>
  ) {
    const run = held.getStore();
    const isRead = given[0] instanceof BatchGetCommand;
    if (run && !run.done && !isRead) {
      run.done = true;
      await held.exit(before);
    }
    return send.apply(this, given);
  } as typeof send);
  try {
    await held.run({ done: false }, late);
  } finally {
    spy.mockRestore();
  }
};

test.each([
  { followed: true, ends: 'leaves its lists' },
  { followed: false, ends: 'leaves its lists' },
  { followed: true, ends: 'is deleted' },
  { followed: false, ends: 'is deleted' },
])(
  'an entry never comes back by a run that outlived its time limit, when its envelope $ends (first entry there: $followed)',
  async ({ followed, ends }) => {
    const organization_id = newId();
    const ada = personOf(`ada-${organization_id}@example.com`, organization_id);
    const theo = `theo-${organization_id}@example.com`;
    const { envelope } = envelopeOf(ada, { name: 'Lease', to: [theo], at: Date.now() });
    const lists = [...entriesOf(envelope).keys()];
    await putRecord(headerItem(envelope, null));
    const made = recordOf(undefined, headerItem(envelope, null));
    const other = personOf(`other-${organization_id}@example.com`, newId());
    const after: EnvelopeItem | undefined =
      ends === 'is deleted'
        ? undefined
        : {
            ...envelope,
            version: envelope.version + 1,
            profile_id: other.profile_id,
            organization_id: other.organization_id,
            parties: envelope.parties.map((one) => ({ ...one, status: 'pending' as const })),
          };
    await heldBeforeItsWrite(
      () => followLists({ Records: [made] }),
      async () => {
        if (followed) await followLists({ Records: [made] });
        if (after) await putRecord(headerItem(after, null));
        else await removeRecord(envelopeKey(envelope.id));
        const left = recordOf(headerItem(envelope, null), after && headerItem(after, null));
        await followLists({ Records: followed ? [left] : [made, left] });
      },
    );
    for (const list of lists) {
      const { items } = await listEntries(list, { limit: 10 });
      expect([list, items]).toEqual([list, []]);
      const counts = await getItems<Item>(countsKeys({ list }));
      expect([list, sumOfCells(counts, () => true)]).toEqual([list, 0]);
    }
    // The item left in their place goes by itself, and doesn't stop the envelope from coming back.
    const [left] = await getItems<Item>(lists.map((list) => listEntryKey(list, envelope.id)));
    expect(Number(left?.ttl)).toBeGreaterThan(epochSeconds());
    if (!after) return;
    const back = { ...envelope, version: after.version + 1 };
    await putRecord(headerItem(back, null));
    await followLists({ Records: [recordOf(headerItem(after, null), headerItem(back, null))] });
    for (const list of lists) expect((await listEntries(list, { limit: 10 })).items).toHaveLength(1);
  },
);

test('many envelopes of one batch are counted together, however many lists they are in', async () => {
  const sender = personOf('busy@example.com', newId());
  const many = Array.from({ length: 60 }, (_, at) =>
    envelopeOf(sender, { name: 'Lease', to: [`${at}-${sender.profile_id}@example.com`], at: Date.now() }),
  );
  for (const { envelope } of many) await putRecord(headerItem(envelope, null));
  await followLists({ Records: many.map(({ envelope }) => recordOf(undefined, headerItem(envelope, null))) });
  const counts = await getItems<Item>(countsKeys({ list: organizationList(sender.organization_id, 'private') }));
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
  const days = await usageDays({ id: organization_id }, '2026-01-01', '2026-01-02');
  expect(days.map(({ counts }) => counts)).toEqual([{ envelope: 20 }, { envelope: 20 }]);
  const stored = await getItem<TemplateItem>(templateKey(template.id));
  expect([stored?.counter, stored?.last_used_at]).toEqual([14, '2026-01-02T00:00:00.000Z']);
});

test('the lists of an organization are divided by the day on which it sends very much, once, and never before', async () => {
  const [quiet, busy, gone] = [newId(), newId(), newId()];
  const organization = (id: string) => newOrganization({ id, name: 'Test', parent_id: null, contact_email: null });
  for (const id of [quiet, busy]) await putRecord(organization(id));
  const partsOf = async (id: string) => (await getItem<OrganizationItem>(organizationKey(id)))?.list_parts;
  const use = (organization_id: string, envelope: number, day = '01'): Use => ({
    id: newId(),
    organization_id,
    at: `2026-01-${day}T12:00:00.000Z`,
    counts: { envelope },
  });
  const fillDay = async (id: string, envelopes: number, day?: string) => {
    for (let part = 0; part < COUNT_PARTS; part++) {
      await putRecord({ ...usageKey(id, `2026-01-${day ?? '01'}`, part), envelope: envelopes / COUNT_PARTS });
    }
  };
  await fillDay(quiet, MANY_A_DAY - 2 * COUNT_PARTS);
  for (const day of ['02', '03']) await fillDay(quiet, MANY_A_DAY / 2, day);
  for (const id of [busy, gone]) await fillDay(id, MANY_A_DAY - COUNT_PARTS);
  await countUses([use(quiet, 1), use(quiet, 1, '02'), use(quiet, 1, '03'), use(busy, 1), use(gone, 1)]);
  expect([await partsOf(quiet), await partsOf(busy), await partsOf(gone)]).toEqual([undefined, LIST_PARTS, undefined]);

  // From then on the day has more parts, and its sum stays true.
  for (let at = 0; at < 30; at++) await countUses([use(busy, 1)]);
  const divided = { id: busy, list_parts: LIST_PARTS };
  const sum = MANY_A_DAY - COUNT_PARTS + 31;
  expect((await usageDays(divided, '2026-01-01', '2026-01-01'))[0]?.counts).toEqual({ envelope: sum });
  const further = usageParts(busy, true).slice(1);
  const parts = await Promise.all(further.map((pk) => collection(pk)));
  expect(parts.flat().length).toBeGreaterThan(0);
});
