import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { ok } from '../stories/envelope.ts';
import { lease, signature } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const create = async (more: Record<string, unknown> = {}) =>
  (await api.as(owner).createTemplate({ body: lease(more) })).body;
const read = async (template_id: string) => (await api.as(owner).getTemplate({ path: { template_id } })).body;

describe('roles', () => {
  test('are added with defaults for everything that is left out', async () => {
    const { id: template_id } = await create();
    const body = { template_id, name: 'Witness', first_name: 'Grace', last_name: 'Hopper', email: '', phone: null };
    const { status, body: role } = await api.as(owner).createRole({ path: { template_id }, body });
    expect(status).toBe(200);
    expect(role).toEqual({
      template_id,
      name: 'Witness',
      type: 'signer',
      full_name: 'Grace Hopper',
      first_name: 'Grace',
      last_name: 'Hopper',
      email: null,
      phone: null,
      message: null,
      sequence: 1,
      order: 2,
      delegator: false,
      name_locked: false,
      only_if: null,
      named_by: null,
      may_name_self: false,
      shared: false,
      may_send_back: false,
      signature_meaning: null,
      step_needs: null,
    });
    expect((await read(template_id)).is_sendable).toBe(false);
  });

  test('are changed, and what is left out stays', async () => {
    const { id: template_id } = await create();
    const path = { template_id, role_name: 'Landlord & owner' };
    const { status, body } = await api
      .as(owner)
      .updateRole({ path, body: { email: 'alan@example.com', delegator: true, full_name: 'Alan Turing' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Landlord & owner', sequence: 2, first_name: 'Alan', last_name: 'Turing' });
    const meant = ok(await api.as(owner).updateRole({ path, body: { signature_meaning: 'review' } }));
    expect(meant.signature_meaning).toBe('review');
    const { body: cleared } = await api.as(owner).updateRole({ path, body: { type: 'cc', email: null } });
    expect(cleared).toMatchObject({
      type: 'cc',
      email: null,
      signature_meaning: null,
      delegator: true,
      full_name: 'Alan Turing',
    });
  });

  test.each([3, 200])('keep their %i fields under a new name', async (count) => {
    const fields = Array.from({ length: count }, (_, index) => signature(`f${index}`, 'Tenant'));
    const { id: template_id } = await create({ fields: [...fields, signature('other', 'Landlord & owner')] });
    const { status, body } = await api
      .as(owner)
      .updateRole({ path: { template_id, role_name: 'Tenant' }, body: { name: 'Lessee', sequence: 3 } });
    expect([status, body.name, body.sequence]).toEqual([200, 'Lessee', 3]);
    const template = await read(template_id);
    expect(template.roles.map(({ name }: { name: string }) => name)).toEqual(['Landlord & owner', 'Lessee']);
    const theirs = template.fields.filter(({ role_name }: { role_name: string }) => role_name === 'Lessee');
    expect([theirs.length, template.fields.length]).toEqual([count, count + 1]);
    expect(template.is_sendable).toBe(true);
  });

  test("can't take a name that another has", async () => {
    const { id: template_id } = await create();
    const taken = await api
      .as(owner)
      .updateRole({ path: { template_id, role_name: 'Tenant' }, body: { name: 'Landlord & owner' } });
    expect([taken.status, taken.headers.get('x-error-code')]).toEqual([400, 'role_name_taken']);
    const again = await api.as(owner).createRole({ path: { template_id }, body: { name: 'Tenant' } });
    expect(again.status).toBe(400);
  });

  test.each([3, 200])('take their %i fields with them when they are deleted', async (count) => {
    const fields = Array.from({ length: count }, (_, index) => signature(`f${index}`, 'Tenant'));
    const { id: template_id } = await create({ fields: [...fields, signature('other', 'Landlord & owner')] });
    const path = { template_id, role_name: 'Tenant' };
    const { status, body } = await api.as(owner).deleteRole({ path });
    expect([status, body]).toEqual([200, 'OK']);
    const template = await read(template_id);
    expect(template.fields.map(({ name }: { name: string }) => name)).toEqual(['other']);
    expect(template.roles).toHaveLength(1);
    expect((await api.as(owner).deleteRole({ path })).status).toBe(404);
  });

  test.each([
    ['..', /name/],
    ['', /name/],
    ['a\nb', /control character U\+000A/],
    ['x'.repeat(101), /name/],
  ])('refuse the name %j', async (name, message) => {
    const { id: template_id } = await create();
    const { status, body } = await api.as(owner).createRole({ path: { template_id }, body: { name } });
    expect([status, body.error]).toEqual([406, expect.stringMatching(message)]);
  });

  test('are at most fifty', async () => {
    const roles = Array.from({ length: 50 }, (_, index) => ({ name: `role ${index}` }));
    const { id: template_id } = await create({ roles, fields: [] });
    const { status, body } = await api.as(owner).createRole({ path: { template_id }, body: { name: 'one more' } });
    expect([status, body.error]).toEqual([400, expect.stringContaining('50 roles')]);
  });
});
