import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkTo } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const phoneOf = (envelope: { recipients: { role_name: string }[] }) =>
  (envelope.recipients[0] as unknown as { phone: string | null }).phone;

describe('a recipient’s phone number', () => {
  test('is stored in its international form, and the link is sent there', async () => {
    const phone = '(212) 555-0142';
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email: '', phone })]);
    expect(phoneOf(envelope)).toBe('+12125550142');
    expect((await linkTo(api, '+12125550142')).envelope_id).toBe(envelope.id);
  });

  test.each([[''], [null], [undefined]])('may be left out as %j', async (phone) => {
    expect(phoneOf(await sendEnvelope(api, sender, [recipient('One', 1, { phone })]))).toBeNull();
  });

  test('is refused, with the field’s name, if it can’t be dialled', async () => {
    const recipients = [recipient('One', 1, { phone: '555-1212' })];
    const body = { name: 'x', documents: [{ name: 'a.pdf', data: 'JVBERi0=' }], recipients, fields: [] };
    const answer = await api.as(sender).createEnvelope({ body });
    expect(answer.status).toBe(406);
    expect(answer.body.error).toMatch(/^recipients\.0\.phone: must be a phone number with its country code/);
  });

  test('is corrected by the same rule', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const change = (phone: string) => api.as(sender).updateRecipient({ path, body: { phone } });
    expect(ok(await change('+43 664 1234567')).phone).toBe('+436641234567');
    const refused = await change('0664 1234567');
    expect([refused.status, refused.body.error.split(':')[0]]).toEqual([406, 'phone']);
    expect(ok(await change('')).phone).toBeNull();
  });

  test('comes from a template’s role in the same form', async () => {
    const template = ok(await api.as(sender).createTemplate({ body: lease() }));
    const path = { template_id: template.id, role_name: template.roles[0].name };
    expect(ok(await api.as(sender).updateRole({ path, body: { phone: '212 555 0143' } })).phone).toBe('+12125550143');
    const refused = await api.as(sender).updateRole({ path, body: { phone: '0143' } });
    expect([refused.status, refused.body.error.split(':')[0]]).toEqual([406, 'phone']);
  });
});
