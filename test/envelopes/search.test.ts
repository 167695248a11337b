import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import { ListQuery } from '../../lib/signing/envelopes/envelope-list-schema.ts';
import { listEnvelopes } from '../../lib/signing/envelopes/reading/list-envelopes.ts';
import { putRecord, transact } from '../../lib/storage/engine/client.ts';
import { envelopeKey, LIST_PARTS } from '../../lib/storage/engine/keys.ts';
import { entriesOf } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import { firstEntries } from '../../lib/storage/lists/list.ts';
import { ENVELOPE_STATUSES, type EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import { followLists } from '../../lib/storage/stream.ts';
import { startTable } from '../storage/engine.ts';
import { recordOf, type StreamRecord } from '../storage/stream-record.ts';
import { expected } from './plain-list.ts';
import { accountRecord, envelopeOf, personOf } from './tenant.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

// Parts of names and of searches: beginnings, accents, punctuation, signs, and words that no name has.
const WORDS = [
  'Lease',
  'lease-2026',
  'Ärger',
  'arg',
  '(50%)',
  '🚗',
  "O'Brien",
  'ΑΒΓ',
  'Geschäftsführervertrag',
  '契約書',
  'Rechnung2026',
];
const SEARCHED = [
  'l',
  'LEASE',
  'ease',
  'ar',
  'ÄR',
  '50',
  '%',
  '🚗',
  'brien',
  'αβ',
  'geschaftsfuhrerv',
  'geschaftsfuhrerx',
  '契',
  '約',
  '2026',
  'nung20',
  '2026 lea',
  'nothing',
];
const TEMPLATES = [newId(), newId()];
const START = Date.UTC(2026, 0, 1);

const name = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const who = fc.integer({ min: 0, max: 2 });
const made = fc.record({
  name,
  sender: who,
  to: fc.uniqueArray(who, { minLength: 1, maxLength: 2 }),
  visibility: fc.constantFrom('private' as const, 'shared' as const),
  template_id: fc.constantFrom(null, ...TEMPLATES),
  // Few parts, so that some have more than a page shows of them.
  list_part: fc.constantFrom(0, 0, 1, 1, LIST_PARTS - 1),
});
const RECIPIENT_STATUSES = ['pending', 'invited', 'submitted'] as const;
const changed = fc.record({
  which: fc.nat(),
  to: fc.oneof(
    { weight: 3, arbitrary: fc.record({ name }) },
    { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(...ENVELOPE_STATUSES) }) },
    fc.record({ visibility: fc.constantFrom('private' as const, 'shared' as const) }),
    fc.record({ acted: fc.constantFrom(...RECIPIENT_STATUSES) }),
    fc.record({ owner: who }),
    fc.constant('removed' as const),
  ),
});
const moment = fc.integer({ min: 0, max: 30 }).map((seconds) => new Date(START + seconds * 1000).toISOString());
const query = fc.record(
  {
    q: fc.array(fc.constantFrom(...SEARCHED), { maxLength: 2 }).map((words) => words.join(' ')),
    view: fc.constantFrom('inbox', 'sent', 'action', 'waiting', 'completed'),
    status: fc.uniqueArray(fc.constantFrom(...ENVELOPE_STATUSES), { maxLength: 2 }),
    include_org: fc.boolean(),
    template_id: fc.constantFrom(...TEMPLATES),
    person: who,
    created_after: moment,
    created_before: moment,
    sort_by: fc.constantFrom('name', 'created_at', 'updated_at', 'canceled_at', 'status'),
    ascending: fc.boolean(),
    rows: fc.integer({ min: 1, max: 5 }),
    page: fc.integer({ min: 0, max: 2 }),
  },
  { requiredKeys: [] },
);

/** Envelopes in the table, changed as requests change them. The records of the stream are collected. */
const tenant = () => {
  const headers: EnvelopeItem[] = [];
  let records: StreamRecord[] = [];
  let changes = 0;
  return {
    headers,
    make: async (header: EnvelopeItem) => {
      headers.push(header);
      await transact([{ put: headerItem(header, null) }, ...firstEntries(entriesOf(header)).map((put) => ({ put }))]);
      records.push(recordOf(undefined, headerItem(header, null)));
    },
    change: async (header: EnvelopeItem, change: Partial<EnvelopeItem> | 'removed') => {
      const at = headers.indexOf(header);
      if (change === 'removed') {
        headers.splice(at, 1);
        await transact([{ remove: envelopeKey(header.id) }]);
        records.push(recordOf(headerItem(header, null), undefined));
        return;
      }
      changes += 1;
      const updated_at = new Date(START + changes * 60_000).toISOString();
      const after = { ...header, ...change, updated_at, version: header.version + 1 };
      headers[at] = after;
      await transact([{ put: headerItem(after, null) }]);
      records.push(recordOf(headerItem(header, null), headerItem(after, null)));
    },
    /** As the stream does it: in batches, of which each may come again. */
    follow: async (size: number) => {
      for (let at = 0; at < records.length; at += size) {
        const Records = records.slice(at, at + size);
        await followLists({ Records });
        if (at === 0) await followLists({ Records });
      }
      records = [];
    },
  };
};

test('a list, whole or in parts, shows the same as a full filter after any creation, renaming, move, hand-over and removal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { minLength: 1, maxLength: 7 }),
      fc.array(changed, { maxLength: 6 }),
      fc.array(fc.record({ query, caller: who }), { minLength: 20, maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (makings, changes, asked, batch, divided) => {
        const organization_id = newId();
        const people = [
          personOf(`ada-${organization_id}@example.com`, organization_id),
          personOf(`Theo-${organization_id}@example.com`, organization_id, ['envelope:view', 'envelope:org:view']),
          personOf(`stranger-${organization_id}@example.com`, newId()),
        ].map((one) => (divided ? { ...one, list_parts: LIST_PARTS } : one)) as [UserCaller, UserCaller, UserCaller];
        const person = (index: number) => people[index] as UserCaller;
        for (const one of people) await putRecord(accountRecord(one));
        const all = tenant();
        for (const [index, { sender, to, list_part, ...rest }] of makings.entries()) {
          const addresses = to.map((one) => person(one).email.toUpperCase());
          const at = START + Math.floor(index / 2) * 1000;
          const { envelope } = envelopeOf(person(sender), { ...rest, to: addresses, at });
          await all.make(divided && list_part > 0 ? { ...envelope, list_part } : envelope);
        }
        for (const { which, to } of changes) {
          const header = all.headers[which % Math.max(all.headers.length, 1)];
          if (!header) continue;
          if (to === 'removed') await all.change(header, to);
          else if ('owner' in to) {
            const { profile_id, email, organization_id: home } = person(to.owner);
            if (home === header.organization_id) await all.change(header, { profile_id, owner_email: email });
          } else if ('acted' in to) {
            const parties = header.parties.map((party, index) =>
              index === 0 ? { ...party, status: to.acted } : party,
            );
            await all.change(header, { parties });
          } else await all.change(header, to);
        }
        await all.follow(batch);
        for (const { query: given, caller: index } of asked) {
          const { person: other, ...more } = given;
          const parsed = ListQuery.parse({ ...more, ...(other === undefined ? {} : { person: person(other).email }) });
          const caller = person(index);
          const answer = await listEnvelopes(caller, parsed);
          const wanted = expected(all.headers, caller, parsed);
          const until = (parsed.page + 1) * parsed.rows;
          const page = wanted.slice(parsed.page * parsed.rows, until);
          expect(answer.envelopes.map(({ id }) => id)).toEqual(page.map(({ id }) => id));
          expect(answer.count).toBe(wanted.length);
          const read: string[] = [];
          for (let after: string | null | undefined; after !== null; ) {
            const { envelopes, next } = await listEnvelopes(caller, { ...parsed, page: 0, after });
            read.push(...envelopes.map(({ id }) => id));
            after = next;
          }
          expect(read).toEqual(wanted.map(({ id }) => id));
        }
      },
    ),
    // Shrinking a failure would take longer than reading it.
    { numRuns: 10, endOnFailure: true },
  );
});

test('a renamed envelope is found by its new words, and by them alone, once its lists have followed', async () => {
  const caller = personOf(`late-${newId()}@example.com`, newId());
  const all = tenant();
  const { envelope } = envelopeOf(caller, { name: 'Lease', to: ['x@example.com'], at: START });
  await all.make(envelope);
  const find = async (q: string) => (await listEnvelopes(caller, ListQuery.parse({ q }))).count;
  await all.follow(10);
  expect([await find('lease'), await find('contract')]).toEqual([1, 0]);
  await all.change(envelope, { name: 'Contract' });
  await all.follow(10);
  expect([await find('lease'), await find('contract')]).toEqual([0, 1]);
});
