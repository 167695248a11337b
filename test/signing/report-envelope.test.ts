import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

test('a report is recorded once for each recipient, at any time, with only its reason', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
  const [one, two] = [await openSession(api, envelope, 'One'), await openSession(api, envelope, 'Two')];
  const path = { envelope_id: envelope.id, role_name: 'One' };
  const report = (reason: string, who = one, role_name = 'One') =>
    api.as(who).reportEnvelope({ path: { ...path, role_name }, body: { reason, text: 'He is a bad man' } });
  expect((await report('He is a bad man')).status).toBe(406);
  expect(ok(await report('fraud'))).toBe('OK');
  expect(ok(await report('unwanted'))).toBe('OK');
  expect((await report('fraud', two)).status).toBe(404);
  await sign(api, envelope, 'Two');
  ok(await sign(api, envelope, 'One').then(() => report('not_for_me', two, 'Two')));
  const { events } = ok(await api.as(sender).getEnvelopeAudit({ path }));
  const reports = events.filter(({ event }: { event: string }) => event === 'recipient:reported');
  expect(
    reports.map(({ role_name, event_detail, data }: Record<string, unknown>) => [role_name, event_detail, data]),
  ).toEqual([
    ['One', 'fraud', {}],
    ['Two', 'not_for_me', {}],
  ]);
});
