import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const make = (envelope_id: string, by: { token: string } = ada, more: Record<string, unknown> = {}) =>
  api.as(by).createTemplate({ body: { name: 'Lease', envelope_id, ...more } });

const rent = { name: 'rent', role_name: 'Tenant', type: 'textbox', document_id: 0, page: 1, x: 72, y: 300 };
const town = { ...rent, name: 'town', y: 400, default: 'Dover' };

const sent = () => {
  const tenant = recipient('Tenant', 2, { last_name: 'Tenantson', message: 'Dear Tenantson', phone: '+12025550123' });
  const owner = recipient('Owner', 1, { auth_methods: ['kba'], dob: '1980-02-01' });
  return sendEnvelope(api, ada, [owner, tenant], {
    name: 'Lease of Tenantson',
    no_contact: true,
    data: { secret: 'Tenantson' },
    initial_reminder: 86_400_000,
    fields: [signatureField('Owner'), signatureField('Tenant'), rent, town],
  });
};

test('a template of an envelope has its documents, roles and fields, and nothing of its people and values', async () => {
  const envelope = await sent();
  const path = { envelope_id: envelope.id, role_name: 'Tenant', field_name: 'rent' };
  ok(await api.as(ada).updateRecipientField({ path, body: { value: '900', prepared: true } }));
  const template = ok(await make(envelope.id));
  expect(template).toMatchObject({
    name: 'Lease',
    visibility: 'private',
    is_sendable: true,
    initial_reminder: 86_400_000,
    counter: 0,
    data: null,
  });
  expect(template.roles).toMatchObject([
    { name: 'Owner', sequence: 1, full_name: null, email: null, phone: null, message: null },
    { name: 'Tenant', sequence: 2, full_name: null, email: null, phone: null, message: null },
  ]);
  // A default that the sender gave is the template's, a value that was filled in isn't.
  expect(template.fields.find(({ name }) => name === 'town')).toMatchObject({ default: 'Dover', x: 72, y: 400 });
  expect(template.fields.find(({ name }) => name === 'rent')).toMatchObject({ default: null });
  expect(JSON.stringify(template)).not.toMatch(/Tenantson|1980|example\.com|900/);
  const recipients = template.roles.map(({ name }) => ({ ...recipient(name, 1), role_name: name }));
  const body = { template_id: template.id, name: 'Next', recipients, no_contact: true };
  const next = ok(await api.as(ada).createEnvelope({ body }));
  await sign(api, next, 'Owner');
});

test('it is as visible as was asked for, and counts on a permission for that', async () => {
  const envelope = await sent();
  expect(ok(await make(envelope.id, ada, { visibility: 'shared' }))).toMatchObject({ visibility: 'shared' });
});

test('others than the sender make none: a stranger finds nothing, a colleague is refused', async () => {
  const envelope = await sent();
  const stranger = await api.signUp();
  const [hidden, unknown] = [await make(envelope.id, stranger), await make(newId(), stranger)];
  expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
  expect((await make(envelope.id, await memberOf(api, ada, 'member'))).status).not.toBe(200);
});

test('documents, roles and fields of its own stand in the place of the envelope’s, not beside them', async () => {
  const envelope = await sent();
  const { status, body } = await make(envelope.id, ada, { roles: [{ name: 'Witness' }] });
  expect([status, body]).toMatchObject([406, { error: expect.stringContaining('roles') }]);
});
