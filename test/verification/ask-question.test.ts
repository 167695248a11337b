import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { codeOf } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const ask = ({ signer, envelope_id, role_name }: Signer, question: unknown) =>
  api.as({ signer }).askQuestion({ path: { envelope_id, role_name }, body: { question } });

it('a recipient’s question is mailed to the sender with the reply address, and the recipient gets a confirmation', async () => {
  const sender_email = `sender-${Date.now()}@example.com`;
  const ada = recipient('Buyer', 1, { first_name: 'Ada', last_name: 'Lovelace' });
  const envelope = await sendEnvelope(api, sender, [ada], { sender_email, sender_name: 'The Sender' });
  const session = await openSession(api, envelope, 'Buyer');
  const question = 'Is <b>parking</b>\nincluded?';
  expect(ok(await ask(session, question))).toMatchObject({ role_name: 'Buyer', email: ada.email, status: 'opened' });
  await api.settle();
  const [mail] = await api.messages(sender_email);
  expect(mail?.subject).toContain('Ada Lovelace');
  expect(mail?.text).toContain('Is <b>parking</b>');
  expect(mail?.text).toContain(ada.email);
  expect(mail?.html).not.toContain('<b>parking</b>');
  expect(mail?.links.some((link) => link.includes('/sign/'))).toBe(false);
  const audit = ok(await api.as({ signer: session.signer }).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  expect(JSON.stringify(audit)).not.toContain('parking');
});

it('a question names the person who asked it, even if the recipient changes before the mail is made', async () => {
  const sender_email = `sender-of-two-${Date.now()}@example.com`;
  const ada = recipient('Buyer', 1, { first_name: 'Ada', last_name: 'Lovelace' });
  const envelope = await sendEnvelope(api, sender, [ada], { sender_email });
  const path = { envelope_id: envelope.id, role_name: 'Buyer' };
  ok(await ask(await openSession(api, envelope, 'Buyer'), 'Is parking included?'));
  ok(await api.as(sender).updateRecipient({ path, body: { first_name: 'Grace', last_name: 'Hopper' } }));
  await api.settle();
  const mail = (await api.messages(sender_email)).find(({ text }) => text.includes('parking'));
  expect(mail?.subject).toContain('Ada Lovelace');
});

it('questions are limited for each recipient separately', async () => {
  await using _clock = await api.freezeClock();
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
  const one = await openSession(api, envelope, 'One');
  const statuses = [];
  for (let count = 0; count < 12; count++) {
    statuses.push((await ask(one, `Question ${count}`)).status);
    await api.advance('PT1M');
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
  ok(await ask(await openSession(api, envelope, 'Two'), 'Mine'));
});

it('questions are refused when empty, in another role’s name, in another envelope, and once the recipient is done', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 2)]);
  const elsewhere = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const session = await openSession(api, envelope, 'One');
  expect(codeOf(await ask(session, '  '))).toEqual([406, 'invalid']);
  expect(codeOf(await ask({ ...session, role_name: 'Two' }, 'x'))).toEqual([404, 'recipient_not_found']);
  expect(codeOf(await ask({ ...session, envelope_id: elsewhere.id }, 'x'))).toEqual([404, 'envelope_not_found']);
  await sign(api, envelope, 'One');
  expect(codeOf(await ask(session, 'x'))).toEqual([400, 'recipient_not_acting']);
});
