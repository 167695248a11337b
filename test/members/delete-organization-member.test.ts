import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCreator } from '../../lib/offboarding/hand-over.ts';
import { createTemplate } from '../../lib/signing/templates/create-template.ts';
import { NewTemplate } from '../../lib/signing/templates/template-schema.ts';
import { LIST_PARTS } from '../../lib/storage/engine/keys.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { base64, lease, pdf } from '../templates/material.ts';
import { memberOf, outcome, signIn } from './member.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const remove = (person: Pick<Person, 'token'>, profile_id: string) =>
  api.as(person).deleteOrganizationMember({ path: { profile_id } });

const direct = (name: string) => ({
  name,
  documents: [{ name: 'a.pdf', data: base64(pdf()) }],
  recipients: [
    {
      role_name: 'Signer',
      type: 'signer',
      first_name: 'Al',
      last_name: 'Turing',
      email: 'al@example.com',
      sequence: 1,
    },
  ],
  fields: [
    { document_id: 0, name: 'note', role_name: 'Signer', type: 'textbox', page: 1, x: 72, y: 72, required: false },
  ],
});

describe('removing a member', () => {
  test('answers a JSON string, ends the sessions, and frees the address of a person without another organization', async () => {
    const member = await memberOf(api, ada, 'member');
    const { status, body } = await remove(ada, member.profile_id);
    expect([status, body]).toEqual([200, 'OK']);
    expect(outcome(await remove(ada, member.profile_id))).toBe('404 not_found');
    expect((await signIn(api, member)).status).toBe(401);
    expect((await api.as(member).getProfiles()).status).toBe(401);
    await api.settle();
    await api.signUp({ email: member.email });
  });

  test('keeps the account of a person with another organization, and the sessions there', async () => {
    const stranger = await api.signUp();
    const place = await profileIn(ada.organization_id, stranger, ['member']);
    const { body } = await api.as(stranger).switchProfile({ path: { profile_id: place.id } });
    const other = await signIn(api, stranger);
    await api.as(other).switchProfile({ path: { profile_id: stranger.profile_id } });
    expect(outcome(await remove(ada, place.id))).toBe('200');
    await api.settle();
    expect((await api.as({ token: body.access_token }).getProfiles()).status).toBe(401);
    expect((await signIn(api, stranger)).status).toBe(200);
    const profiles = await api.as(await signIn(api, stranger)).getProfiles();
    expect(profiles.body.map(({ id }: { id: string }) => id)).toEqual([stranger.profile_id]);
  });

  test('hands envelopes and templates over to an owner, private ones and those in progress too', async () => {
    const owner = await api.signUp();
    await changeOrganization(owner.organization_id, { list_parts: LIST_PARTS });
    const member = await memberOf(api, owner, 'member');
    const mine = await api.as(member).createTemplate({ body: { ...lease(), name: 'Mine' } });
    const shared = await api.as(member).createTemplate({ body: { ...lease(), name: 'Shared', visibility: 'shared' } });
    const envelopes = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => api.as(member).createEnvelope({ body: direct(name) })),
    );
    const path = { envelope_id: envelopes[0]?.body.id };
    expect(outcome(await api.as(owner).getEnvelope({ path }))).toBe('404 envelope_not_found');
    await api.settle();
    expect(outcome(await remove(owner, member.profile_id))).toBe('200');
    await api.settle();

    const seen = await api.as(owner).getEnvelope({ path });
    expect(seen.body).toMatchObject({
      profile_id: owner.profile_id,
      sender_email: owner.email,
      profile: { id: owner.profile_id },
    });
    const sent = await api.as(owner).getEnvelopes({ query: { view: 'sent' } });
    expect([sent.body.count, sent.body.envelopes.length]).toEqual([3, 3]);
    const audit = await api.as(owner).getEnvelopeAudit({ path });
    expect(audit.body).toMatchObject({ intact: true });
    expect(audit.body.events.at(-1)).toMatchObject({
      event: 'envelope:updated',
      actor: { type: 'system' },
      data: { from: member.profile_id, to: owner.profile_id },
    });
    expect(outcome(await api.as(owner).cancelEnvelope({ path, body: { action: 'cancel' } }))).toBe('200');
    for (const { body } of [mine, shared]) {
      const template = await api.as(owner).getTemplate({ path: { template_id: body.id } });
      expect(template.body.profile_id).toBe(owner.profile_id);
    }
    const templates = await api.as(owner).getTemplates({ query: { is_creator: true } });
    expect(templates.body.count).toBe(2);
  });

  test('is for those who may remove such members, and can’t be used on oneself', async () => {
    const owner = await api.signUp();
    const [admin, member, second] = [
      await memberOf(api, owner, 'admin'),
      await memberOf(api, owner, 'member'),
      await memberOf(api, owner, 'owner'),
    ];
    expect(outcome(await remove(member, admin.profile_id))).toBe('401 forbidden');
    expect(outcome(await remove(admin, owner.profile_id))).toBe('401 forbidden');
    expect(outcome(await remove(owner, owner.profile_id))).toBe('400 own_profile');
    expect(outcome(await remove(admin, member.profile_id))).toBe('200');
    expect(outcome(await remove(owner, second.profile_id))).toBe('200');
  });

  test('never removes the last owner, even if two owners remove each other at once', async () => {
    const owner = await api.signUp();
    const second = await memberOf(api, owner, 'owner');
    const removed = await Promise.all([remove(owner, second.profile_id), remove(second, owner.profile_id)]);
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('happens once, even if it is requested several times at the same moment', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    const removed = await Promise.all([1, 2, 3, 4].map(() => remove(owner, member.profile_id)));
    expect(removed.map(outcome).sort()).toEqual(['200', '404 not_found', '404 not_found', '404 not_found']);
  });

  test("can’t reach a stranger's organization", async () => {
    const stranger = await api.signUp();
    expect(outcome(await remove(ada, stranger.profile_id))).toBe('404 not_found');
    expect((await api.as(stranger).getProfiles()).status).toBe(200);
  });
});

describe('leaving an organization', () => {
  test('hands over the person’s records there, like being removed', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    const { body } = await api.as(member).createTemplate({ body: { ...lease(), name: 'Left behind' } });
    await api.as(member).deleteProfile({ path: { profile_id: member.profile_id } });
    await api.settle();
    const template = await api.as(owner).getTemplate({ path: { template_id: body.id } });
    expect(template.body.profile_id).toBe(owner.profile_id);
  });
});

describe('later', () => {
  test('hands over records that the member created in a request that was still running', async () => {
    const owner = await api.signUp();
    const member = await memberOf(api, owner, 'member');
    await remove(owner, member.profile_id);
    await api.settle();
    const caller = { ...asCreator(member), email: member.email, first_name: 'Grace', last_name: 'Hopper' };
    const late = await createTemplate(caller, NewTemplate.parse({ name: 'Late' }), []);
    await api.advance('PT80M');
    await api.settle();
    const again = await signIn(api, owner);
    const template = await api.as(again).getTemplate({ path: { template_id: late.header.id } });
    expect(template.body.profile_id).toBe(owner.profile_id);
  });
});
