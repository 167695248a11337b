import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { getItem, type Item, putRecord } from '../../lib/storage/engine/client.ts';
import { templateRoleKey } from '../../lib/storage/engine/keys.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { lines } from '../pipeline/documents.ts';
import { ok, openSession, recipient, submit } from '../stories/envelope.ts';
import { base64, lease, pdf } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

/** The client puts names into paths as they are: with these it would address something else, or nothing. */
const REFUSED: [string, RegExp][] = [
  ['A/B', /\/ \? # % are not allowed/],
  ['What?', /not allowed/],
  ['C#1', /not allowed/],
  ['100 %', /not allowed/],
  ['%2F', /not allowed/],
  ['.', /dot/],
  ['..', /dot/],
  [' Buyer', /begin or end with a blank/],
  ['Buyer ', /begin or end with a blank/],
  ['Buyer\u00a0', /begin or end with a blank/],
  ['Bu\nyer', /control character U\+000A/],
  ['Bu\u0000yer', /U\+0000 is not allowed/],
  ['\u200b', /invisible character U\+200B/],
  ['\u3164', /invisible character U\+3164/],
  ['\u0301', /can be seen/],
];

const expectRefused = ({ status, body }: Answered, parameter: string, message: RegExp) => {
  expect([status, body.error]).toEqual([406, expect.stringMatching(message)]);
  expect(body.error).toContain(parameter);
};

describe.each(REFUSED)('a role can’t be called %j', (name, message) => {
  test('in a template, at its creation, by addition or by renaming', async () => {
    const roles = [{ name, type: 'signer' }];
    expectRefused(await api.as(owner).createTemplate({ body: { name: 'T', roles } }), 'roles.0.name', message);
    const { id: template_id } = ok(await api.as(owner).createTemplate({ body: lease() }));
    expectRefused(await api.as(owner).createRole({ path: { template_id }, body: { name } }), 'name', message);
    const path = { template_id, role_name: 'Tenant' };
    expectRefused(await api.as(owner).updateRole({ path, body: { name } }), 'name', message);
    const { roles: after } = ok(await api.as(owner).getTemplate({ path: { template_id } }));
    expect(after.map((role: { name: string }) => role.name)).toEqual(['Tenant', 'Landlord & owner']);
  });

  test.each(['role_name', 'name'])('in an envelope, as the %s of a recipient', async (parameter) => {
    const { role_name: _, ...person } = recipient('Buyer', 1);
    const documents = [{ name: 'a.pdf', data: base64(pdf()) }];
    const good = recipient('Good', 1);
    const body = { name: 'E', documents, recipients: [good, { ...person, [parameter]: name }] };
    expectRefused(await api.as(owner).createEnvelope({ body }), `recipients.1.${parameter}`, message);
  });
});

test('a tag in a document can’t create such a role', async () => {
  const path = { organization_id: owner.organization_id };
  ok(await api.as(owner).updateOrganizationPipelineSettings({ path, body: { process_tags: true } }));
  const documents = [{ name: 'tags.pdf', data: base64(lines('{{signature:A/B}}')) }];
  const { status, body } = await api.as(owner).createTemplate({ body: { name: 'T', documents } });
  expect([status, body.error]).toEqual([406, expect.stringContaining('A/B')]);
  ok(await api.as(owner).updateOrganizationPipelineSettings({ path, body: { process_tags: false } }));
});

test('an older stored one still works in its template and in envelopes, but can’t be created again', async () => {
  const { id: template_id } = ok(await api.as(owner).createTemplate({ body: lease({ fields: [] }) }));
  const stored = await getItem<Item>(templateRoleKey(template_id, 'Tenant'));
  await putRecord({ ...(stored as Item), ...templateRoleKey(template_id, 'A / B'), name: 'A / B' });
  const path = { template_id, role_name: 'A / B' };
  const echoed = { name: 'A / B', first_name: 'Ada', last_name: 'Old', email: 'ada-old-role@example.com' };
  expect(ok(await api.as(owner).updateRole({ path, body: echoed })).first_name).toBe('Ada');
  const field = { name: 'text', role_name: 'A / B', type: 'textbox', page: 1, x: 9, y: 9, default: 'x' };
  expect(ok(await api.as(owner).createField({ path: { template_id }, body: field })).role_name).toBe('A / B');
  const roles = ['A / B', 'Tenant', 'Landlord & owner'].map((name) => recipient(name, 1));
  const envelope = ok(await api.as(owner).createEnvelope({ body: { template_id, recipients: roles } }));
  const session = await openSession(api, envelope, 'A / B');
  await agree(api, session);
  expect(ok(await submit(api, session)).status).toBe('submitted');
  const copy = await api
    .as(owner)
    .duplicateTemplate({ path: { template_id }, body: { action: 'duplicate', name: 'B' } });
  expectRefused(copy, 'A / B', /not allowed/);
});
