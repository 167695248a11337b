import { expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { newHeader } from '../../lib/signing/templates/create-template.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { entriesOf as entriesOfEnvelope } from '../../lib/storage/envelopes/entries.ts';
import { headerItem } from '../../lib/storage/envelopes/items.ts';
import { entriesOf as entriesOfTemplate } from '../../lib/storage/templates/entries.ts';
import { callsOf, recorded } from '../aws-calls.ts';
import { invoke, userToken } from '../operation/invoke.ts';
import { startTable } from '../storage/engine.ts';
import { listWrites } from '../storage/list-writes.ts';
import { envelopeOf, listsFrom, personOf } from './tenant.ts';

const HOUR = 3_600_000;
const start = Date.now() - 1000 * HOUR;
const template_id = newId();
const sender = personOf('sender@example.com', newId());

/** Of all, the first three are what searches of the rare look for; all that follow are like one another. */
const envelopes = function* (many: number): Generator<Key> {
  const made = Array.from({ length: many }, (_, index) => {
    const rare = index < 3;
    const { envelope } = envelopeOf(sender, {
      name: rare ? `Zo Le ${index}` : `Le ${index}`,
      visibility: rare ? 'private' : 'shared',
      template_id: rare ? template_id : null,
      to: ['receiver@example.com'],
      at: start + index * HOUR,
    });
    return rare ? { ...envelope, status: 'declined' as const } : envelope;
  });
  yield* made.map((header) => headerItem(header, null));
  const lists = listsFrom();
  for (const header of made) yield* lists.entries(listWrites(undefined, entriesOfEnvelope(header)));
  yield* lists.counts();
};

const templates = function* (many: number): Generator<Key> {
  const made = Array.from({ length: many }, (_, index) => {
    const rare = index < 3;
    const creator = rare ? sender : { ...sender, profile_id: newId() };
    const name = rare ? `Zo Le ${index}` : `Le ${index}`;
    const header = newHeader(creator, newId(), rare ? 'private' : 'shared', { name });
    return { ...header, star_counter: rare ? 1 : 0, counter: index };
  });
  const lists = listsFrom();
  for (const header of made) yield* lists.entries(listWrites(undefined, entriesOfTemplate(header)));
  yield* lists.counts();
};

const time = (index: number) => new Date(start + index * HOUR).toISOString();
const LISTS: [string, Record<string, unknown>][] = [
  ['getEnvelopes', {}],
  ['getEnvelopes', { view: 'sent' }],
  ['getEnvelopes', { view: 'waiting', sort_by: 'updated_at' }],
  ['getEnvelopes', { view: 'completed' }],
  ['getEnvelopes', { include_org: true }],
  ['getEnvelopes', { include_org: true, status: 'declined', sort_by: 'name' }],
  ['getEnvelopes', { status: 'declined' }],
  ['getEnvelopes', { status: 'declined', sort_by: 'updated_at' }],
  ['getEnvelopes', { sort_by: 'status', ascending: true }],
  ['getEnvelopes', { sort_by: 'canceled_at' }],
  ['getEnvelopes', { sort_by: 'name' }],
  ['getEnvelopes', { q: 'zo' }],
  ['getEnvelopes', { q: 'le' }],
  ['getEnvelopes', { q: 'nobody' }],
  ['getEnvelopes', { q: 'le zo' }],
  ['getEnvelopes', { q: 'zo', include_org: true, sort_by: 'name' }],
  ['getEnvelopes', { q: 'le', sort_by: 'name' }],
  ['getEnvelopes', { q: 'le', status: 'declined' }],
  ['getEnvelopes', { template_id }],
  ['getEnvelopes', { template_id, sort_by: 'updated_at', q: 'le' }],
  ['getEnvelopes', { created_before: time(2) }],
  ['getEnvelopes', { created_before: time(2), sort_by: 'name' }],
  ['getEnvelopes', { created_after: time(0), created_before: time(3), status: 'declined', sort_by: 'updated_at' }],
  ['getTemplates', {}],
  ['getTemplates', { is_creator: true }],
  ['getTemplates', { visibility: 'private' }],
  ['getTemplates', { visibility: 'shared', sort_by: 'name' }],
  ['getTemplates', { visibility: 'public' }],
  ['getTemplates', { q: 'zo' }],
  ['getTemplates', { q: 'zo le', sort_by: 'counter' }],
  ['getTemplates', { q: 'le', sort_by: 'name' }],
  ['getTemplates', { is_starred: true }],
  ['getTemplates', { is_starred: true, sort_by: 'star_counter' }],
  ['getTemplates', { sort_by: 'counter' }],
  ['getTemplates', { sort_by: 'last_used_at', ascending: true }],
];

type Reading = [list: string, query: Record<string, unknown>, ids: string[], calls: string[]];

/** Each list's answer and number of calls, for `many` envelopes and templates. */
const readAll = async (many: number): Promise<Reading[]> => {
  const table = await startTable({ filled: [...envelopes(many), ...templates(many)] });
  try {
    const token = await userToken({ ...sender, roles: ['owner'], permissions: [] });
    const readings: Reading[] = [];
    for (const [id, query] of LISTS) {
      const [operation] = recorded(operations.filter(({ contract }) => contract.id === id)) as [Operation];
      const asked = Object.entries({ rows: 5, ...query }).map(([name, value]) => [name, [String(value)]]);
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await invoke(operation, { method: 'GET', headers, query: Object.fromEntries(asked) });
      expect([id, query, status]).toEqual([id, query, 200]);
      const { envelopes = [], templates = [] } = body as Record<string, { name: string }[]>;
      const names = [...envelopes, ...templates].map(({ name }) => name);
      readings.push([id, query, names, callsOf(id).map(({ command }) => command)]);
    }
    return readings;
  } finally {
    await table.stop();
  }
};

test('a page takes no more reads with twelve hundred rows than with ten, or eight', async () => {
  const [few, many] = [await readAll(10), await readAll(1200)];
  for (const [index, [id, query, names, calls]] of few.entries()) {
    const [, , found = [], read = []] = many[index] ?? [];
    expect([id, query, found.length]).toEqual([id, query, names.length]);
    expect(read.length, `${id} ${JSON.stringify(query)}`).toBeLessThanOrEqual(Math.max(calls.length, 8));
  }
});
