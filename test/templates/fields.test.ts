import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { lease, signature } from './material.ts';

let api: Api;
let owner: Person;
let template: { id: string; documents: { id: string }[] };
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  template = (await api.as(owner).createTemplate({ body: lease() })).body;
});
afterAll(() => api.stop());

let made = 0;
const add = (details: Record<string, unknown>) => {
  made += 1;
  const body = { name: `field ${made}`, role_name: 'Tenant', type: 'textbox', page: 1, x: 10, y: 10, ...details };
  return api.as(owner).createField({ path: { template_id: template.id }, body });
};
const change = (field_name: string, body: unknown) =>
  api.as(owner).updateField({ path: { template_id: template.id, field_name }, body });

describe('fields', () => {
  test('are added with defaults for everything that is left out', async () => {
    const { status, body } = await add({ name: 'rent / month', settings: null, options: null, validator: '' });
    expect(status).toBe(200);
    expect(body).toEqual({
      template_id: template.id,
      name: 'rent / month',
      role_name: 'Tenant',
      document_id: template.documents[0]?.id,
      type: 'textbox',
      required: false,
      readonly: false,
      settings: {},
      page: 1,
      x: 10,
      y: 10,
      width: 150,
      height: 15,
      validator: null,
      label: null,
      placeholder: null,
      group: null,
      multiline: false,
      options: [],
      default: null,
    });
  });

  test('are moved, renamed and cleared, and what is left out stays', async () => {
    const { body: field } = await add({ label: 'Rent', default: '100', settings: { leading: 1 } });
    const moved = await change(field.name, { x: 20.5, y: 30, page: 2, label: null, settings: null, width: null });
    expect(moved.body).toEqual({ ...field, x: 20.5, y: 30, page: 2, label: null });
    const renamed = await change(field.name, { ...moved.body, name: 'a/b c' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'a/b c']);
    expect((await change(field.name, { x: 1 })).status).toBe(404);
    expect((await change('a/b c', { x: 1 })).body.x).toBe(1);
    const deleted = await api.as(owner).deleteField({ path: { template_id: template.id, field_name: 'a/b c' } });
    expect([deleted.status, deleted.body]).toEqual([200, 'OK']);
    expect((await change('a/b c', { x: 1 })).status).toBe(404);
  });

  test('keep the properties that their type needs', async () => {
    const options = [
      { id: 'a', label: 'First' },
      { id: 'b', label: 'Second' },
    ];
    const stored = async (details: object) => (await add({ ...details })).body.default;
    expect(await stored({ type: 'dropdown', options, default: 'b' })).toBe('b');
    expect(await stored({ type: 'checkbox', default: true })).toBe('true');
    expect(await stored({ type: 'radio', group: 'g', value: 'false' })).toBe('false');
    expect(await stored({ type: 'date', default: '2026-02-01' })).toBe('02/01/2026');
    expect(await stored({ type: 'date', default: '12/31/2026' })).toBe('12/31/2026');
    expect(await stored({ type: 'signature', default: 'signed' })).toBeNull();
    expect((await add({ type: 'textarea' })).body.multiline).toBe(true);
    expect((await add({ page: 0, x: 0, y: 0 })).status).toBe(200);
  });

  test("drop the blank option with which a client's builder ends the list", async () => {
    const blank = { id: '', label: '' };
    const { body: field } = await add({ type: 'dropdown', options: [blank] });
    expect(field.options).toEqual([]);
    const options = [{ id: 'a', label: 'First' }];
    const changed = await change(field.name, { label: 'Choice', required: true, options: [...options, blank] });
    expect(changed.body).toMatchObject({ label: 'Choice', required: true, options });
    expect((await change(field.name, { options: [{ id: '', label: 'Nameless' }] })).status).toBe(406);
  });

  test.each([
    ['a page that is not there', { page: 3 }, /the document has 2 pages/],
    ['a box over the right edge', { x: 500 }, /612 x 792/],
    ['a box under the page', { y: -10 }, /612 x 792/],
    ['an unknown role', { role_name: 'Nobody' }, /role_name/],
    ['an unknown document', { document_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' }, /document_id/],
    ['an unknown validator', { validator: 'isbn' }, /email, phone, url, postal_code, number, date, iban/],
    ['a default that is no option', { type: 'dropdown', options: [{ id: 'a', label: 'A' }], default: 'b' }, /option/],
    ['an option given twice', { type: 'dropdown', options: Array(2).fill({ id: 'a', label: 'A' }) }, /twice/],
    ['a default that is no date', { type: 'date', default: 'tomorrow' }, /date/],
    ['a box that is neither ticked nor not', { type: 'checkbox', default: 'maybe' }, /true or false/],
    ['required, readonly and empty', { required: true, readonly: true }, /required, readonly and empty at once/],
    ['no width', { width: 0 }, /width/],
    ['an unknown type', { type: 'stamp' }, /type/],
    ['a payment, by the name of its field', { type: 'payment', name: 'fee' }, /payment isn't supported.*fee/],
    ['an unknown format of dates', { type: 'date', settings: { date_format: 'D.M.Y' } }, /date_format.*yyyy-MM-dd/],
    ['settings that are no object', { settings: 'x' }, /settings/],
    ['a name of two dots', { name: '..' }, /name/],
  ])('refuse %s', async (_, details, message) => {
    const { status, body } = await add(details);
    expect([status, body.error]).toEqual([406, expect.stringMatching(message)]);
  });

  test('refuse an invalid change, and stay as they are', async () => {
    const { body: field } = await add({ required: true });
    expect((await change(field.name, { readonly: true })).status).toBe(406);
    expect((await change(field.name, { page: 9 })).status).toBe(406);
    const { error } = (await change(field.name, { type: 'payment' })).body;
    expect(error).toMatch(/^type: payment isn't supported/);
    expect((await change(field.name, { readonly: true, default: 'prefilled' })).body).toMatchObject({
      readonly: true,
      default: 'prefilled',
    });
  });

  test("can't take a name that another has", async () => {
    const { status, headers } = await add({ name: 'tenant-signature' });
    expect([status, headers.get('x-error-code')]).toEqual([400, 'field_name_taken']);
    const { body: field } = await add({});
    expect((await change(field.name, { name: 'tenant-signature' })).status).toBe(400);
  });

  test('make a template sendable, or not sendable', async () => {
    const { body: other } = await api.as(owner).createTemplate({ body: lease({ fields: [] }) });
    const path = { template_id: other.id };
    const sendable = async () => (await api.as(owner).getTemplate({ path })).body.is_sendable;
    await api.as(owner).createField({ path, body: signature('one', 'Tenant') });
    expect(await sendable()).toBe(false);
    await api.as(owner).createField({ path, body: signature('two', 'Landlord & owner') });
    expect(await sendable()).toBe(true);
    await api.as(owner).deleteField({ path: { ...path, field_name: 'one' } });
    expect(await sendable()).toBe(false);
    await api.as(owner).updateRole({ path: { ...path, role_name: 'Tenant' }, body: { type: 'cc' } });
    expect(await sendable()).toBe(true);
  });
});
