import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { addDocument, readyDraft, signatureField, tenant } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const at = (draft_id: string) => ({ draft_id });
const read = async (draft_id: string) => (await api.as(owner).getDraft({ path: at(draft_id) })).body;
const patch = (draft_id: string, body: unknown, version?: number) =>
  api.as(owner).updateDraft({
    path: at(draft_id),
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
  });

describe('a draft', () => {
  test('may be as incomplete as it likes, and says all that it lacks', async () => {
    const { status, body } = await api.as(owner).createDraft({ body: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: '', roles: [], fields: [], documents: [], visibility: 'private' });
    await patch(body.id, { roles: [{ name: 'Recipient 1' }] });
    const { body: checked } = await api.as(owner).getDraftProblems({ path: at(body.id) });
    expect(checked.is_ready).toBe(false);
    expect(checked.problems.map(({ code }: { code: string }) => code)).toEqual([
      'name_missing',
      'document_missing',
      'recipient_name_missing',
      'recipient_address_missing',
      'field_missing',
    ]);
    const refused = await api.as(owner).sendDraft({ path: at(body.id), body: {} });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("This draft can't be sent yet: The envelope has no name.");
  });

  test('says to whoever works on it whether and by whom it was changed, at the cost of one small read', async () => {
    const ada = await api.signUp();
    const id = await readyDraft(api, ada, { visibility: 'shared' });
    const grace = await memberOf(api, ada, 'member');
    const { version, changed_by } = ok(await api.as(ada).getDraft({ path: at(id) }));
    expect(changed_by).toEqual({ profile_id: ada.profile_id, full_name: expect.stringMatching(/^Ada /) });
    const asked = (tag: string, by: { token: string } = ada) =>
      api.as(by).getDraft({ path: at(id), headers: { 'if-none-match': tag } });
    const answer = await asked(`"${version}"`);
    expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, `"${version}"`]);
    expect(callsOf('getDraft').map(({ command }) => command)).toEqual(['Get']);
    for (const other of [`"${version - 1}"`, '*', 'x']) expect((await asked(other)).status).toBe(200);
    expect((await asked(`"${version}"`, await api.signUp())).status).toBe(404);

    ok(await api.as(grace).updateDraft({ path: at(id), body: { name: 'By Grace' } }));
    const changed = await asked(`"${version}"`);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"${version + 1}"`]);
    expect(changed.body.changed_by).toEqual({ profile_id: grace.profile_id, full_name: expect.stringMatching(/\w/) });
    expect((await asked(`"${version + 1}"`, grace)).status).toBe(304);
    ok(await api.as(ada).updateDraft({ path: at(id), body: { name: 'By its creator' } }));
    expect(ok(await api.as(ada).getDraft({ path: at(id) })).changed_by?.profile_id).toBe(ada.profile_id);
  });

  test('keeps what two tabs change in different places, and the latest change of the same place', async () => {
    const id = await readyDraft(api, owner);
    await Promise.all([
      patch(id, { name: 'Lease' }),
      patch(id, { fields: [{ name: 'tenant-signature', x: 100 }] }),
      patch(id, { roles: [tenant({ email: 'ada@example.org' })] }),
      patch(id, { fields: [signatureField({ name: 'initials', type: 'initial', y: 200 })] }),
    ]);
    await patch(id, { fields: [{ name: 'tenant-signature', x: 120 }] });
    const draft = await read(id);
    expect(draft.name).toBe('Lease');
    expect(draft.roles).toMatchObject([{ name: 'Tenant', first_name: 'Ada', email: 'ada@example.org' }]);
    expect(draft.fields).toMatchObject([
      { name: 'initials', x: 72, y: 200 },
      { name: 'tenant-signature', x: 120, y: 72 },
    ]);
  });

  test('refuses a change of a version that somebody has changed meanwhile, and changes nothing then', async () => {
    const id = await readyDraft(api, owner);
    const { version } = await read(id);
    const first = await patch(id, { name: 'First' }, version);
    expect(first.body.version).toBe(version + 1);
    const second = await patch(id, { name: 'Second' }, version);
    expect(second.status).toBe(400);
    expect(second.headers.get('x-error-code')).toBe('version_changed');
    expect((await read(id)).name).toBe('First');
    expect((await patch(id, { name: 'Third' }, version + 1)).status).toBe(200);
    const wrong = await api.as(owner).updateDraft({ path: at(id), body: {}, headers: { 'if-match': 'yesterday' } });
    expect(wrong.status).toBe(406);
    expect(wrong.body.error).toContain('If-Match');
  });

  test('changes nothing if one of many changes breaks a rule', async () => {
    const id = await readyDraft(api, owner);
    const before = await read(id);
    const refused = await patch(id, {
      name: 'Changed',
      fields: [{ name: 'tenant-signature', x: 90 }, signatureField({ name: 'far', x: 5000 })],
    });
    expect(refused.status).toBe(406);
    expect(refused.body.error).toContain('fields.1.x');
    expect(await read(id)).toEqual(before);
  });

  test('takes a role away with its fields', async () => {
    const id = await readyDraft(api, owner);
    await patch(id, {
      roles: [tenant({ name: 'Landlord' })],
      fields: [signatureField({ name: 'l', role_name: 'Landlord' })],
    });
    await patch(id, { roles: [{ name: 'Tenant', remove: true }] });
    const draft = await read(id);
    expect(draft.roles.map(({ name }: { name: string }) => name)).toEqual(['Landlord']);
    expect(draft.fields.map(({ name }: { name: string }) => name)).toEqual(['l']);
  });

  test('refuses more changes than one transaction holds, and says how many may come', async () => {
    const id = await readyDraft(api, owner);
    const fields = Array.from({ length: 80 }, (_, index) => signatureField({ name: `f${index}` }));
    expect((await patch(id, { fields })).status).toBe(200);
    const removing = await patch(id, { roles: [{ name: 'Tenant', remove: true }] });
    expect(removing.status).toBe(406);
    expect(removing.body.error).toContain('at most 80');
    expect((await read(id)).fields).toHaveLength(81);
  });

  test('renames and reorders documents', async () => {
    const id = await readyDraft(api, owner);
    const annex = await addDocument(api, owner, id, 1, 'annex.pdf');
    await patch(id, {
      documents: [
        { id: annex.id, order: 0, name: 'Annex' },
        { id: (await read(id)).documents[0].id, order: 1 },
      ],
    });
    expect((await read(id)).documents).toMatchObject([{ name: 'Annex' }, { name: 'lease.pdf' }]);
  });

  test('begins with the contents of a template, which counts as used when it is sent', async () => {
    const template = (await api.as(owner).createTemplate({ body: lease() })).body;
    const { body: draft } = await api.as(owner).createDraft({ body: { template_id: template.id } });
    expect(draft).toMatchObject({ name: 'Lease', template_id: template.id });
    expect(draft.roles).toHaveLength(2);
    expect(draft.fields).toHaveLength(2);
    await patch(draft.id, {
      roles: [
        tenant(),
        tenant({ name: 'Landlord & owner', first_name: 'Alan', email: 'alan@example.com', sequence: 2 }),
      ],
    });
    const { body: envelope } = await api.as(owner).sendDraft({ path: at(draft.id), body: {} });
    expect(envelope).toMatchObject({ template_id: template.id, name: 'Lease' });
    await api.settle();
    const { body: used } = await api.as(owner).getTemplate({ path: { template_id: template.id } });
    expect(used.counter).toBe(1);
  });

  test('of more parts than one transaction holds is begun, copied and discarded as a whole', async () => {
    const fields = Array.from({ length: 120 }, (_, index) => ({
      ...signatureField({ name: `field-${index}` }),
      document_id: 0,
    }));
    const template = (await api.as(owner).createTemplate({ body: lease({ fields }) })).body;
    const { body: draft } = await api.as(owner).createDraft({ body: { template_id: template.id } });
    expect(draft.fields).toHaveLength(120);
    const { body: copy } = await api.as(owner).duplicateDraft({ path: at(draft.id), body: {} });
    expect(copy.fields).toHaveLength(120);
    expect((await api.as(owner).deleteDraft({ path: at(copy.id) })).status).toBe(200);
    expect((await api.as(owner).getDraft({ path: at(copy.id) })).status).toBe(404);
    expect((await read(draft.id)).fields).toHaveLength(120);
  });

  test('is copied with all its contents', async () => {
    const id = await readyDraft(api, owner, { name: 'Lease', no_contact: true });
    const { status, body } = await api.as(owner).duplicateDraft({ path: at(id), body: { name: 'Other lease' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Other lease', no_contact: true, roles: [{ name: 'Tenant' }] });
    expect(body.documents[0].id).not.toBe((await read(id)).documents[0].id);
    expect(body.fields[0].document_id).toBe(body.documents[0].id);
  });
});

describe('sending a draft', () => {
  test('makes an envelope as it was prepared, and ends the draft', async () => {
    const id = await readyDraft(api, owner, { name: 'Lease' });
    const { status, body } = await api.as(owner).sendDraft({ path: at(id), body: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Lease',
      template_id: null,
      recipients: [{ role_name: 'Tenant', email: 'ada@example.com', status: 'invited' }],
      fields: [{ name: 'tenant-signature', required: true, x: 72, y: 72 }],
      documents: [{ name: 'lease.pdf', pages: 2 }],
    });
    expect((await api.as(owner).getDraft({ path: at(id) })).status).toBe(404);
    await api.settle();
    const { body: drafts } = await api.as(owner).getDrafts();
    expect(drafts.drafts.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  test('makes one envelope, however often and however much at once it is asked', async () => {
    const id = await readyDraft(api, owner);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api.as(owner).sendDraft({ path: at(id), body: {} })),
    );
    const again = await api.as(owner).sendDraft({ path: at(id), body: {} });
    const made = [...answers, again].filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(new Set(made).size).toBe(1);
    expect(again.status).toBe(200);
    await api.settle();
    const { body } = await api.as(owner).getEnvelopes({ query: { q: 'lease', rows: 100 } });
    expect(body.envelopes.filter((one: { id: string }) => made.includes(one.id))).toHaveLength(1);
  });

  test('sends a version that the sender saw, no other', async () => {
    const id = await readyDraft(api, owner);
    const { version } = await read(id);
    await patch(id, { name: 'Changed by a colleague' });
    const headers = { 'if-match': `"${version}"` };
    const refused = await api.as(owner).sendDraft({ path: at(id), body: {}, headers });
    expect(refused.headers.get('x-error-code')).toBe('version_changed');
    expect((await read(id)).name).toBe('Changed by a colleague');
  });

  test('takes passcodes with the sending, and stores none before', async () => {
    const id = await readyDraft(api, owner);
    await patch(id, { roles: [{ name: 'Tenant', auth_methods: ['passcode'], locale: 'de' }] });
    const refused = await api.as(owner).sendDraft({ path: at(id), body: {} });
    expect(refused.body.error).toContain('passcode');
    const recipients = [{ role_name: 'Tenant', passcode: 'blue horse' }];
    const { body } = await api.as(owner).sendDraft({ path: at(id), body: { recipients } });
    expect(body.recipients).toMatchObject([{ auth_methods: ['passcode'], passcode: 'blue horse', locale: 'de' }]);
  });
});

describe('the first page of a draft', () => {
  const firstPage = async (id: string) =>
    (await api.as(owner).getDraft({ path: at(id), query: { first_page: true } })).body.first_page;

  test('comes with it where it is asked for, as its document answers it, once it was drawn', async () => {
    const id = await readyDraft(api, owner);
    expect(await firstPage(id)).toBeNull();
    const document_id = (await read(id)).documents[0].id;
    const { pages } = (await api.as(owner).getTemplateDocumentPages({ path: { document_id }, query: { count: 1 } }))
      .body;
    const first = await firstPage(id);
    expect(first).toEqual({ document_id, page: 1, text: pages[0].text, picture: expect.any(String) });
    expect((await fetch(first.picture)).headers.get('content-type')).toMatch(/^image/);
    expect(await read(id)).not.toHaveProperty('first_page');
  });

  test('is none where there is no document', async () => {
    const { id } = (await api.as(owner).createDraft({ body: {} })).body;
    expect(await firstPage(id)).toBeNull();
  });
});

describe('drafts of others', () => {
  test('answer like nothing at all, unless a colleague shares them', async () => {
    const id = await readyDraft(api, owner, { name: 'Secret plan' });
    const colleague = await colleagueOf(owner, 'member');
    const stranger = await api.signUp();
    for (const other of [colleague, stranger]) {
      const as = api.as(other);
      for (const answer of [
        await as.getDraft({ path: at(id) }),
        await as.updateDraft({ path: at(id), body: { name: 'Mine' } }),
        await as.getDraftProblems({ path: at(id) }),
        await as.sendDraft({ path: at(id), body: {} }),
        await as.duplicateDraft({ path: at(id), body: {} }),
        await as.deleteDraft({ path: at(id) }),
      ]) {
        expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'draft_not_found']);
      }
      expect((await as.getTemplate({ path: { template_id: id } })).status).toBe(404);
      expect((await as.getDrafts()).body.drafts).toEqual([]);
    }
    await patch(id, { visibility: 'shared' });
    await api.settle();
    expect((await api.as(colleague).getDraft({ path: at(id) })).body.name).toBe('Secret plan');
    expect((await api.as(colleague).getDrafts()).body.drafts).toMatchObject([{ id, visibility: 'shared' }]);
    expect((await api.as(stranger).getDraft({ path: at(id) })).status).toBe(404);
  });

  test('are for members who may send envelopes', async () => {
    const id = await readyDraft(api, owner, { visibility: 'shared' });
    const reader = await colleagueOf(owner, 'basic_user');
    expect((await api.as(reader).getDraft({ path: at(id) })).headers.get('x-error-code')).toBe('forbidden');
    expect((await api.as(reader).createDraft({ body: {} })).headers.get('x-error-code')).toBe('forbidden');
  });
});

describe('lists', () => {
  test('show drafts by their last change, and templates without them', async () => {
    const person = await api.signUp();
    const first = await readyDraft(api, person, { name: 'First plan' });
    const second = await readyDraft(api, person, { name: 'Second plan' });
    await api.as(person).updateDraft({ path: at(first), body: { name: 'First plan, changed' } });
    await api.settle();
    const { body } = await api.as(person).getDrafts();
    expect(body).toMatchObject({ count: 2, count_is_exact: true, rows: 2, next: null });
    expect(body.drafts.map(({ id }: { id: string }) => id)).toEqual([first, second]);
    const found = await api.as(person).getDrafts({ query: { q: 'changed' } });
    expect(found.body.drafts).toMatchObject([{ id: first }]);
    const one = await api.as(person).getDrafts({ query: { rows: 1 } });
    expect(one.body).toMatchObject({ count: 2, drafts: [{ id: first }] });
    const next = await api.as(person).getDrafts({ query: { rows: 1, after: one.body.next } });
    expect(next.body.drafts).toMatchObject([{ id: second }]);
    expect((await api.as(person).getTemplates()).body).toMatchObject({ count: 0, templates: [] });
    expect((await api.as(person).getTemplates({ query: { is_creator: true } })).body.templates).toEqual([]);
  });

  test('show a draft no more that is discarded', async () => {
    const person = await api.signUp();
    const id = await readyDraft(api, person);
    const document_id = (await api.as(person).getDraft({ path: at(id) })).body.documents[0].id;
    expect((await api.as(person).deleteDraft({ path: at(id) })).body).toBe('OK');
    await api.settle();
    expect((await api.as(person).getDrafts()).body).toMatchObject({ count: 0, drafts: [] });
    expect((await api.as(person).getTemplateDocument({ path: { document_id } })).status).toBe(404);
  });

  test('send no webhook event of a draft, and count none as a template', async () => {
    const person = await api.signUp();
    await readyDraft(api, person);
    await api.settle();
    const { body } = await api.as(person).getOrganizationUsage({ path: { organization_id: person.organization_id } });
    expect(JSON.stringify(body)).not.toMatch(/"template":[1-9]/);
  });
});

describe('a template', () => {
  test('is used by its own operation alone: a draft is no template to make envelopes from', async () => {
    const id = await readyDraft(api, owner);
    const refused = await api
      .as(owner)
      .createEnvelope({ body: { template_id: id, recipients: [{ role_name: 'Tenant' }] } });
    expect(refused.headers.get('x-error-code')).toBe('template_not_found');
  });

  test('has many roles and fields changed at once', async () => {
    const template = (await api.as(owner).createTemplate({ body: lease() })).body;
    const path = { template_id: template.id };
    const fields = [
      { name: 'tenant-signature', x: 90 },
      { name: 'landlord-signature', remove: true },
    ];
    const changed = await api.as(owner).updateTemplateContents({
      path,
      body: { roles: [{ name: 'Witness' }], fields },
      headers: { 'if-match': `"${template.version}"` },
    });
    expect(changed.body).toEqual({ id: template.id, version: template.version + 1, updated_at: expect.any(String) });
    const { body } = await api.as(owner).getTemplate({ path });
    expect(body.fields).toMatchObject([{ name: 'tenant-signature', x: 90, y: 72 }]);
    expect(body.roles).toHaveLength(3);
  });
});

describe('pages of a document', () => {
  test('are shown as signers will see them, ten at once, with their text', async () => {
    const draft = (await api.as(owner).createDraft({ body: {} })).body;
    const document = await addDocument(api, owner, draft.id, 13);
    const path = { document_id: document.id };
    const { status, body } = await api.as(owner).getTemplateDocumentPages({ path });
    expect(status).toBe(200);
    expect(body.pages.map(({ page }: { page: number }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const picture = await fetch(body.pages[1].picture);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(body.pages[0].text).toEqual(expect.any(Array));
    const { body: last } = await api.as(owner).getTemplateDocumentPages({ path, query: { from: 11 } });
    expect(last.pages.map(({ page }: { page: number }) => page)).toEqual([11, 12, 13]);
    const beyond = await api.as(owner).getTemplateDocumentPages({ path, query: { from: 14 } });
    expect([beyond.status, beyond.headers.get('x-error-code')]).toEqual([404, 'page_not_found']);
    const stranger = await api.signUp();
    expect((await api.as(stranger).getTemplateDocumentPages({ path })).status).toBe(404);
  });

  test('leave nothing behind when the draft is discarded', async () => {
    const person = await api.signUp();
    const draft = (await api.as(person).createDraft({ body: {} })).body;
    const document = await addDocument(api, person, draft.id, 3);
    const { body } = await api.as(person).getTemplateDocumentPages({ path: { document_id: document.id } });
    await api.as(person).deleteDraft({ path: at(draft.id) });
    expect((await fetch(body.pages[2].picture)).status).toBe(404);
  });
});
