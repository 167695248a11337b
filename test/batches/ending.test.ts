import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { listFiles } from '../../lib/aws/files/file-store.ts';
import { collection } from '../../lib/storage/engine/client.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { batchKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { actOn, allRows, checkedBatch, makeTemplate, readBatch, tenantRows } from './material.ts';

let api: Api;
let restore: () => void;
beforeAll(async () => {
  restore = setEnvironment({ MESSAGES_PER_DAY: '4' });
  api = await startApi();
  // The day whose messages are used up doesn't end within a test.
  await api.beginHour();
});
afterAll(async () => {
  await api.stop();
  restore();
});

const signInAgain = async (person: Person): Promise<void> => {
  const body = { grant_type: 'password', username: person.email, password: person.password };
  person.token = ok(await api.anyone.authenticate({ body })).access_token ?? '';
};

/** Remains of a batch in the table and in the bucket. */
const leftOf = async (organization_id: string, id: string) => [
  ...(await collection<Key>(batchKey(id).pk)),
  ...(await listFiles(fileKeys.batch(organization_id, id))),
];

test('a batch whose sender leaves stops, goes to the heir with its rows, and goes on if the heir wants it', async () => {
  const owner = await api.signUp();
  const grace = await memberOf(api, owner, 'member');
  const template_id = await makeTemplate(api, grace);
  const { id } = await checkedBatch(api, grace, { template_id, rows: tenantRows(8) });
  ok(await actOn(api, grace, id, 'send'));
  await api.settle();
  // The invitation was one of the day's four messages.
  const held = await readBatch(api, grace, id);
  expect(held.progress.held_until).not.toBeNull();
  const path = { profile_id: grace.profile_id };
  ok(await api.as(owner).deleteOrganizationMember({ path, query: { heir_id: owner.profile_id } }));
  await api.settle();
  await api.advance('PT16M');
  await api.settle();
  const left = await readBatch(api, owner, id);
  expect(left).toMatchObject({ status: 'paused', stopped_by: 'owner_out', profile_id: owner.profile_id });
  expect(left.progress.sent).toBe(held.progress.sent);
  await api.advance('P1D');
  await signInAgain(owner);
  expect(await readBatch(api, owner, id)).toMatchObject({ status: 'paused' });
  for (let days = 0; days < 4; days++) {
    if (days === 0) ok(await actOn(api, owner, id, 'resume'));
    await api.settle();
    await api.advance('P1D');
    await signInAgain(owner);
    await api.settle();
  }
  expect(await readBatch(api, owner, id)).toMatchObject({ status: 'sent', progress: { sent: 8, failed: 0 } });
  const owners = await Promise.all(
    (await allRows(api, owner, id)).map(async ({ envelope_id }) => {
      const { profile_id } = ok(await api.as(owner).getEnvelope({ path: { envelope_id } }));
      return profile_id;
    }),
  );
  expect(owners).toEqual(Array(8).fill(owner.profile_id));
});

test('a batch is deleted with its rows 90 days after its last change, and its envelopes stay', async () => {
  const ada = await api.signUp();
  const template_id = await makeTemplate(api, ada);
  const settings = { no_contact: true };
  const { id } = await checkedBatch(api, ada, { template_id, rows: tenantRows(3), settings });
  ok(await actOn(api, ada, id, 'send'));
  await api.settle();
  const [row] = await allRows(api, ada, id);
  expect(await leftOf(ada.organization_id, id)).not.toEqual([]);
  await api.advance('P89D');
  await api.settle();
  await signInAgain(ada);
  expect((await readBatch(api, ada, id)).status).toBe('sent');
  await api.advance('P2D');
  await api.settle();
  await api.advance('PT2M');
  await api.settle();
  await signInAgain(ada);
  expect(refusalOf(await api.as(ada).getBatch({ path: { batch_id: id } }))).toEqual([404, 'batch_not_found']);
  expect(await leftOf(ada.organization_id, id)).toEqual([]);
  ok(await api.as(ada).getEnvelope({ path: { envelope_id: row?.envelope_id } }));
});
