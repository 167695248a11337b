import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { verify } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const NAME = { first_name: 'Grace', last_name: 'Hopper' };

const opened = async (more: Record<string, unknown> = {}) => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1, more)]);
  const session = await openSession(api, envelope, 'One');
  const path = { envelope_id: envelope.id, role_name: 'One' };
  const rename = (body: object) => api.as(session).correctOwnName({ path, body });
  const trail = async (event: string) =>
    ok(await api.as(sender).getEnvelopeAudit({ path })).events.filter((one: { event: string }) => one.event === event);
  return { envelope, session, path, rename, trail };
};

test('a signer corrects the own name where the sender allows it, and the trail says from what to what', async () => {
  const { session, path, rename, trail } = await opened();
  await agree(api, session);
  expect(ok(await rename(NAME))).toMatchObject({ ...NAME, full_name: 'Grace Hopper', agreed: true });
  ok(await rename(NAME));
  const corrections = await trail('recipient:updated_info');
  expect(corrections.map(({ data, actor }) => [data, actor.type])).toEqual([
    [
      {
        name: NAME,
        changed: { first_name: { from: 'One', to: 'Grace' }, last_name: { from: 'Person', to: 'Hopper' } },
      },
      'signer',
    ],
  ]);
  const { recipients } = ok(await api.as(sender).getEnvelope({ path }));
  expect(recipients[0]).toMatchObject(NAME);
  for (const body of [{}, { first_name: '' }, { first_name: 'a'.repeat(101) }]) {
    expect((await rename(body)).status).toBe(406);
  }
});

test('verifications under the earlier name must be passed again', async () => {
  const { session, rename } = await opened({ auth_methods: ['passcode'], passcode: '4711' });
  await agree(api, session);
  expect(ok(await verify(api, session, { auth_method: 'passcode', code: '4711' })).recipient.auth_step).toBeNull();
  expect(ok(await rename(NAME))).toMatchObject({ ...NAME, auth_step: 'passcode' });
  expect(ok(await verify(api, session, { auth_method: 'passcode', code: '4711' })).recipient.auth_step).toBeNull();
});

test('for a locked name the sender gets a question in the signer’s words, and the trail records it', async () => {
  const { rename, trail } = await opened({ name_locked: true });
  expect(ok(await rename({ ...NAME, question: 'Ich heiße Grace Hopper.' }))).toMatchObject({ full_name: 'One Person' });
  await api.settle();
  expect((await api.messages(sender.email))[0]?.text).toContain('Ich heiße Grace Hopper.');
  expect(await trail('recipient:updated_info')).toEqual([]);
  expect((await trail('recipient:name_requested')).map(({ data }: { data: object }) => data)).toEqual([{ name: NAME }]);
});

test('questions in quick succession are refused, and the request for one name is recorded once', async () => {
  const { rename, trail } = await opened({ name_locked: true });
  const answers = [];
  for (let question = 0; question < 11; question++) answers.push(await rename(NAME));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers[0]?.status).toBe(200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) {
    expect([status, headers.get('x-error-code')]).toEqual([429, 'too_many_requests']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect(await trail('recipient:name_requested')).toHaveLength(1);
});
