import {
  createField,
  createTemplate,
  createTemplateRole,
  getEnvelopes,
  type IRole,
  type ITemplateField,
  type TEnvelopeStatus,
  updateField,
  updateOrganization,
  updateTemplateRole,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { base64, join, type Member, openLink, pdf } from './client.ts';
import { recipient, send } from './sending.ts';

/**
 * Requests and answers of browser components that use the client: they send them unchanged, and read without checks.
 */
let api: Api;
let ada: Member;
beforeAll(async () => {
  api = await startApi();
  ada = await join(api);
});
afterAll(() => api.stop());

describe('a signing component', () => {
  it('finds the data that it sorts and shows at once, even before the recipient is verified', async () => {
    const { organization_id } = ada.profile;
    await updateOrganization(ada.endpoint, organization_id, { disclaimer: '<p>Read this first.</p>' });
    const one = recipient('Careful', 1, { auth_methods: ['passcode'], passcode: 'Lemon' });
    await send(ada, [one]);
    const { session } = await openLink(api, one.email);
    expect(session.envelope.organization?.disclaimer).toBe('<p>Read this first.</p>');
    expect(session.envelope.documents?.map(({ created_at }) => typeof created_at)).toEqual(['string']);
    expect(session.envelope.fields).toEqual([]);
    expect([session.signatures, session.initials]).toEqual([[], []]);
    expect(session.recipient).toMatchObject({ auth_step: 'passcode', delegated_to: null, agreed: false });
    expect(session.recipient.auth_method_states).toEqual({
      kba: null,
      passcode: null,
      sms: null,
      email: null,
      id: null,
      oidc: null,
    });
  });
});

describe("a template editor's panels", () => {
  const blank = { full_name: null, first_name: '', last_name: '', email: '', phone: '', message: '' };
  const role = (template_id: string, name: string, more: Partial<IRole> = {}): IRole => ({
    template_id,
    name,
    type: 'signer',
    sequence: 1,
    order: 1,
    delegator: false,
    name_locked: false,
    ...blank,
    ...more,
  });

  it.each(['signature', 'textbox', 'textarea', 'radio', 'checkbox', 'date', 'attachment'] as const)(
    'save a field of type %s with empty options and nulls',
    async (type) => {
      const { id, documents } = await createTemplate(ada.endpoint, {
        name: 'Edited',
        documents: [{ name: 'a.pdf', data: base64(pdf()) }],
      });
      const added = await createTemplateRole(ada.endpoint, id, role(id, 'Recipient 1'));
      expect(added).toMatchObject({ name: 'Recipient 1', first_name: null, email: null });
      const place = { page: 1, x: 72, y: 72, required: true, validator: '', setting: null };
      const document_id = documents?.[0]?.id ?? '';
      const field = { name: 'one', role_name: 'Recipient 1', template_id: id, document_id, type, ...place };
      await createField(ada.endpoint, id, field as unknown as ITemplateField);
      const saved = await updateField(ada.endpoint, id, 'one', {
        name: 'renamed',
        role_name: 'Recipient 1',
        required: false,
        readonly: false,
        label: null,
        group: null,
        placeholder: null,
        default: null,
        options: [],
      });
      expect(saved).toMatchObject({ name: 'renamed', type, required: false, label: null, default: null });
      const moved = await updateField(ada.endpoint, id, 'renamed', { ...saved, x: 100.4, y: 200.6, page: 1 });
      expect(moved).toMatchObject({ x: 100.4, y: 200.6 });
      const known = { ...added, first_name: 'Ada', last_name: 'Löwe', email: 'ada@example.com', phone: '' };
      const renamed = await updateTemplateRole(ada.endpoint, id, 'Recipient 1', { ...known, name: 'Tenant' });
      expect(renamed).toMatchObject({ name: 'Tenant', first_name: 'Ada', email: 'ada@example.com', phone: null });
    },
  );
});

describe('a list of envelopes', () => {
  const all: TEnvelopeStatus[] = ['pending', 'in progress', 'complete', 'declined', 'canceled'];

  it.each(['name', 'created_at', 'updated_at', 'canceled_at', 'status'] as const)(
    'of all statuses, sorted by %s, is answered with a page of them and how many there are',
    async (sort_by) => {
      const { profile, endpoint } = ada;
      await api.settle();
      const answer = await getEnvelopes(endpoint, { status: all, sort_by, page: 0, rows: 10 });
      expect(answer.envelopes).toHaveLength(answer.count);
      expect(answer.envelopes[0]).toMatchObject({ profile_id: profile.id, recipients: [{ first_name: 'Paige' }] });
    },
  );
});
