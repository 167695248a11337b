import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as recordBounces } from '../../functions/workers/record-bounces.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { type Receiver, startReceiver } from '../webhooks-api/receiver.ts';

let api: Api;
let sender: Person;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  receiver = await startReceiver();
  const events = { recipient_invite_failed: true };
  ok(await api.as(sender).setWebhooks({ body: { url: receiver.url, active: true, events } }));
});
afterAll(async () => {
  await receiver?.stop();
  await api?.stop();
});

const read = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
const bounce = (to: string | undefined, more: object = {}) =>
  api.request('POST', '/local/bounce', {}, { body: { to, ...more } });
const failures = async (envelope: Envelope) =>
  (await read(envelope)).history_entries.filter(({ event }: { event: string }) => event === 'recipient:invite_failed');

describe('a mail that comes back', () => {
  test('marks the recipient, tells the sender once by mail, notification and webhook, and a corrected address is invited', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1), recipient('Two', 1)]);
    await api.settle();
    const [one, two] = envelope.recipients;
    const before = receiver.received.length;
    expect((await bounce(one?.email)).status).toBe(200);
    expect((await bounce(one?.email)).status).toBe(200);
    await api.settle();

    const marked = await read(envelope);
    expect(marked.recipients).toMatchObject([{ delivery_error: 'bounced' }, { delivery_error: null }]);
    const entry = { role_name: 'One', event_detail: `Mails to ${one?.email} come back.` };
    expect(await failures(envelope)).toMatchObject([entry]);
    expect(receiver.received.slice(before).map(({ body }) => body)).toMatchObject([
      { type: 'recipient_invite_failed', data: { event: 'recipient:invite_failed', role_name: 'One' } },
    ]);
    const mails = (await api.messages(sender.email)).filter(({ subject }) => subject.includes('could not be reached'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(one?.email);
    const notices = ok(await api.as(sender).getNotifications());
    expect(JSON.stringify(notices)).toContain('did not reach');
    // Another recipient doesn't see it.
    const session = ok(
      await api.anyone.startSigningSession({
        path: { envelope_id: envelope.id, role_name: 'Two', key: two?.in_app_key ?? '' },
      }),
    );
    expect(session.envelope.recipients[0]).not.toHaveProperty('delivery_error');

    const email = `corrected-${one?.email}`;
    const path = { envelope_id: envelope.id, role_name: 'One' };
    ok(await api.as(sender).updateRecipient({ path, body: { email } }));
    await api.settle();
    expect((await read(envelope)).recipients[0]).toMatchObject({ email, status: 'invited', delivery_error: null });
    expect(await api.messages(email)).toHaveLength(1);

    // A mail that comes back late belongs to the address that nobody has any more.
    await bounce(one?.email);
    await bounce(email, { complaint: true });
    await api.settle();
    expect((await read(envelope)).recipients[0].delivery_error).toBe('complained');
    expect((await failures(envelope)).map(({ event_detail }: { event_detail: string }) => event_detail)).toEqual([
      entry.event_detail,
      `${email} reported a mail as unwanted.`,
    ]);
  });

  test('is no failure if it comes back for now, is of no envelope, or of one that has ended', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('Three', 1)]);
    await api.settle();
    const [{ email } = { email: '' }] = envelope.recipients;
    const event = (bounceType: string, tags: object) => ({
      Records: [
        {
          Sns: {
            Message: JSON.stringify({
              eventType: 'Bounce',
              mail: { tags },
              bounce: { bounceType, bouncedRecipients: [{ emailAddress: email }] },
            }),
          },
        },
      ],
    });
    await recordBounces(event('Transient', { envelope_id: [envelope.id] }) as never);
    await recordBounces(event('Permanent', {}) as never);
    expect(await failures(envelope)).toEqual([]);
    ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    await bounce(email);
    expect(await failures(envelope)).toEqual([]);
    expect((await bounce('nobody@example.com')).status).toBe(406);
    expect((await bounce(email, { complaint: 'yes' })).status).toBe(406);
  });
});
