import { afterAll, beforeAll, expect, test } from 'vitest';
import { timestamp } from '../../lib/base/clock.ts';
import { getItem, putRecord } from '../../lib/storage/engine/client.ts';
import { COUNT_PARTS, LIST_PARTS, organizationKey, usageKey } from '../../lib/storage/engine/keys.ts';
import type { OrganizationItem } from '../../lib/storage/records/organization.ts';
import { MANY_A_DAY } from '../../lib/storage/usage.ts';
import { type Api, startApi } from '../api.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('an organization that sends very much in a day has its lists divided by the dispatcher, and lists as before', async () => {
  await using _clock = await api.freezeClock();
  // The day that is counted doesn't end with one of the seconds below.
  await api.beginHour();
  const sender = await api.signUp();
  const id = sender.organization_id;
  const before = await sendEnvelope(api, sender, [recipient('Tenant', 1)]);
  await api.settle();
  for (let part = 0; part < COUNT_PARTS; part++) {
    await putRecord({ ...usageKey(id, timestamp().slice(0, 10), part), envelope: MANY_A_DAY / COUNT_PARTS - 1 });
  }
  // Envelopes of the same moment have no order.
  await api.advance('PT1S');
  const last = await sendEnvelope(api, sender, [recipient('Tenant', 1)]);
  await api.settle();
  expect((await getItem<OrganizationItem>(organizationKey(id)))?.list_parts).toBe(LIST_PARTS);
  await api.advance('PT1S');
  const after = await sendEnvelope(api, sender, [recipient('Tenant', 1)]);
  await api.settle();
  const { envelopes } = ok(await api.as(sender).getEnvelopes({ query: {} }));
  expect(envelopes.map((one: { id: string }) => one.id)).toEqual([after.id, last.id, before.id]);
});
