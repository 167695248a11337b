import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { base64, file, lease, pdf, signature } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const create = (body: unknown) => api.as(owner).createTemplate({ body });
const listed = async (): Promise<number> => {
  await api.settle();
  return (await api.as(owner).getTemplates()).body.count;
};

describe('createTemplate', () => {
  test('creates documents, roles and fields in one call', async () => {
    const { status, body } = await create(lease());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Lease',
      profile_id: owner.profile_id,
      organization_id: owner.organization_id,
      visibility: 'private',
      is_personal: true,
      is_public: false,
      is_sendable: true,
      sender: 'envelope_creator',
      counter: 0,
      star_counter: 0,
      last_used_at: null,
    });
    expect(body.documents).toMatchObject([
      { name: 'lease.pdf', pages: 2, mime: 'application/pdf', order: 0, template_id: body.id },
    ]);
    expect(body.documents[0].page_sizes).toEqual({ 1: { width: 612, height: 792 }, 2: { width: 612, height: 792 } });
    expect(body.roles.map((role: { name: string }) => role.name)).toEqual(['Tenant', 'Landlord & owner']);
    const [field] = body.fields;
    expect(field).toMatchObject({
      document_id: body.documents[0].id,
      width: 71,
      height: 36,
      settings: {},
      options: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/"(pk|sk|sha256|gsi1pk)"/);
    const read = await api.as(owner).getTemplate({ path: { template_id: body.id } });
    expect(read.body).toEqual(body);
  });

  test('takes documents from a form, with roles and fields as JSON texts', async () => {
    const form = new FormData();
    form.append('name', 'From a form');
    form.append('is_personal', 'false');
    form.append('roles', JSON.stringify([{ name: 'Signer' }]));
    form.append('fields', JSON.stringify([{ ...signature('s', 'Signer'), document_id: 1 }]));
    form.append('documents', file(pdf(), 'one.pdf'));
    form.append('documents', file(pdf(3), 'two.pdf'));
    const { status, body } = await api.as(owner).createTemplate({ form });
    expect(status).toBe(200);
    expect(body.visibility).toBe('shared');
    expect(body.documents).toMatchObject([
      { name: 'one.pdf', pages: 1, order: 0 },
      { name: 'two.pdf', pages: 3, order: 1 },
    ]);
    expect(body.fields[0].document_id).toBe(body.documents[1].id);
  });

  test('fetches documents from a URI and takes data: URLs', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf(2)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/offer%201.pdf`;
    const data = `data:application/pdf;base64,${base64(pdf())}`;
    const { status, body } = await create({ name: 'Two sources', documents: [{ uri }, { data, name: 'Annex' }] });
    server.close();
    expect(status).toBe(200);
    expect(body.documents).toMatchObject([
      { name: 'offer 1.pdf', pages: 2 },
      { name: 'Annex', pages: 1 },
    ]);
  });

  test('creates an empty template, which is not sendable', async () => {
    const { status, body } = await create({ name: 'Empty', documents: null, roles: [], fields: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_sendable: false, documents: [], roles: [], fields: [] });
  });

  test('accepts hundreds of fields, more than a transaction takes', async () => {
    const fields = Array.from({ length: 300 }, (_, index) => ({
      ...signature(`field ${index}`, 'Tenant'),
      page: 1 + (index % 2),
    }));
    const { status, body } = await create(lease({ name: 'Large', fields }));
    expect(status).toBe(200);
    const read = await api.as(owner).getTemplate({ path: { template_id: body.id } });
    expect(read.body.fields).toHaveLength(300);
    expect(read.body.is_sendable).toBe(false);
    const deleted = await api.as(owner).deleteTemplate({ path: { template_id: body.id } });
    expect(deleted.status).toBe(200);
    expect((await api.as(owner).getTemplate({ path: { template_id: body.id } })).status).toBe(404);
  });

  const broken = Buffer.from(pdf()).subarray(0, 60);
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  test.each([
    ['an empty file', { data: 'data:application/pdf;base64,' }, 'empty'],
    ['a text', { data: base64(Buffer.from('hello')) }, 'not a PDF'],
    ['a broken PDF', { data: base64(broken) }, 'documents.0'],
    ['a broken picture', { data: base64(png) }, 'documents.0'],
    ['no base64', { data: 'not base64!' }, 'base64'],
    ['neither data nor uri', { name: 'x.pdf' }, 'data and uri'],
    ['a private address', { uri: 'https://169.254.169.254/latest' }, 'documents.0'],
    ['a local file', { uri: 'file:///etc/passwd' }, 'documents.0'],
  ])('refuses %s with 406 and leaves nothing', async (_, document, reason) => {
    const before = await listed();
    const { status, body } = await create({ name: 'Hostile', documents: [document] });
    expect(status).toBe(406);
    expect(body).toEqual({ status: 'ERROR', error: expect.stringContaining(reason) });
    expect(await listed()).toBe(before);
  });

  test.each([
    ['eleven documents', { documents: Array(11).fill({ data: base64(pdf()) }) }, /at most 10 documents/],
    ['a role given twice', { roles: [{ name: 'A' }, { name: 'A' }] }, /roles\.1\.name/],
    ['a field given twice', lease({ fields: [signature('a', 'Tenant'), signature('a', 'Tenant')] }), /fields\.1\.name/],
    ["a field of a role that isn't there", lease({ fields: [signature('a', 'Nobody')] }), /fields\.0\.role_name/],
    ['a field beyond the pages', lease({ fields: [{ ...signature('a', 'Tenant'), page: 3 }] }), /2 pages/],
    ['a field beyond the edge', lease({ fields: [{ ...signature('a', 'Tenant'), x: 600 }] }), /612 x 792/],
    ['a field of no document', lease({ fields: [{ ...signature('a', 'Tenant'), document_id: 1 }] }), /fields\.0\.doc/],
    ['an unknown type', lease({ fields: [{ ...signature('a', 'Tenant'), type: 'stamp' }] }), /fields\.0\.type/],
    [
      'a payment',
      lease({ fields: [{ ...signature('a', 'Tenant'), type: 'payment' }] }),
      /fields\.0\.type: payment isn't/,
    ],
    ['no name', { name: ' ' }, /name/],
    ['roles that are a text', { roles: '[object Object]' }, /roles/],
  ])('refuses %s', async (_, body, message) => {
    const before = await listed();
    const answer = await create({ name: 'Refused', ...body });
    expect([answer.status, answer.body.error]).toEqual([406, expect.stringMatching(message)]);
    expect(await listed()).toBe(before);
  });

  test('requires the permission of its visibility', async () => {
    const basic = await colleagueOf(owner, 'basic_user');
    const refused = await api.as(basic).createTemplate({ body: { name: 'Not allowed' } });
    expect([refused.status, refused.body.error]).toEqual([
      401,
      expect.stringContaining('template:creator:create:personal'),
    ]);
  });

  test('ignores keys that only the server sets', async () => {
    const { body } = await create({ ...lease(), id: 'mine', profile_id: 'me', counter: 99, is_sendable: false });
    expect(body).toMatchObject({ profile_id: owner.profile_id, counter: 0, is_sendable: true });
    expect(body.id).not.toBe('mine');
  });
});
