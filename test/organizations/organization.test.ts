import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { newOrganization } from '../../lib/people/organizations/organization.ts';
import { putRecord } from '../../lib/storage/engine/client.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { hugeHeader, plainPicture } from '../pictures.ts';
import { colleagueOf } from './colleague.ts';

let api: Api;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp({ org_name: 'Analytical Engines' });
  stranger = await api.signUp();
});
afterAll(() => api.stop());

const own = (person: Person) => ({ organization_id: person.organization_id });

describe('getOrganization', () => {
  test("answers the caller's own", async () => {
    const { status, body } = await api.as(owner).getOrganization({ path: own(owner) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: owner.organization_id, name: 'Analytical Engines', parent_id: null });
    expect(body).not.toHaveProperty('pk');
  });

  test("gives the same answer for another's as for an unknown one", async () => {
    const foreign = await api.as(stranger).getOrganization({ path: own(owner) });
    const unknown = await api.as(stranger).getOrganization({ path: { organization_id: newId() } });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  });
});

describe('a parent and its child', () => {
  test("see each other, but not the parent's own data; siblings don't", async () => {
    const parent = await api.signUp();
    await api.as(parent).updateOrganization({ path: own(parent), body: { data: { note: 'internal' } } });
    const [child, sibling] = [await childOf(parent), await childOf(parent)];
    const byParent = await api.as(parent).getOrganization({ path: { organization_id: child.id } });
    expect(byParent.body).toMatchObject({ id: child.id, parent_id: parent.organization_id });
    const member = await colleagueOf({ ...parent, organization_id: child.id }, 'owner');
    const byChild = await api.as(member).getOrganization({ path: own(parent) });
    expect(byChild.body).toMatchObject({ id: parent.organization_id, data: null });
    const bySibling = await api.as(member).getOrganization({ path: { organization_id: sibling.id } });
    expect(bySibling.status).toBe(404);
    const changed = await api.as(member).updateOrganization({ path: own(parent), body: { name: 'Mine' } });
    expect(changed.status).toBe(404);
  });
});

describe('updateOrganization', () => {
  test('changes what is stated, clears what is null or empty, and leaves the rest', async () => {
    const change = {
      contact_email: 'office@example.com',
      primary_color: '#102030',
      phone: '+1 212 555 0100',
      data: { a: 1 },
    };
    await api.as(owner).updateOrganization({ path: own(owner), body: change });
    const { status, body } = await api.as(owner).updateOrganization({
      path: own(owner),
      body: { name: 'Engines Ltd', primary_color: null, phone: '' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Engines Ltd',
      contact_email: 'office@example.com',
      primary_color: null,
      phone: null,
      data: { a: 1 },
    });
    expect((await api.as(owner).getOrganization({ path: own(owner) })).body).toEqual(body);
  });

  test("takes its own answer back, and ignores what is the server's own", async () => {
    const before = (await api.as(owner).getOrganization({ path: own(owner) })).body;
    const forged = {
      id: newId(),
      parent_id: stranger.organization_id,
      created_at: 'x',
      pk: 'x',
    };
    const { status, body } = await api.as(owner).updateOrganization({
      path: own(owner),
      body: { ...before, ...forged, pipeline_settings: { process_tags: true }, profiles: [{}] },
    });
    expect(status).toBe(200);
    expect({ ...body, updated_at: '' }).toEqual({ ...before, updated_at: '' });
  });

  test.each([
    ['name', ''],
    ['primary_color', 'red; background: url(x)'],
    ['url', 'javascript:alert(1)'],
    ['contact_email', 'nobody'],
    ['full_logo_url', 'data:image/png;base64,AAAA'],
    ['data', { text: 'x'.repeat(60_000) }],
    ['slug', 'engines'],
    ['hipaa_complaint', true],
    ['default_brand_id', '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f'],
  ])('refuses a wrong %s', async (field, value) => {
    const { status, body } = await api.as(owner).updateOrganization({ path: own(owner), body: { [field]: value } });
    expect(status).toBe(406);
    expect(body.error).toContain(field);
  });

  test('can’t change another organization', async () => {
    const foreign = await api.as(stranger).updateOrganization({ path: own(owner), body: { name: 'Mine' } });
    const unknown = await api
      .as(stranger)
      .updateOrganization({ path: { organization_id: newId() }, body: { name: 'Mine' } });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  });

  test('keeps logos as pictures of its own, at addresses that anybody can load', async () => {
    const form = new FormData();
    form.append('logo', new Blob([plainPicture(1600, 400)]), 'logo.png');
    form.append('thumbnail', new Blob([plainPicture(50, 50)]), 'thumbnail.png');
    const { status, body } = await api.as(owner).updateOrganization({ path: own(owner), form });
    expect(status).toBe(200);
    const logo = await fetch(body.full_logo_url);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = PNG.sync.read(Buffer.from(await logo.arrayBuffer()));
    expect([width, height]).toEqual([1200, 300]);
    expect((await fetch(body.thumbnail_url)).status).toBe(200);
    const echoed = await api.as(owner).updateOrganization({ path: own(owner), body });
    expect(echoed.body.full_logo_url).toBe(body.full_logo_url);
    const missing = { ...own(owner), variant: 'full', logo_id: newId() };
    expect((await api.anyone.getOrganizationLogo({ path: missing })).status).toBe(404);
  });

  test.each([
    ['a web page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a broken PNG', plainPicture(20, 20).subarray(0, 60)],
    ['a picture of monstrous size', hugeHeader()],
  ])('refuses %s as a logo', async (_, bytes) => {
    const form = new FormData();
    form.append('logo', new Blob([new Uint8Array(bytes)]), 'logo.png');
    const { status, body } = await api.as(owner).updateOrganization({ path: own(owner), form });
    expect(status).toBe(406);
    expect(body.error).toMatch(/^logo: /);
  });
});

describe('pipeline settings', () => {
  const off = {
    process_acroforms: false,
    process_tags: false,
    ignore_invalid_roles: false,
    ignore_invalid_fields: false,
  };

  test('are off at first, and change one by one', async () => {
    const person = await api.signUp();
    const get = () => api.as(person).getOrganizationPipelineSettings({ path: own(person) });
    const set = (body: object) => api.as(person).updateOrganizationPipelineSettings({ path: own(person), body });
    expect((await get()).body).toEqual(off);
    expect((await set({ process_tags: true })).body).toEqual({ ...off, process_tags: true });
    expect((await set({ process_acroforms: true, process_tags: null, other: true })).body).toEqual({
      ...off,
      process_tags: true,
      process_acroforms: true,
    });
    expect((await set({ process_tags: 'yes' })).status).toBe(406);
    expect((await get()).body).toEqual({ ...off, process_tags: true, process_acroforms: true });
  });

  test('can’t be seen or changed by others', async () => {
    expect((await api.as(stranger).getOrganizationPipelineSettings({ path: own(owner) })).status).toBe(404);
    const body = { process_tags: true };
    expect((await api.as(stranger).updateOrganizationPipelineSettings({ path: own(owner), body })).status).toBe(404);
    expect((await api.as(owner).getOrganizationPipelineSettings({ path: own(owner) })).body).toEqual(off);
  });
});

async function childOf(parent: Person) {
  const child = newOrganization({ id: newId(), name: 'Child', parent_id: parent.organization_id });
  await putRecord(child);
  return child;
}
