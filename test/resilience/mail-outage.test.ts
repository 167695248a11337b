import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../lib/base/clock.ts';
import { webhookEventOf } from '../../lib/signing/envelopes/rules/event-effects.ts';
import { type Envelope, ok, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { allAgreed, auditOf, readEnvelope, ready, type Stage, setStage, textField } from './stage.ts';
import { namedEvent } from './webhook-ids.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.stop());

const send = (more: Record<string, unknown> = {}): Promise<Envelope> =>
  sendEnvelope(stage.api, stage.sender, [recipient('Only', 1)], { fields: [textField('Only')], ...more });

const outOfOrder = (mail: boolean) => stage.api.request('POST', '/local/outage', {}, { body: { mail } });

const complete = async (envelope: Envelope) => ok(await submit(stage.api, await ready(stage.api, envelope, 'Only')));

const mailsTo = async ({ recipients: [only] }: Envelope) => stage.api.messages(only?.email);

/** Number of mails to the sender about complete envelopes. */
const completions = async () =>
  (await stage.api.messages(stage.sender.email)).filter(({ subject }) => subject.includes('Completed')).length;

test('every party of an envelope gets its own mail, with any names of roles', async () => {
  const roles = ['sender', '買主 é', 'user'];
  const { api, sender } = stage;
  const before = await completions();
  const recipients = roles.map((role) => recipient(role, 1));
  const fields = roles.map((role) => textField(role, { default: 'filled' }));
  const envelope = await sendEnvelope(api, sender, recipients, { fields });
  for (const signer of await allAgreed(envelope)) ok(await submit(api, signer));
  await api.settle();
  for (const { email } of envelope.recipients) expect(await api.messages(email)).toHaveLength(2);
  expect(await completions()).toBe(before + 1);
  // Mail headers hold nothing but ASCII.
  for (const { id } of await api.messages()) expect(id).toMatch(/^[\x20-\x7e]{1,200}$/);
});

test('while mail is out of order for a day, seals and webhooks continue; afterwards every mail is sent once', async () => {
  const { sender, receiver } = stage;
  const before = await completions();
  await outOfOrder(true);
  const [waiting, signed] = [await send(), await send()];
  await complete(signed);
  await stage.api.settle();
  expect(await readEnvelope(stage.api, sender, signed.id)).toMatchObject({ status: 'complete', signed: true });
  const { events } = await auditOf(stage.api, sender, signed.id);
  const expected = events.filter((event) => webhookEventOf(namedEvent(event)) !== null).map(({ id }) => id);
  const calls = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(calls).toEqual(expect.arrayContaining(expected));
  for (const duration of ['PT30S', 'PT10M', 'PT2H', 'PT20H']) {
    await stage.api.advance(duration);
    await stage.api.settle();
  }
  expect([...(await mailsTo(waiting)), ...(await mailsTo(signed))]).toEqual([]);

  await outOfOrder(false);
  await stage.api.settle();
  expect((await mailsTo(waiting)).map(({ subject }) => subject)).toEqual([expect.stringContaining('sign')]);
  // It is too late to invite who has signed already.
  expect((await mailsTo(signed)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Completed')]);
  expect(await completions()).toBe(before + 1);
  await stage.api.advance('P1D');
  await stage.api.settle();
  expect(await mailsTo(waiting)).toHaveLength(1);
});

test('no message is sent with no_contact, through all events of the envelope', async () => {
  const { email, password } = stage.sender;
  const grant = { grant_type: 'password', username: email, password };
  const { access_token: token } = ok(await stage.api.anyone.authenticate({ body: grant }));
  const settings = { no_contact: true, initial_reminder: 4 * HOUR, followup_reminders: 12 * HOUR };
  const quiet = () =>
    sendEnvelope(stage.api, { ...stage.sender, token }, [recipient('Only', 1)], {
      fields: [textField('Only')],
      ...settings,
    });
  const [waiting, canceled, signed] = [await quiet(), await quiet(), await quiet()];
  await complete(signed);
  await stage.api.as({ token }).cancelEnvelope({ path: { envelope_id: canceled.id }, body: { action: 'cancel' } });
  await stage.api.advance('PT17H');
  await stage.api.settle();
  expect([...(await mailsTo(waiting)), ...(await mailsTo(canceled)), ...(await mailsTo(signed))]).toEqual([]);
});
