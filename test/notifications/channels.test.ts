import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

let phones = 100;
const newPhone = () => {
  phones += 1;
  return `+12125550${phones}`;
};
const sentTo = async (address: string) => {
  await api.settle();
  return (await api.messages(address)).map(({ subject, text }) => subject ?? text);
};
const path = ({ id }: Envelope) => ({ envelope_id: id, role_name: 'Buyer' });
const act = (envelope: Envelope, action: string) =>
  api.as(sender).updateRecipient({ path: path(envelope), body: { action } });
const linkIn = async (address: string): Promise<string> => {
  await api.settle();
  return (await api.messages(address))[0]?.links[0] ?? '';
};
const opened = async (link: string) => {
  const [envelope_id = '', role_name = '', key = ''] = new URL(link).pathname.split('/').slice(2);
  return ok(await api.anyone.startSigningSession({ path: { envelope_id, role_name, key } }));
};

describe('a recipient with an address and a phone number', () => {
  test('is asked to act by both, each with a link of its own, and gets everything else by mail only', async () => {
    const phone = newPhone();
    const buyer = recipient('Buyer', 1, { phone });
    const envelope = await sendEnvelope(api, sender, [buyer], { name: 'Lease' });
    const links = [await linkIn(buyer.email), await linkIn(phone)];
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect((await opened(link)).recipient.role_name).toBe('Buyer');
    ok(await act(envelope, 'remind'));
    expect(await sentTo(phone)).toEqual([
      expect.stringContaining('Reminder: "Lease" from'),
      expect.stringContaining('asks you to sign "Lease": http'),
    ]);
    expect(await sentTo(buyer.email)).toEqual([
      'Reminder: “Lease” is waiting for you',
      expect.stringContaining('asks you to sign “Lease”'),
    ]);
    await sign(api, envelope, 'Buyer');
    expect((await sentTo(buyer.email))[0]).toBe('Completed: “Lease”');
    expect(await sentTo(phone)).toHaveLength(2);
  });

  test('appears in the history with both, and counts as one text message', async () => {
    const owner = await api.signUp();
    const buyers = [recipient('Buyer', 1, { phone: newPhone() }), recipient('Seller', 1)];
    const { id: envelope_id } = await sendEnvelope(api, owner, buyers);
    const { history_entries } = ok(await api.as(owner).getEnvelope({ path: { envelope_id } }));
    const invited = history_entries.filter(({ event }: { event: string }) => event === 'recipient:invited');
    expect(invited.map(({ event_detail }: { event_detail: string }) => event_detail).sort()).toEqual([
      'email',
      'email sms',
    ]);
    const { organization_id } = owner;
    await api.settle();
    const usage = ok(await api.as(owner).getOrganizationUsage({ path: { organization_id } }));
    expect(usage[organization_id]?.sms_invite).toBe(1);
  });

  test('gets a new link by both', async () => {
    const phone = newPhone();
    const buyer = recipient('Buyer', 1, { phone });
    await sendEnvelope(api, sender, [buyer]);
    const [envelope_id = '', role_name = '', key = ''] = new URL(await linkIn(phone)).pathname.split('/').slice(2);
    ok(await api.anyone.requestFreshLink({ path: { envelope_id, role_name, key } }));
    expect((await sentTo(phone))[0]).toContain('Your new link');
    expect((await sentTo(buyer.email))[0]).toContain('Your new link');
  });
});

describe('a recipient with a phone number alone', () => {
  test('is notified by text message that all have signed, with a link to the documents', async () => {
    const phone = newPhone();
    const envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1, { email: '', phone })], { name: 'Lease' });
    await sign(api, envelope, 'Buyer');
    expect((await sentTo(phone))[0]).toMatch(/^Completed: "Lease"\. Your documents: http/);
    expect((await opened(await linkIn(phone))).envelope.status).toBe('complete');
  });

  test('is notified of the cancellation', async () => {
    const phone = newPhone();
    const envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1, { email: '', phone })], { name: 'Lease' });
    ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    expect((await sentTo(phone))[0]).toMatch(/canceled "Lease"/);
  });
});

describe('the app’s text of an invitation to an organization', () => {
  test('can name the invited person and the inviter', async () => {
    const [owner, guest] = [await api.signUp({ first_name: 'Olga', org_name: 'Engines Ltd' }), await api.signUp()];
    const text_template = '{{name}}: {{inviter_name}} wants you at {{organization_name}}.';
    ok(
      await api
        .as(owner)
        .createNotificationTemplate({ body: { type: 'app', event_name: 'user:invited', text_template } }),
    );
    const body = { email: guest.email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
    ok(await api.as(owner).createOrganizationInvitation({ body }));
    await api.settle();
    const [entry] = ok(await api.as(guest).getNotifications());
    expect(entry.message).toMatch(/^Grace Hopper: Olga Number \d+ wants you at Engines Ltd\.$/);
  });
});
