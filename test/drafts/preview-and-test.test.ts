import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { readTable } from '../storage/stored-forms.ts';
import { ok } from '../stories/envelope.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';
import { addDocument, readyDraft, signatureField, tenant } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const as = () => api.as(owner);
const preview = (draft_id: string, role_name = 'Tenant') => as().previewDraft({ path: { draft_id, role_name } });

describe('previewDraft', () => {
  test('answers what the recipient would get at their turn, with the draft’s own documents', async () => {
    const draft_id = await readyDraft(api, owner, { name: 'Lease' });
    const landlord = { name: 'Landlord', type: 'signer' as const, full_name: 'Leo Lord', email: 'leo@example.com' };
    const roles = [{ ...landlord, sequence: 2, locale: 'de' }];
    ok(await as().updateDraft({ path: { draft_id }, body: { roles } }));
    const draft = ok(await as().getDraft({ path: { draft_id } }));
    const shown = ok(await preview(draft_id, 'Landlord'));
    expect(shown).not.toHaveProperty('access_token');
    expect(shown.recipient).toMatchObject({ role_name: 'Landlord', status: 'opened', locale: 'de', agreed: false });
    expect(shown.envelope).toMatchObject({ name: 'Lease', status: 'in progress', history_entries: [] });
    expect(shown.envelope.recipients.map(({ role_name, status }) => [role_name, status])).toEqual([
      ['Tenant', 'submitted'],
      ['Landlord', 'opened'],
    ]);
    expect(shown.envelope.documents.map(({ id }) => id)).toEqual(draft.documents.map(({ id }) => id));
    expect(shown.envelope.fields.map(({ document_id }) => document_id)).toEqual([draft.documents[0]?.id]);
  });

  test('leaves no trace: nothing is stored, nobody is written to, and the draft stays', async () => {
    const draft_id = await readyDraft(api, owner, { name: 'Traceless' });
    await api.settle();
    const before = await readTable();
    ok(await preview(draft_id));
    await api.settle();
    expect(await readTable()).toEqual(before);
    expect(await api.messages('ada@example.com')).toEqual([]);
  });

  test('shows what is there of a draft that cannot be sent yet', async () => {
    const draft_id = ok(await as().createDraft({ body: {} })).id;
    expect((await preview(draft_id, 'Tenant')).headers.get('x-error-code')).toBe('role_not_found');
    const nameless = { name: 'Tenant', type: 'signer' as const, auth_methods: ['sms' as const] };
    ok(await as().updateDraft({ path: { draft_id }, body: { roles: [nameless] } }));
    expect((await preview(draft_id)).headers.get('x-error-code')).toBe('draft_not_sendable');
    const { id: document_id } = await addDocument(api, owner, draft_id, 2);
    ok(await as().updateDraft({ path: { draft_id }, body: { fields: [signatureField({ page: 2 })] } }));
    expect(ok(await preview(draft_id)).envelope).toMatchObject({ name: 'lease', fields: [{ page: 2 }] });
    const form = new FormData();
    form.append('file', new File([await onePage()], 'short.pdf'));
    ok(await as().replaceTemplateDocumentFile({ path: { document_id }, form }));
    expect(ok(await preview(draft_id)).envelope.fields).toEqual([]);
  });

  test('shows who only gets a copy that all have signed', async () => {
    const draft_id = await readyDraft(api, owner, { name: 'Copy' });
    const copied = {
      name: 'Office',
      type: 'cc' as const,
      full_name: 'Olga Office',
      email: 'o@example.com',
      sequence: 1,
    };
    ok(await as().updateDraft({ path: { draft_id }, body: { roles: [copied] } }));
    const { envelope, recipient } = ok(await preview(draft_id, 'Office'));
    expect([envelope.status, recipient.type]).toEqual(['complete', 'cc']);
  });

  test('is nothing to strangers', async () => {
    const draft_id = await readyDraft(api, owner);
    const stranger = api.as(await api.signUp());
    expect((await stranger.previewDraft({ path: { draft_id, role_name: 'Tenant' } })).status).toBe(404);
  });
});

const onePage = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { pdf } = await import('../templates/material.ts');
  return Uint8Array.from(pdf(1));
};

describe('sendDraftTest', () => {
  test('goes to the sender alone, for all roles, and the draft stays to be sent', async () => {
    const draft_id = await readyDraft(api, owner, { name: 'Lease', initial_reminder: 86_400_000 });
    const roles = [
      tenant({ phone: '+436601234567', auth_methods: ['passcode'] }),
      { name: 'Office', type: 'cc' as const, full_name: 'Olga Office', email: 'office@example.com', sequence: 2 },
    ];
    ok(await as().updateDraft({ path: { draft_id }, body: { roles } }));
    const before = ok(await as().getDraft({ path: { draft_id } }));
    const sent = ok(await as().sendDraftTest({ path: { draft_id } }));
    expect(sent).toMatchObject({ name: '[TEST] Lease', retention_days: 1, initial_reminder: null, template_id: null });
    expect(Date.parse(sent.expires_at ?? '') - Date.parse(sent.created_at)).toBeLessThan(3 * 86_400_000);
    expect(sent.recipients.map(({ email, phone, auth_methods }) => [email, phone, auth_methods])).toEqual([
      [owner.email, null, []],
      [owner.email, null, []],
    ]);
    await api.settle();
    const invited = (await api.messages(owner.email)).filter(({ links }) =>
      links.some((link) => link.includes('/sign/')),
    );
    expect(invited).toHaveLength(1);
    for (const address of ['ada@example.com', 'office@example.com'])
      expect((await api.messages(address)).filter(({ subject }) => subject.includes('Lease'))).toEqual([]);
    expect(ok(await as().getDraft({ path: { draft_id } }))).toEqual(before);
  });

  test('is reported to the webhook as any other envelope, with the name that says what it is', async () => {
    const person = await api.signUp();
    const receiver = await startReceiver();
    const events = { envelope_created: true };
    ok(await api.as(person).setWebhooks({ body: { url: receiver.url, active: true, events } }));
    const draft_id = await readyDraft(api, person, { name: 'Lease' });
    const { id } = ok(await api.as(person).sendDraftTest({ path: { draft_id } }));
    await api.settle();
    expect(receiver.received.map(({ body }) => [body.type, body.data.envelope?.id ?? body.data.id])).toEqual([
      ['envelope_created', id],
    ]);
    await receiver.stop();
  });

  test('needs what sending needs, but for addresses and passcodes', async () => {
    const draft_id = ok(await as().createDraft({ body: { name: 'Empty' } })).id;
    const refused = await as().sendDraftTest({ path: { draft_id } });
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'draft_not_sendable']);
    await addDocument(api, owner, draft_id, 1);
    ok(await as().updateDraft({ path: { draft_id }, body: { roles: [{ name: 'Tenant', type: 'signer' }] } }));
    ok(await as().sendDraftTest({ path: { draft_id } }));
  });
});
