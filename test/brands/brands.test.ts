import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { formWith, hugeHeader, plainPicture } from '../pictures.ts';

let api: Api;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp({ org_name: 'Analytical Engines' });
  stranger = await api.signUp();
});
afterAll(() => api.stop());

const org = (person: Person) => ({ organizationid: person.organization_id });
const brandPath = (person: Person, brandid: string) => ({ ...org(person), brandid });
const list = async (person: Person) => (await api.as(person).getBrands({ path: org(person) })).body;
const create = (person: Person, body: Record<string, unknown>) =>
  api.as(person).createBrand({ path: org(person), body });
const bytesOf = ({ status, bytes, headers }: Answered) => [
  status,
  Buffer.from(bytes).toString(),
  headers.get('x-error-code'),
];

describe('the default brand', () => {
  test('exists from the beginning, with the organization’s name', async () => {
    const person = await api.signUp();
    const [brand, ...others] = await list(person);
    expect(others).toEqual([]);
    expect(brand).toMatchObject({ organization_id: person.organization_id, key: 'default', name: null });
    const organization = await api.as(person).getOrganization({ path: { organization_id: person.organization_id } });
    expect(organization.body.default_brand_id).toBe(brand.id);
    expect((await api.as(person).getBrand({ path: brandPath(person, brand.id) })).body).toEqual(brand);
  });

  test('changes, and stays the first of the list', async () => {
    const person = await api.signUp();
    await create(person, { key: 'another' });
    const [{ id, created_at }] = await list(person);
    const changed = await api.as(person).updateBrand({ path: brandPath(person, id), body: { name: 'Ours' } });
    expect(changed.body).toMatchObject({ id, key: 'default', name: 'Ours', created_at });
    const again = await api.as(person).updateBrand({ path: brandPath(person, id), body: { page_title: 'Sign here' } });
    expect(again.body).toMatchObject({ name: 'Ours', page_title: 'Sign here' });
    expect((await list(person)).map(({ key }: { key: string }) => key)).toEqual(['default', 'another']);
  });

  test('takes two first changes at once, and loses neither', async () => {
    const person = await api.signUp();
    const [{ id }] = await list(person);
    const change = (body: object) => api.as(person).updateBrand({ path: brandPath(person, id), body });
    const both = await Promise.all([change({ name: 'Ours' }), change({ page_title: 'Sign here' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list(person))[0]).toMatchObject({ name: 'Ours', page_title: 'Sign here' });
  });

  test("can't be deleted, changed or not", async () => {
    const person = await api.signUp();
    const [{ id }] = await list(person);
    const remove = () => api.as(person).deleteBrand({ path: brandPath(person, id) });
    expect((await remove()).headers.get('x-error-code')).toBe('default_brand');
    await api.as(person).updateBrand({ path: brandPath(person, id), body: { name: 'Ours' } });
    expect((await remove()).status).toBe(400);
    expect((await list(person))[0]).toMatchObject({ id, name: 'Ours' });
  });

  test('reserves its key, and is hidden from other organizations', async () => {
    expect((await create(owner, { key: 'default' })).headers.get('x-error-code')).toBe('brand_key_taken');
    const [{ id }] = await list(stranger);
    expect((await api.as(owner).getBrand({ path: brandPath(owner, id) })).status).toBe(404);
  });
});

describe('createBrand', () => {
  test('keeps what is stated and leaves the rest open', async () => {
    const look = {
      key: 'garden-flats',
      name: 'Garden Flats',
      primary_color: '#2E7D32',
      powered_by_url: 'https://example.com',
      style_overrides: '.page { color: red }',
      support_contact: '+1 212 555 0100',
      pdf_signature_reason: 'Lease',
      timezone: 'America/New_York',
      locale: 'en-US',
    };
    const { status, body } = await create(owner, { ...look, secondary_color: '', id: newId(), email_domain: 'x.com' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...look,
      organization_id: owner.organization_id,
      secondary_color: null,
      email_domain: null,
      email_domain_status: null,
      email_dkim_tokens: [],
      app_domain: null,
      dns_records: [],
    });
    expect(body).not.toHaveProperty('pk');
    expect(body).not.toHaveProperty('version');
    expect((await api.as(owner).getBrand({ path: brandPath(owner, body.id) })).body).toEqual(body);
    expect(await list(owner)).toContainEqual(body);
  });

  test('gives a key once in an organization, even if many ask at the same time', async () => {
    const person = await api.signUp();
    const tries = await Promise.all(Array.from({ length: 6 }, () => create(person, { key: 'once' })));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(tries.find(({ status }) => status === 400)?.body.error).toContain('once');
    expect((await create(stranger, { key: 'once' })).status).toBe(200);
  });

  test('frees the key of a deleted brand', async () => {
    const { body } = await create(owner, { key: 'brief' });
    expect((await api.as(owner).deleteBrand({ path: brandPath(owner, body.id) })).status).toBe(200);
    expect((await api.as(owner).getBrand({ path: brandPath(owner, body.id) })).status).toBe(404);
    expect((await create(owner, { key: 'brief' })).status).toBe(200);
  });

  test('makes fifty at most', async () => {
    const person = await api.signUp();
    for (let index = 0; index < 50; index += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => create(person, { key: `brand-${index + at}` })));
    }
    const { status, body } = await create(person, { key: 'one-more' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('50')]);
  });

  test.each([
    ['key', undefined],
    ['key', ''],
    ['key', 'Upper'],
    ['key', '-edge'],
    ['key', 'a--b'],
    ['key', 'a b'],
    ['key', 'x'.repeat(51)],
    ['primary_color', 'red; background: url(x)'],
    ['secondary_color', '#12345'],
    ['powered_by_url', 'javascript:alert(1)'],
    ['favicon_url', 'data:image/png;base64,AAAA'],
    ['full_logo_url', 'logo.png'],
    ['terms_use_url', 'ftp://example.com'],
    ['timezone', 'Mars/Olympus'],
    ['locale', 'not a locale'],
    ['name', 'x'.repeat(201)],
    ['style_overrides', 'x'.repeat(10_001)],
    ['support_contact', 7],
  ])('refuses a wrong %s', async (field, value) => {
    const { status, body } = await create(owner, { key: 'wrong', [field]: value });
    expect(status).toBe(406);
    expect(body.error).toContain(field);
  });
});

describe('updateBrand', () => {
  test('changes what is stated, clears what is null or empty, and takes its own answer back', async () => {
    const { body } = await create(owner, {
      key: 'changing',
      name: 'Before',
      disclaimer: 'None',
      primary_color: '#102030',
    });
    const path = brandPath(owner, body.id);
    const changed = await api
      .as(owner)
      .updateBrand({ path, body: { name: 'After', disclaimer: '', primary_color: null } });
    expect(changed.body).toMatchObject({ name: 'After', disclaimer: null, primary_color: null, key: 'changing' });
    const forged = {
      id: newId(),
      key: 'other',
      organization_id: stranger.organization_id,
      email_domain_status: 'verified',
    };
    const echoed = await api.as(owner).updateBrand({ path, body: { ...changed.body, ...forged, pk: 'x', version: 9 } });
    expect({ ...echoed.body, updated_at: '' }).toEqual({ ...changed.body, updated_at: '' });
  });

  test('keeps pictures of its own, at addresses that anybody can load', async () => {
    const { body } = await create(owner, { key: 'pictures' });
    const path = brandPath(owner, body.id);
    const withLogo = await api.as(owner).updateBrand({ path, form: formWith('logo', plainPicture(1600, 400)) });
    const both = await api.as(owner).updateBrand({ path, form: formWith('thumbnail', plainPicture(50, 50)) });
    expect(both.body.full_logo_url).toBe(withLogo.body.full_logo_url);
    const logo = await fetch(both.body.full_logo_url);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = PNG.sync.read(Buffer.from(await logo.arrayBuffer()));
    expect([width, height]).toEqual([1200, 300]);
    expect((await fetch(both.body.thumbnail_url)).status).toBe(200);
    const echoed = await api.as(owner).updateBrand({ path, body: both.body });
    expect(echoed.body.full_logo_url).toBe(both.body.full_logo_url);
  });

  test.each([
    ['a web page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a broken PNG', plainPicture(20, 20).subarray(0, 60)],
    ['a picture of monstrous size', hugeHeader()],
    ['more than 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1)],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s as a picture', async (_, bytes) => {
    const [{ id }] = await list(owner);
    const before = await list(owner);
    for (const field of ['logo', 'thumbnail']) {
      const form = formWith(field, Buffer.from(bytes));
      const { status, body } = await api.as(owner).updateBrand({ path: brandPath(owner, id), form });
      expect(status).toBe(406);
      expect(body.error).toMatch(new RegExp(`^${field}: `));
    }
    expect(await list(owner)).toEqual(before);
  });
});

describe('a caller', () => {
  test('may see brands with org:view, and change them only with org:update', async () => {
    const { body: brand } = await create(owner, { key: 'guarded' });
    const path = brandPath(owner, brand.id);
    const colleague = api.as(await colleagueOf(owner, 'basic_user'));
    expect((await colleague.getBrands({ path: org(owner) })).status).toBe(200);
    expect((await colleague.getBrand({ path })).status).toBe(200);
    const refused = await Promise.all([
      colleague.createBrand({ path: org(owner), body: { key: 'mine' } }),
      colleague.updateBrand({ path, body: { name: 'Mine' } }),
      colleague.deleteBrand({ path }),
      colleague.addBrandEmailDomain({ path, body: { subdomain: 'a.example.com', local_part: 'a' } }),
      colleague.removeBrandEmailDomain({ path }),
      colleague.verifyBrandEmailDomain({ path }),
      colleague.addBrandAppDomain({ path, body: { domain: 'a.example.com' } }),
      colleague.removeBrandAppDomain({ path }),
      colleague.verifyBrandAppDomain({ path }),
    ]);
    for (const { status, body } of refused)
      expect([status, body.error]).toEqual([401, expect.stringContaining('org:update')]);
    const admin = api.as(await colleagueOf(owner, 'admin'));
    expect((await admin.updateBrand({ path, body: { name: 'Ours' } })).status).toBe(200);
  });

  test("gets the same answer for another's brand as for a brand that doesn't exist, byte for byte", async () => {
    const { body: brand } = await create(owner, { key: 'foreign' });
    const asStranger = api.as(stranger);
    const paths = [
      brandPath(owner, brand.id),
      brandPath(stranger, brand.id),
      brandPath(stranger, newId()),
      { organizationid: newId(), brandid: newId() },
    ];
    const calls: ((path: object) => Promise<Answered>)[] = [
      (path) => asStranger.getBrand({ path }),
      (path) => asStranger.updateBrand({ path, body: { name: 'Mine' } }),
      (path) => asStranger.deleteBrand({ path }),
      (path) => asStranger.addBrandEmailDomain({ path, body: { subdomain: 'a.example.com', local_part: 'a' } }),
      (path) => asStranger.removeBrandEmailDomain({ path }),
      (path) => asStranger.verifyBrandEmailDomain({ path }),
      (path) => asStranger.addBrandAppDomain({ path, body: { domain: 'a.example.com' } }),
      (path) => asStranger.removeBrandAppDomain({ path }),
      (path) => asStranger.verifyBrandAppDomain({ path }),
    ];
    for (const call of calls) {
      const answers = await Promise.all(paths.map(async (path) => bytesOf(await call(path))));
      expect(answers[0]?.[0]).toBe(404);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    const lists = [org(owner), { organizationid: newId() }].map((path) => asStranger.getBrands({ path }));
    const [theirs, nobodys] = (await Promise.all(lists)).map(bytesOf);
    expect(theirs).toEqual(nobodys);
    expect((await api.as(owner).getBrand({ path: brandPath(owner, brand.id) })).body).toEqual(brand);
  });

  test('causes no more table calls than needed', async () => {
    const path = brandPath(owner, (await create(owner, { key: 'counted' })).body.id);
    const calls = (id: string) => callsOf(id).map(({ command }) => command);
    expect(calls('createBrand')).toEqual(['Query', 'TransactWrite']);
    await api.as(owner).getBrand({ path });
    expect(calls('getBrand')).toEqual(['BatchGet']);
    await list(owner);
    expect(calls('getBrands')).toEqual(['Query']);
    await api.as(owner).updateBrand({ path, body: { name: 'Counted' } });
    expect(calls('updateBrand')).toEqual(['BatchGet', 'TransactWrite']);
    await api.as(owner).deleteBrand({ path });
    expect(calls('deleteBrand')).toEqual(['BatchGet', 'TransactWrite']);
  });
});
