import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CONTACTS } from '../../lib/people/contacts/contact-schema.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { organizationCountsKey } from '../../lib/storage/engine/keys.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf, outcome } from '../members/member.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const grace = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+1 202 555 0100' };

describe('contacts', () => {
  test('are profiles without an account, listed by name, and no members', async () => {
    const owner = await api.signUp();
    const { body } = await api.as(owner).createOrganizationContact({ body: grace });
    expect(body).toMatchObject({
      ...grace,
      user_id: null,
      organization_id: owner.organization_id,
      roles: ['contact'],
      permissions: [],
      current: false,
    });
    await api
      .as(owner)
      .createOrganizationContact({ body: { ...grace, last_name: 'Babbage', email: 'charles@example.com', phone: '' } });
    const listed = await api.as(owner).getOrganizationContacts();
    expect(listed.body.map((one: typeof grace) => [one.last_name, one.phone])).toEqual([
      ['Babbage', null],
      ['Hopper', grace.phone],
    ]);
    const members = await api.as(owner).getOrganizationMembers();
    expect(members.body).toHaveLength(1);
  });

  test('are changed and deleted; what is not given stays', async () => {
    const { body } = await api.as(ada).createOrganizationContact({ body: grace });
    const path = { profile_id: body.id };
    const changed = await api.as(ada).updateOrganizationContact({
      path,
      body: { first_name: 'Amazing', phone: null, organization_id: randomUUID(), roles: ['owner'] },
    });
    expect(changed.body).toMatchObject({ ...grace, first_name: 'Amazing', phone: null, roles: ['contact'] });
    expect((await api.as(ada).deleteOrganizationContact({ path })).body).toBe('OK');
    expect(outcome(await api.as(ada).deleteOrganizationContact({ path }))).toBe('404 not_found');
    expect(outcome(await api.as(ada).updateOrganizationContact({ path, body: {} }))).toBe('404 not_found');
  });

  test('are kept by whoever sends envelopes, and deleted by who manages the organization', async () => {
    const [member, basic] = [await memberOf(api, ada, 'member'), await memberOf(api, ada, 'basic_user')];
    const { body } = await api.as(member).createOrganizationContact({ body: grace });
    const path = { profile_id: body.id };
    expect(outcome(await api.as(basic).getOrganizationContacts())).toBe('200');
    expect(outcome(await api.as(basic).createOrganizationContact({ body: grace }))).toBe('401 forbidden');
    expect(outcome(await api.as(basic).updateOrganizationContact({ path, body: grace }))).toBe('401 forbidden');
    expect(outcome(await api.as(member).updateOrganizationContact({ path, body: grace }))).toBe('200');
    expect(outcome(await api.as(member).deleteOrganizationContact({ path }))).toBe('401 forbidden');
  });

  test("are neither seen nor reached from another organization, nor are members' profiles reached as contacts", async () => {
    const stranger = await api.signUp();
    const { body } = await api.as(ada).createOrganizationContact({ body: grace });
    for (const profile_id of [body.id, randomUUID(), stranger.profile_id]) {
      const path = { profile_id };
      expect(outcome(await api.as(stranger).updateOrganizationContact({ path, body: grace }))).toBe('404 not_found');
      expect(outcome(await api.as(stranger).deleteOrganizationContact({ path }))).toBe('404 not_found');
    }
    expect((await api.as(stranger).getOrganizationContacts()).body).toEqual([]);
  });

  test(`are at most ${MAX_CONTACTS}; a deleted one makes room, and no deletion counts twice`, async () => {
    const owner = await api.signUp();
    const { body } = await api.as(owner).createOrganizationContact({ body: grace });
    await putRecord({ ...organizationCountsKey(owner.organization_id), contacts: MAX_CONTACTS });
    expect(outcome(await api.as(owner).createOrganizationContact({ body: grace }))).toBe('400 organization_full');
    const path = { profile_id: body.id };
    await Promise.all([1, 2, 3].map(() => api.as(owner).deleteOrganizationContact({ path })));
    expect(outcome(await api.as(owner).createOrganizationContact({ body: grace }))).toBe('200');
    expect(outcome(await api.as(owner).createOrganizationContact({ body: grace }))).toBe('400 organization_full');
  });

  test('cost one call each, and a change one more, whose answer is read beside its event', async () => {
    const { body } = await api.as(ada).createOrganizationContact({ body: grace });
    const path = { profile_id: body.id };
    await api.as(ada).updateOrganizationContact({ path, body: grace });
    await api.as(ada).deleteOrganizationContact({ path });
    await api.as(ada).getOrganizationContacts();
    expect(callsOf('createOrganizationContact')).toHaveLength(1);
    expect(callsOf('updateOrganizationContact')).toHaveLength(2);
    expect(callsOf('deleteOrganizationContact')).toHaveLength(1);
    expect(callsOf('getOrganizationContacts')).toHaveLength(1);
  });
});
