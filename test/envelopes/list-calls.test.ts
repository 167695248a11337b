import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import { newOrganization } from '../../lib/people/organizations/organization.ts';
import { ListQuery } from '../../lib/signing/envelopes/envelope-list-schema.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { LIST_PARTS, partFor } from '../../lib/storage/engine/keys.ts';
import { entriesOf } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import { ENVELOPE_STATUSES, type EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import type { OrganizationItem } from '../../lib/storage/records/organization.ts';
import { callsOf, recorded } from '../aws-calls.ts';
import { invoke, userToken } from '../operation/invoke.ts';
import { startTable } from '../storage/engine.ts';
import { listWrites } from '../storage/list-writes.ts';
import { expected } from './plain-list.ts';
import { envelopeOf, listsFrom, personOf } from './tenant.ts';

const ROWS = 6;

const organization_id = newId();
const people = {
  member: personOf('member@example.com', organization_id),
  auditor: personOf('auditor@example.com', organization_id, ['envelope:org:view']),
  stranger: personOf('stranger@example.com', newId()),
};
const { member, auditor, stranger } = people;
const all: EnvelopeItem[] = [];

const START = Date.UTC(2026, 0, 1);
const WHO: [sender: UserCaller, to: UserCaller[]][] = [
  [member, [auditor]],
  [auditor, [member]],
  [member, [member, stranger]],
  [stranger, [auditor, member]],
  [auditor, [stranger]],
];

/**
 * All combinations of senders, recipients, statuses, visibilities and turns, in unrelated orders. Of divided lists,
 * every third envelope is from before.
 */
const fill = function* (list_parts: number): Generator<Key> {
  for (const { organization_id: id } of [member, stranger]) {
    const organization = newOrganization({ id, name: 'Test', parent_id: null, contact_email: null });
    yield { ...organization, list_parts } as OrganizationItem;
  }
  const lists = listsFrom();
  let number = 0;
  for (const status of ENVELOPE_STATUSES) {
    for (const [sender, to] of WHO) {
      for (const visibility of ['private', 'shared'] as const) {
        for (const acted of ['pending', 'invited', 'submitted'] as const) {
          number += 1;
          const mixed = (number * 67) % 151;
          const { envelope } = envelopeOf(sender, {
            name: `Name ${String.fromCharCode((mixed % 2 ? 97 : 65) + (mixed % 26))}`,
            visibility,
            to: to.map(({ email }) => email),
            at: START + ((number * 41) % 151) * 1000,
          });
          const parties = envelope.parties.map((party, at) => (at === 0 ? { ...party, status: acted } : party));
          const updated_at = new Date(START + mixed * 60_000).toISOString();
          const list_part = number % 3 === 0 ? 0 : partFor(envelope.id, list_parts);
          const header = { ...envelope, status, parties, updated_at, ...(list_part > 0 ? { list_part } : {}) };
          all.push(header);
          yield headerItem(header, null);
          yield* lists.entries(listWrites(undefined, entriesOf(header)));
        }
      }
    }
  }
  yield* lists.counts();
};

const [getEnvelopes] = recorded(operations.filter(({ contract }) => contract.id === 'getEnvelopes')) as [Operation];

const VIEWS = [undefined, 'inbox', 'sent', 'action', 'waiting', 'completed'];
const ORDERS = ['created_at', 'updated_at', 'name', 'status', 'canceled_at'];
const STATUSES = [undefined, ...ENVELOPE_STATUSES];
const combinations = VIEWS.flatMap((view) =>
  ORDERS.flatMap((sort_by) =>
    [true, false].flatMap((ascending) =>
      [true, false].flatMap((include_org) =>
        STATUSES.map((status) => ({ view, sort_by, ascending, include_org, status })),
      ),
    ),
  ),
);

/**
 * Half of the combinations, in which any four of the five parts occur together in all ways. Another caller asks for the
 * other half.
 */
const half = (which: number) =>
  combinations.filter(({ view, sort_by, ascending, include_org, status }) => {
    const parts = [VIEWS.indexOf(view), ORDERS.indexOf(sort_by), STATUSES.indexOf(status), +ascending, +include_org];
    return parts.reduce((sum, part) => sum + part) % 2 === which;
  });

interface Page {
  count: number;
  count_is_exact: boolean;
  next: string | null;
  envelopes: { id: string }[];
}

const ask = async (token: string, query: Record<string, unknown>) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const answer = await invoke(getEnvelopes, {
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    query: Object.fromEntries(given.map(([name, value]) => [name, [String(value)]])),
  });
  const { count, count_is_exact, next, envelopes } = answer.body as Page;
  return { status: answer.status, count, exact: count_is_exact, next, ids: envelopes.map(({ id }) => id) };
};

describe.each([1, LIST_PARTS])('of lists in %i parts', (parts) => {
  let table: { stop: () => Promise<void> };
  beforeAll(async () => {
    all.length = 0;
    table = await startTable({ filled: fill(parts) });
  });
  afterAll(() => table.stop());

  test.each([
    ['a member', member, ['member'], 0],
    ['somebody who sees all of the organization', auditor, [], 1],
    ['somebody from elsewhere, who received some', stranger, ['member'], 0],
  ] as const)(
    '%s gets the same rows in the same order as a full filter, with at most two calls for each list, three by cancellation, and one',
    async (_, caller, roles, which) => {
      const token = await userToken({ ...caller, roles, permissions: [...caller.permissions] }, 600);
      for (const [index, query] of half(which).entries()) {
        const parsed = ListQuery.parse({ ...query, status: query.status && [query.status] });
        const wanted = expected(all, caller, parsed).map(({ id }) => id);
        let after: string | null = null;
        for (const page of query.status ? [0] : [0, 1]) {
          // Half of the second pages are asked for by the cursor.
          const place = after && index % 2 === 0 ? { after } : { page };
          const { next, count, exact, ...answer } = await ask(token, { ...query, rows: ROWS, ...place });
          const ids = wanted.slice(page * ROWS, (page + 1) * ROWS);
          expect([query, place, answer]).toEqual([query, place, { status: 200, ids }]);
          // An envelope that a colleague shares and the caller received counts twice while more pages follow.
          const mayRepeat = query.include_org && next !== null;
          expect([query, place, exact || !mayRepeat]).toEqual([query, place, exact]);
          expect([query, place, exact ? count : Math.min(count, wanted.length)]).toEqual([query, place, wanted.length]);
          expect([query, place, next !== null]).toEqual([query, place, wanted.length > (page + 1) * ROWS]);
          after = next;
          const calls = callsOf('getEnvelopes').map(({ command }) => command);
          // The index of statuses has no times: the entries are read. By cancellation there is a second query.
          const lists = parts * (query.include_org ? 2 : 1) + 1;
          const most = (query.sort_by === 'canceled_at' ? 3 : 2) * lists + 1;
          expect(calls.length, `${JSON.stringify(query)}: ${calls}`).toBeLessThanOrEqual(most);
        }
      }
    },
  );
});

test('a third of the combinations fill more than a page', () => {
  const shown = combinations.filter(
    (query) =>
      expected(all, member, ListQuery.parse({ ...query, status: query.status && [query.status] })).length > ROWS,
  );
  expect(shown.length).toBeGreaterThan(combinations.length / 3);
});
