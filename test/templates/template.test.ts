import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { lease, signature } from './material.ts';

let api: Api;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  stranger = await api.signUp();
});
afterAll(() => api.stop());

const create = async (more: Record<string, unknown> = {}) =>
  (await api.as(owner).createTemplate({ body: lease(more) })).body;
const at = (template: { id: string }) => ({ template_id: template.id });

describe('a template is seen', () => {
  test("another organization's gets the same answers as one that doesn't exist, for every operation", async () => {
    const template = await create({ visibility: 'shared' });
    const document_id = template.documents[0].id;
    const field_name = template.fields[0].name;
    const as = api.as(stranger);
    const attempts = (template_id: string, document: string) => [
      as.getTemplate({ path: { template_id } }),
      as.updateTemplate({ path: { template_id }, body: { name: 'Mine' } }),
      as.deleteTemplate({ path: { template_id } }),
      as.duplicateTemplate({ path: { template_id }, body: { action: 'duplicate', name: 'x' } }),
      as.toggleTemplateStar({ path: { template_id } }),
      as.createRole({ path: { template_id }, body: { name: 'R' } }),
      as.updateRole({ path: { template_id, role_name: 'Tenant' }, body: { name: 'R' } }),
      as.deleteRole({ path: { template_id, role_name: 'Tenant' } }),
      as.createField({ path: { template_id }, body: signature('f', 'Tenant') }),
      as.updateField({ path: { template_id, field_name }, body: { x: 1 } }),
      as.deleteField({ path: { template_id, field_name } }),
      as.createTemplateDocument({ body: { template_id, data: 'AAAA' } }),
      as.getTemplateDocumentFile({ path: { template_id, document_id: document }, query: { file: true } }),
      as.getTemplateDocument({ path: { document_id: document }, query: { type: 'download' } }),
      as.deleteTemplateDocument({ path: { document_id: document } }),
      as.getTemplateDocumentPage({ path: { document_id: document, variant: 'original', page: '1' } }),
    ];
    const foreign = await Promise.all(attempts(template.id, document_id));
    const unknown = await Promise.all(attempts(newId(), newId()));
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    expect(foreign.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
    expect((await api.as(owner).getTemplate({ path: at(template) })).body).toEqual(template);
  });

  test("a colleague's private one is unknown, a shared one is not", async () => {
    const colleague = await colleagueOf(owner, 'admin');
    const template = await create();
    expect((await api.as(colleague).getTemplate({ path: at(template) })).status).toBe(404);
    await api.as(owner).updateTemplate({ path: at(template), body: { visibility: 'shared' } });
    expect((await api.as(colleague).getTemplate({ path: at(template) })).status).toBe(200);
  });

  test('a contact sees no templates that members share', async () => {
    const contact = await colleagueOf(owner, 'contact');
    const template = await create({ visibility: 'shared' });
    expect((await api.as(contact).getTemplate({ path: at(template) })).status).toBe(401);
    expect((await api.as(contact).getTemplates()).status).toBe(401);
  });

  test('everyone sees a public one, without the persons and data that are its owner’s', async () => {
    const template = await create({
      visibility: 'public',
      data: { internal: true },
      roles: [
        { name: 'Tenant', full_name: 'Ada King Lovelace', email: 'ada@example.com' },
        { name: 'Landlord & owner', type: 'signer' },
      ],
    });
    expect(template.roles[0]).toMatchObject({ first_name: 'Ada King', last_name: 'Lovelace' });
    const { status, body } = await api.as(stranger).getTemplate({ path: at(template) });
    expect(status).toBe(200);
    expect(body.data).toBeNull();
    expect(JSON.stringify(body)).not.toContain('ada@example.com');
    expect((await api.as(stranger).updateTemplate({ path: at(template), body: { name: 'x' } })).status).toBe(404);
    const copy = await api.as(stranger).duplicateTemplate({ path: at(template), body: { action: 'duplicate' } });
    expect(copy.body).toMatchObject({ visibility: 'private', organization_id: stranger.organization_id });
    expect(JSON.stringify(copy.body)).not.toContain('ada@example.com');
  });
});

describe('updateTemplate', () => {
  test('changes what is stated, keeps the rest, and takes whole records back', async () => {
    const template = await create({ description: 'For flats' });
    const echoed = { ...template, name: 'Renamed', is_personal: false, id: 'x', roles: [], fields: null };
    const { status, body } = await api.as(owner).updateTemplate({ path: at(template), body: echoed });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: template.id,
      name: 'Renamed',
      description: 'For flats',
      visibility: 'shared',
      is_personal: false,
    });
    expect(body.roles).toEqual(template.roles);
    expect(body.fields).toEqual(template.fields);
  });

  test('keeps visibility and its two flags in agreement', async () => {
    const template = await create();
    const change = async (body: object) => {
      const { visibility, is_personal, is_public } = (await api.as(owner).updateTemplate({ path: at(template), body }))
        .body;
      return [visibility, is_personal, is_public];
    };
    expect(await change({ is_public: true })).toEqual(['public', false, true]);
    expect(await change({ is_public: false })).toEqual(['shared', false, false]);
    expect(await change({ is_personal: true, is_public: false })).toEqual(['private', true, false]);
    expect(await change({ visibility: 'public', is_personal: true, is_public: false })).toEqual([
      'public',
      false,
      true,
    ]);
    expect(await change({ description: null })).toEqual(['public', false, true]);
  });

  test('lets a member change what is shared, but not who sees it', async () => {
    const member = await colleagueOf(owner, 'member');
    const template = await create({ visibility: 'shared' });
    const renamed = await api.as(member).updateTemplate({ path: at(template), body: { name: 'By a member' } });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'By a member']);
    const hidden = await api.as(member).updateTemplate({ path: at(template), body: { visibility: 'public' } });
    expect([hidden.status, hidden.body.error]).toEqual([401, expect.stringContaining('template:member:visibility')]);
    const basic = await colleagueOf(owner, 'basic_user');
    expect((await api.as(basic).updateTemplate({ path: at(template), body: { name: 'x' } })).status).toBe(401);
  });

  test('loses no change where a dozen come at once', async () => {
    const template = await create();
    const names = Array.from({ length: 12 }, (_, index) => `role ${index}`);
    const made = await Promise.all(
      names.map((name) => api.as(owner).createRole({ path: at(template), body: { name, type: 'cc' } })),
    );
    expect(made.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { body } = await api.as(owner).getTemplate({ path: at(template) });
    expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
  });
});

describe('duplicateTemplate', () => {
  test('copies documents, roles and fields into an independent template', async () => {
    const template = await create({ visibility: 'shared' });
    await api.as(owner).toggleTemplateStar({ path: at(template) });
    const { status, body } = await api
      .as(owner)
      .duplicateTemplate({ path: at(template), body: { action: 'duplicate', name: 'Copy' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Copy', visibility: 'shared', is_sendable: true, counter: 0, star_counter: 0 });
    expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(['Tenant', 'Landlord & owner']);
    expect(body.fields.every((field: { document_id: string }) => field.document_id === body.documents[0].id)).toBe(
      true,
    );
    expect(body.documents[0].id).not.toBe(template.documents[0].id);
    await api.as(owner).deleteTemplate({ path: at(template) });
    const file = await api
      .as(owner)
      .getTemplateDocument({ path: { document_id: body.documents[0].id }, query: { type: 'file' } });
    expect(file.status).toBe(200);
    expect(file.bytes.length).toBe(body.documents[0].size);
  });

  test('copies more fields than one transaction takes', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({
      name: `field ${at}`,
      role_name: 'Tenant',
      type: 'textbox',
      page: 1,
      x: 10,
      y: 10,
    }));
    const template = await create({ fields: many });
    const { status, body } = await api
      .as(owner)
      .duplicateTemplate({ path: at(template), body: { action: 'duplicate', name: 'Large copy' } });
    expect([status, body.fields.length]).toEqual([200, many.length]);
  });

  test('refuses another action', async () => {
    const template = await create();
    const { status } = await api.as(owner).duplicateTemplate({ path: at(template), body: { action: 'explode' } });
    expect(status).toBe(406);
  });
});

describe('toggleTemplateStar', () => {
  test("counts each person's star once", async () => {
    const template = await create({ visibility: 'shared' });
    const colleague = await colleagueOf(owner, 'member');
    const toggle = async (who: { token: string }) => {
      const { star_counter, is_starred } = (await api.as(who).toggleTemplateStar({ path: at(template) })).body;
      return [star_counter, is_starred];
    };
    expect(await toggle(owner)).toEqual([1, true]);
    expect(await toggle(colleague)).toEqual([2, true]);
    expect(await toggle(owner)).toEqual([1, false]);
    const { body } = await api.as(colleague).getTemplate({ path: at(template) });
    expect(body).toMatchObject({ star_counter: 1, is_starred: true, updated_at: template.updated_at });
  });
});

describe('deleteTemplate', () => {
  test('deletes the record, the documents and the list entries', async () => {
    const template = await create();
    await api.settle();
    const before = (await api.as(owner).getTemplates()).body.count;
    const { status, body } = await api.as(owner).deleteTemplate({ path: at(template) });
    expect([status, body]).toEqual([200, 'OK']);
    await api.settle();
    expect((await api.as(owner).getTemplates()).body.count).toBe(before - 1);
    expect((await api.as(owner).getTemplate({ path: at(template) })).status).toBe(404);
    const path = { document_id: template.documents[0].id };
    expect((await api.as(owner).getTemplateDocument({ path })).status).toBe(404);
    expect((await api.as(owner).deleteTemplate({ path: at(template) })).status).toBe(404);
  });

  test('a member may delete what others share, a basic user may not', async () => {
    const template = await create({ visibility: 'shared' });
    const basic = await colleagueOf(owner, 'basic_user');
    expect((await api.as(basic).deleteTemplate({ path: at(template) })).status).toBe(401);
    const member = await colleagueOf(owner, 'member');
    expect((await api.as(member).deleteTemplate({ path: at(template) })).status).toBe(200);
  });
});
