import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../functions/index.ts';
import { type Platform, startPlatform } from '../../infra/local/platform.ts';
import { linkTo } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { recorded } from '../aws-calls.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { agreed, codeOf, eventsOf, recipientOf, sendProtected, verify } from './ceremony.ts';

let dataDir: string;
let platform: Platform;
let api: Api;
let sender: Person;
let receiver: Receiver;

const start = async (port = 0): Promise<void> => {
  delete process.env.API_URL;
  platform = await startPlatform({ port, dataDir, quiet: true, operations: recorded(operations) });
  process.env.API_URL = platform.url;
  api = await startApi();
};

const restart = async (): Promise<void> => {
  const { port } = new URL(platform.url);
  await platform.stop();
  await start(Number(port));
};

let apiUrl: string | undefined;
beforeEach(async () => {
  apiUrl = process.env.API_URL;
  dataDir = await mkdtemp(join(tmpdir(), 'attempts-'));
  await start();
  sender = await api.signUp();
  receiver = await startReceiver();
  const events = { recipient_auth_fail: true, kba_event: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
});
afterEach(async () => {
  await receiver.stop();
  await platform.stop();
  await rm(dataDir, { recursive: true });
  if (apiUrl === undefined) delete process.env.API_URL;
  else process.env.API_URL = apiUrl;
});

const webhookCalls = () => receiver.received.map(({ body }) => `${body.type} ${body.data.event_detail}`);

it('are counted over sessions, time and a restart; the fifth wrong one ends the verification until the sender resets it', async () => {
  const envelope = await sendProtected(api, sender, { auth_methods: ['passcode'], passcode: 'right' });
  const guess = (session: { signer: string }) => verify(api, session, { auth_method: 'passcode', code: 'wrong' });
  const session = await agreed(api, envelope);
  expect(codeOf(await guess(session))).toEqual([400, 'passcode_wrong']);
  expect(codeOf(await guess(await openSession(api, envelope, 'Signer')))).toEqual([400, 'passcode_wrong']);
  await restart();
  await api.advance('PT40M');
  expect(codeOf(await guess(session))).toEqual([400, 'passcode_wrong']);
  expect(codeOf(await guess(session))).toEqual([400, 'passcode_wrong']);
  const last = await guess(session);
  expect(codeOf(last)).toEqual([400, 'verification_failed']);
  expect(last.body.error).toContain('failed');
  expect(codeOf(await verify(api, session, { auth_method: 'passcode', code: 'right' }))).toEqual([
    400,
    'verification_failed',
  ]);
  expect(await recipientOf(api, sender, envelope.id)).toMatchObject({
    status: 'failed',
    auth_step: 'passcode',
    auth_method_states: { passcode: 'failed' },
  });
  const opened = await openSession(api, envelope, 'Signer');
  expect(opened.recipient).toMatchObject({ status: 'failed', auth_method_states: { passcode: 'failed' } });
  expect(opened.envelope.fields).toEqual([]);
  const events = await eventsOf(api, sender, envelope.id);
  expect(events.filter((event) => event === 'recipient:pin_failed passcode')).toHaveLength(5);
  await api.settle();
  expect(webhookCalls()).toEqual(['recipient_auth_fail passcode']);
  expect(receiver.received[0]?.body.data.recipient.status).toBe('failed');

  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
  const reset = await recipientOf(api, sender, envelope.id, path.role_name);
  expect(reset).toMatchObject({ status: 'invited', agreed: false, auth_method_states: { passcode: null } });
  const { key } = await linkTo(api, envelope.recipients[0]?.email ?? '');
  const anew = ok(await api.anyone.startSigningSession({ path: { ...path, key } }));
  const signer = anew.access_token;
  ok(await api.as({ signer }).agreeRecipient({ path, body: { disclosures: 'I agree.' } }));
  expect(ok(await verify(api, { signer }, { auth_method: 'passcode', code: 'right' })).recipient.auth_step).toBeNull();
});

it('are all counted when they are made at the same moment', async () => {
  const envelope = await sendProtected(api, sender, { auth_methods: ['email'] });
  const session = await agreed(api, envelope);
  const codes = Array.from({ length: 12 }, (_, index) => String(index).padStart(6, '0'));
  const answers = await Promise.all(codes.map((code) => verify(api, session, { auth_method: 'email', code })));
  expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 400));
  const events = await eventsOf(api, sender, envelope.id);
  expect(events.filter((event) => event === 'recipient:pin_failed email')).toHaveLength(5);
  expect(await recipientOf(api, sender, envelope.id)).toMatchObject({ status: 'failed' });
});

it('messages to a recipient are counted over a restart', async () => {
  await using _clock = await api.freezeClock();
  const one = recipient('Signer', 1);
  const envelope = await sendEnvelope(api, sender, [one]);
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  const remind = async () => (await api.as(sender).updateRecipient({ path, body: { action: 'remind' } })).status;
  const before = [await remind(), await remind(), await remind(), await remind(), await remind()];
  await restart();
  const after = [await remind(), await remind(), await remind(), await remind(), await remind()];
  expect([...before, ...after]).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
});

it('to request codes are limited, whether the codes were used or not', async () => {
  await using _clock = await api.freezeClock();
  const [one, two] = [
    recipient('One', 1, { auth_methods: ['email'] }),
    recipient('Two', 1, { auth_methods: ['email'] }),
  ];
  const envelope = await sendEnvelope(api, sender, [one, two]);
  const session = await agreed(api, envelope, 'One');
  const resend = () => verify(api, session, { auth_method: 'email', code: '', resend: true });
  const statuses = [];
  for (let count = 0; count < 12; count++) {
    const answer = await resend();
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await api.advance('PT1M');
  }
  // With the invitation they are ten messages.
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  expect(statuses.at(-1)).toBe(429);
  await api.settle();
  expect((await api.messages(one.email)).filter(({ code }) => code)).toHaveLength(9);
  // One recipient's attempts don't count for the other.
  const other = await agreed(api, envelope, 'Two');
  ok(await verify(api, other, { auth_method: 'email', code: '', resend: true }));
});

it('at a knowledge-based check that fail cause kba_event and recipient_auth_fail', async () => {
  const envelope = await sendProtected(api, sender, { auth_methods: ['kba'], address: '12 Orchard Lane' });
  const session = await agreed(api, envelope);
  const failed = await verify(api, session, { auth_method: 'kba', last_name: 'Fail', ssn_last_4: '1234' });
  expect(codeOf(failed)).toEqual([400, 'verification_failed']);
  await api.settle();
  expect(webhookCalls().sort()).toEqual(['kba_event the identity was not found', 'recipient_auth_fail kba']);
  expect(JSON.stringify(receiver.received)).not.toContain('1234');
});
