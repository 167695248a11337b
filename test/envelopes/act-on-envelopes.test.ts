import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

let mailboxes = 0;
const sent = async (by = ada) => {
  mailboxes += 1;
  const email = `signer-${process.pid}-${mailboxes}@several.example.com`;
  const envelope = await sendEnvelope(api, by, [recipient('One', 1, { email })]);
  return { envelope, email, id: envelope.id };
};
const act = (
  action: string,
  envelope_ids: unknown,
  by: { token: string } = ada,
  headers: Record<string, string> = {},
) => api.as(by).actOnEnvelopes({ body: { action, envelope_ids }, headers });
const mailsTo = async (email: string): Promise<number> => {
  await api.settle();
  return (await api.messages(email)).length;
};
const statusOf = async (id: string): Promise<string> =>
  ok(await api.as(ada).getEnvelope({ path: { envelope_id: id } })).status;

test('reminds whoever has to act in each envelope', async () => {
  const [one, two] = [await sent(), await sent()];
  const { results } = ok(await act('remind', [one.id, two.id]));
  expect(results).toEqual([one, two].map(({ id }) => ({ envelope_id: id, status: 'OK', error_code: null })));
  expect([await mailsTo(one.email), await mailsTo(two.email)]).toEqual([2, 2]);
});

test('cancels each envelope, and says of each that it can not why, while it cancels the others', async () => {
  const [open, done] = [await sent(), await sent()];
  await sign(api, done.envelope, 'One');
  await api.settle();
  const stranger = await sent(await api.signUp());
  const unknown = newId();
  const { results } = ok(await act('cancel', [done.id, stranger.id, unknown, open.id, open.id]));
  expect(results.map(({ error_code }) => error_code)).toEqual([
    'envelope_ended',
    'envelope_not_found',
    'envelope_not_found',
    null,
  ]);
  expect([await statusOf(open.id), await statusOf(done.id)]).toEqual(['canceled', 'complete']);
});

test('does nothing twice when the same request comes again', async () => {
  const { id, email } = await sent();
  const headers = { 'idempotency-key': newId() };
  const answers = [await act('remind', [id], ada, headers), await act('remind', [id], ada, headers)];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await mailsTo(email)).toBe(2);
});

test('cancels nothing for a member who may not cancel, nor for another sender', async () => {
  const { id } = await sent();
  const colleague = await memberOf(api, ada, 'member');
  expect(ok(await act('remind', [id], colleague)).results[0]?.status).toBe('ERROR');
  const refused = await act('cancel', [id], colleague);
  const outcome = refused.status === 200 ? refused.body.results[0]?.status : refused.status;
  expect(['ERROR', 403]).toContain(outcome);
  expect(await statusOf(id)).toBe('pending');
});

test.each([
  ['no envelope', []],
  ['26 envelopes', Array.from({ length: 26 }, newId)],
  ['what is no id', ['x']],
  ['no list', 'x'],
])('refuses %s, and names the member', async (_, ids) => {
  const { status, body } = await act('cancel', ids);
  expect(status).toBe(406);
  expect(body).toMatchObject({ error: expect.stringContaining('envelope_ids') });
});

test('refuses an act that it does not know', async () => {
  const { id } = await sent();
  const { status, body } = await act('delete', [id]);
  expect([status, body]).toMatchObject([406, { error: expect.stringContaining('action') }]);
});
