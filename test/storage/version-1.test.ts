import { readFileSync } from 'node:fs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Item, putRecord } from '../../lib/storage/engine/client.ts';
import { type Api, startApi } from '../api.ts';
import { compareAtRealCost } from '../quick-passwords.ts';
import { formsOf, readTable } from './stored-forms.ts';
import { playVersion1, readAll } from './version-1-story.ts';

/** A table as version 1 has stored it. */
const recorded = JSON.parse(readFileSync(new URL('version-1.json', import.meta.url), 'utf8'), (_, value) =>
  typeof value?.base64 === 'string' ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
);
const items: Item[] = recorded.items.map((item: Parameters<typeof unmarshall>[0]) => unmarshall(item));

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

test('what version 1 has stored is read as it was', async () => {
  for (const item of items) {
    if (typeof item.password_hash === 'string') compareAtRealCost(item.password_hash);
    await putRecord(item);
  }
  const read = await readAll(api, recorded.owner);
  // The table's stream shows the items as new ones, so links are mailed once more: they get further keys.
  for (const [at, { keys }] of recorded.answers.envelopes.entries()) {
    const known = keys.map(({ id }: { id: string }) => id);
    read.envelopes[at].keys = read.envelopes[at].keys.filter(({ id }: { id: string }) => known.includes(id));
  }
  expect(read).toEqual(recorded.answers);
});

test('what is stored today has the forms of version 1, so that each can read the other’s', async () => {
  const before = (await readTable()).map(({ pk, sk }) => `${pk} ${sk}`);
  await playVersion1(api);
  const own = (await readTable()).filter(({ pk, sk }) => !before.includes(`${pk} ${sk}`));
  expect(formsOf(own)).toEqual(formsOf(items));
});
