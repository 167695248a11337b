import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../lib/people/access/permissions.ts';
import { LIST_PARTS } from '../../lib/storage/engine/keys.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { base64, lease, pdf } from '../templates/material.ts';
import { memberOf, outcome } from './member.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const remove = (person: Pick<Person, 'token'>, { profile_id }: { profile_id: string }, heir_id?: string) =>
  api.as(person).deleteOrganizationMember({ path: { profile_id }, query: heir_id === undefined ? {} : { heir_id } });

const SIGNER = { role_name: 'Signer', type: 'signer', first_name: 'Al', last_name: 'Turing', sequence: 1 };
const note = { document_id: 0, name: 'note', role_name: 'Signer', type: 'textbox', page: 1, x: 72, y: 72 };
const envelope = {
  name: 'Lease',
  documents: [{ name: 'a.pdf', data: base64(pdf()) }],
  recipients: [{ ...SIGNER, email: 'al@example.com' }],
  fields: [{ ...note, required: false }],
};

/** Somebody with two envelopes, one of them canceled, a template, a draft, a key and an application. */
const busyMember = async (owner: Person) => {
  const grace = await memberOf(api, owner, 'admin');
  const as = api.as(grace);
  const [open, ended] = [await as.createEnvelope({ body: envelope }), await as.createEnvelope({ body: envelope })];
  await as.cancelEnvelope({ path: { envelope_id: ended.body.id }, body: { action: 'cancel' } });
  const template = await as.createTemplate({ body: { ...lease(), name: 'Mine' } });
  const draft = await as.createDraft({ body: { name: 'Plan' } });
  await as.createApiKey({ body: { name: 'Hers' } });
  await as.createOauthApp({ body: { name: 'CRM', redirect_uris: ['https://crm.example.com/callback'] } });
  await api.settle();
  return { grace, envelope_id: open.body.id, template_id: template.body.id, draft_id: draft.body.id };
};

describe('what a member owns', () => {
  test.each([1, LIST_PARTS])('is counted exactly, in an organization whose lists have %i parts', async (list_parts) => {
    const owner = await api.signUp();
    if (list_parts > 1) await changeOrganization(owner.organization_id, { list_parts });
    const { grace } = await busyMember(owner);
    const path = { profile_id: grace.profile_id };
    const { status, body } = await api.as(owner).getOrganizationMemberHoldings({ path });
    const numbers = { envelopes: 2, open_envelopes: 1, templates: 1, drafts: 1, api_keys: 1, applications: 1 };
    expect([status, body]).toEqual([200, numbers]);
  });

  test('is for those who may remove the member', async () => {
    const owner = await api.signUp();
    const [admin, member] = [await memberOf(api, owner, 'admin'), await memberOf(api, owner, 'member')];
    const tries = async (as: Person, { profile_id }: Person) =>
      outcome(await api.as(as).getOrganizationMemberHoldings({ path: { profile_id } }));
    expect(await tries(admin, member)).toBe('200');
    expect(await tries(admin, owner)).toBe('401 forbidden');
    expect(await tries(member, admin)).toBe('401 forbidden');
    expect(await tries(await api.signUp(), member)).toBe('404 not_found');
  });
});

describe('the heir of a removed member', () => {
  test('gets envelopes, templates and drafts, and the event says who it is', async () => {
    const owner = await api.signUp();
    const heir = await memberOf(api, owner, 'member');
    const { grace, envelope_id, template_id, draft_id } = await busyMember(owner);
    expect(outcome(await remove(owner, grace, heir.profile_id))).toBe('200');
    await api.settle();
    await api.advance('PT20M');
    await api.settle();
    const as = api.as(heir);
    const found = await as.getEnvelope({ path: { envelope_id } });
    expect(found.body).toMatchObject({ profile_id: heir.profile_id, sender_email: heir.email });
    expect((await as.getTemplate({ path: { template_id } })).body.profile_id).toBe(heir.profile_id);
    expect((await as.getDraft({ path: { draft_id } })).body.profile_id).toBe(heir.profile_id);
    const path = { organization_id: owner.organization_id };
    const { body } = await api.as(owner).getOrganizationEvents({ path, query: { kind: 'member:deleted' } });
    expect(body.events[0].changes).toEqual([{ member: 'heir', to: expect.stringContaining(heir.profile_id) }]);
  });

  test('may be whoever removes, and the owner who remains', async () => {
    const owner = await api.signUp();
    const [admin, second] = [await memberOf(api, owner, 'admin'), await memberOf(api, owner, 'owner')];
    expect(outcome(await remove(admin, await memberOf(api, owner, 'member'), admin.profile_id))).toBe('200');
    expect(outcome(await remove(owner, second, owner.profile_id))).toBe('200');
  });

  test('may own by a permission of the own beside a low role', async () => {
    const owner = await api.signUp();
    const reader = await memberOf(api, owner, 'basic_user');
    const path = { profile_id: reader.profile_id };
    await api.as(owner).updateOrganizationMember({ path, body: { permissions: ['envelope:create'] } });
    expect(outcome(await remove(owner, await memberOf(api, owner, 'member'), reader.profile_id))).toBe('200');
  });

  test('that can’t own it is refused by the name of the parameter, and nobody is removed', async () => {
    const owner = await api.signUp();
    const of = (role: Role) => memberOf(api, owner, role);
    const [leaver, locked, reader] = [await of('member'), await of('member'), await of('basic_user')];
    const lock = { path: { profile_id: locked.profile_id }, body: { action: 'lock' } };
    await api.as(owner).actOnOrganizationMember(lock);
    const person = { email: `invited-${owner.email}`, first_name: 'Lin', last_name: 'Okafor' };
    const { body: invited } = await api.as(owner).createOrganizationMember({ body: person });
    const { body: contact } = await api.as(owner).createOrganizationContact({ body: person });
    const stranger = await api.signUp();
    const refusals: [heir: string, rule: string][] = [
      [leaver.profile_id, 'another member'],
      [locked.profile_id, 'not locked'],
      [invited.id, 'accepted the invitation'],
      [reader.profile_id, 'envelope:create'],
      [contact.id, 'member of your organization'],
      [stranger.profile_id, 'member of your organization'],
      ['nobody', 'UUID'],
    ];
    for (const [heir_id, rule] of refusals) {
      const answer = await remove(owner, leaver, heir_id);
      expect([outcome(answer), answer.body.error]).toEqual(['406 invalid', expect.stringMatching(/^heir_id: /)]);
      expect(answer.body.error).toContain(rule);
    }
    expect(outcome(await api.as(leaver).getProfiles())).toBe('200');
  });

  test('who is locked out before all is handed over is replaced by an owner', async () => {
    const owner = await api.signUp();
    const heir = await memberOf(api, owner, 'member');
    const { grace, draft_id } = await busyMember(owner);
    await remove(owner, grace, heir.profile_id);
    const lock = { path: { profile_id: heir.profile_id }, body: { action: 'lock' } };
    expect(outcome(await api.as(owner).actOnOrganizationMember(lock))).toBe('200');
    await api.settle();
    await api.advance('PT20M');
    await api.settle();
    expect((await api.as(owner).getDraft({ path: { draft_id } })).body.profile_id).toBe(owner.profile_id);
  });
});
