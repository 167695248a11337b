import { afterAll, beforeAll, expect, test } from 'vitest';
import { getItem, getItems, type Item } from '../../lib/storage/engine/client.ts';
import { listEntryKey } from '../../lib/storage/engine/keys.ts';
import { receivedList } from '../../lib/storage/envelopes/entries.ts';
import { countsKeys } from '../../lib/storage/lists/list.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const entryOf = (email: string, id: string) => getItem<Item>(listEntryKey(receivedList(email), id));
const received = async (person: Person, query = {}) =>
  ok(await api.as(person).getEnvelopes({ query: { view: 'inbox', ...query } }));

test('a signer without an account gets a list of ids alone, which nothing counts and no change writes', async () => {
  const email = recipient('One', 1).email;
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email }), recipient('Two', 2)], {
    name: 'Lease of a garden',
  });
  await api.settle();
  const before = await entryOf(email, envelope.id);
  expect(before).toMatchObject({ id: envelope.id, empty: true, name: '' });
  expect(before).not.toHaveProperty('search');
  await sign(api, envelope, 'One');
  await api.settle();
  expect(await entryOf(email, envelope.id)).toEqual(before);
  expect((await getItems(countsKeys({ list: receivedList(email) }))).filter((part) => part)).toEqual([]);
});

test('whoever opens an account sees all that came before, counts and finds it, and what comes after', async () => {
  const email = recipient('One', 1).email;
  const names = Array.from({ length: 3 }, (_, index) => `Garden ${index}`);
  for (const name of names) await sendEnvelope(api, sender, [recipient('One', 1, { email })], { name });
  await api.settle();
  const person = await api.signUp({ email });
  await api.settle();
  await sendEnvelope(api, sender, [recipient('One', 1, { email })], { name: 'Garden 3' });
  await api.settle();
  const shown = await received(person);
  expect(shown.envelopes.map(({ name }: { name: string }) => name)).toEqual(['Garden 3', ...names.toReversed()]);
  expect(shown).toMatchObject({ count: 4, count_is_exact: true });
  expect((await received(person, { q: 'garden' })).count).toBe(4);
  expect((await received(person, { sort_by: 'name', q: '2' })).envelopes).toHaveLength(1);
});
