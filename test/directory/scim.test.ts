import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { type Company, newCompany, proveDomain, settings, signInAt } from '../identity-providers/company.ts';
import { type HostileProvider, startProvider } from '../identity-providers/hostile-provider.ts';
import { memberOf } from '../members/member.ts';
import { readTable } from '../storage/stored-forms.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { GROUP, newGroup, newToken, newUser, type Scim, type ScimClient, scimClient, USER } from './scim-client.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let provider: HostileProvider;
let company: Company;
let scim: ScimClient;
let stranger: ScimClient;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  provider = await startProvider();
  company = await newCompany(api);
  await proveDomain(api, dns, company, company.domain);
  ok(await api.as(company.owner).setIdentityProvider({ path: company.path, body: settings(provider.issuer) }));
  scim = scimClient(api, (await newToken(api, company)).token);
  const other = await newCompany(api);
  stranger = scimClient(api, (await newToken(api, other)).token);
});
afterAll(async () => {
  await stop();
  await provider.stop();
});

const configure = async (change: object): Promise<void> => {
  const { default_role, role_groups, hands_over, heir_id } = ok(await api.as(company.owner).getDirectory(company));
  const body = { default_role, role_groups, hands_over, heir_id, ...change };
  ok(await api.as(company.owner).updateDirectory({ path: company.path, body }));
};
const rolesOf = async (profile_id: string) =>
  ok(await api.as(company.owner).getOrganizationMembers()).find(({ id }) => id === profile_id)?.roles;
const eventsOf = async (object_id: string) =>
  ok(await api.as(company.owner).getOrganizationEvents({ path: company.path, query: { rows: 50, object_id } })).events;
const isOut = async ({ token }: Pick<Person, 'token'>): Promise<boolean> =>
  (await api.as({ token }).getMyUser()).status === 401;
const errorOf = ({ status, body }: { status: number; body: Scim }) => [status, body.status, body.scimType];

describe('a user', () => {
  test('is a member at once, is found by user name, and signs in at the provider as that member', async () => {
    const stated = newUser(company, { externalId: 'entra-1' });
    const { status, body, headers } = await scim.create('Users', stated);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/scim+json');
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('etag')).toBe(body.meta.version);
    expect(body).toMatchObject({ ...stated, id: expect.any(String) });
    const { body: list } = await scim.read('Users', { filter: `userName eq "${stated.userName.toUpperCase()}"` });
    expect(list).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] });
    expect((await scim.read('Users', { filter: 'externalId eq "entra-1"' })).body.totalResults).toBe(1);
    provider.signIn({ sub: 'grace', email: stated.userName, email_verified: true });
    const session = ok(await signInAt(api, company));
    expect(ok(await api.as({ token: session.access_token }).getProfiles())).toMatchObject([
      { id: body.id, roles: ['member'] },
    ]);
    const event = (await eventsOf(body.id)).at(-1);
    expect(event).toMatchObject({ kind: 'member:created', client: { kind: 'directory' }, actor: { user_id: null } });
  });

  test('needs an address at a proven domain, and nobody is taken over at any other', async () => {
    const elsewhere = await api.signUp();
    for (const email of ['ada@example.org', elsewhere.email, `ada@sub.${company.domain}`]) {
      const body = newUser(company, { userName: email, emails: [{ value: email }] });
      expect(errorOf(await scim.create('Users', body))).toEqual([400, '400', 'invalidValue']);
    }
    expect(await isOut(elsewhere)).toBe(false);
  });

  test('has the account that the address has already, which stays in its other organizations', async () => {
    const email = `known@${company.domain}`;
    const known = await api.signUp({ email });
    const { status, body } = await scim.create(
      'Users',
      newUser(company, { userName: 'known', emails: [{ value: email }] }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ userName: 'known', emails: [{ value: email }] });
    const organizations = ok(await api.as(known).getProfiles()).map(({ organization_id }) => organization_id);
    expect(organizations.sort()).toEqual([known.organization_id, company.path.organization_id].sort());
  });

  test('who was invited has the role of the invitation, which is used', async () => {
    const email = `invited@${company.domain}`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email };
    ok(await api.as(company.owner).createOrganizationInvitation({ body: { ...person, role: 'admin' } }));
    const { status, body } = await scim.create(
      'Users',
      newUser(company, { userName: email, emails: [{ value: email }] }),
    );
    expect(status).toBe(201);
    expect(await rolesOf(body.id)).toEqual(['admin']);
    const invitations = ok(await api.as(company.owner).getOrganizationInvitations());
    expect(invitations.filter((one) => one.email === email && one.status === 'pending')).toEqual([]);
  });

  test('that is there already is refused as such, by address and by user name, also twice at once', async () => {
    const stated = newUser(company);
    const answers = await Promise.all([1, 2, 3].map(() => scim.create('Users', stated)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(errorOf(await scim.create('Users', newUser(company, { userName: stated.userName })))).toEqual([
      409,
      '409',
      'uniqueness',
    ]);
    const { body } = await scim.create('Users', newUser(company));
    const taken = await scim.patch(`Users/${body.id}`, [{ op: 'replace', path: 'userName', value: stated.userName }]);
    expect(errorOf(taken)).toEqual([409, '409', 'uniqueness']);
  });

  test('keeps the address: another one is refused, and nothing is changed', async () => {
    const { body } = await scim.create('Users', newUser(company));
    const email = `other@${company.domain}`;
    const asked = await scim.patch(`Users/${body.id}`, [
      { op: 'replace', path: 'name.givenName', value: 'Ada' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: email },
    ]);
    expect(errorOf(asked)).toEqual([400, '400', 'mutability']);
    expect((await scim.read(`Users/${body.id}`)).body).toEqual(body);
  });
});

describe('a user who is deactivated', () => {
  test.each([
    ['as Entra ID does', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['as Okta does', [{ op: 'replace', value: { active: false } }]],
  ])('%s is out with the next call, keeps what is owned, and is in again when activated', async (_, operations) => {
    const person = await memberOf(api, company.owner, 'member');
    const template = ok(await api.as(person).createTemplate({ body: { name: 'Lease' } }));
    const { status, body } = await scim.patch(`Users/${person.profile_id}`, operations);
    expect({ status, active: body.active }).toEqual({ status: 200, active: false });
    expect(await isOut(person)).toBe(true);
    expect(
      refusalOf(
        await api.anyone.authenticate({
          body: { grant_type: 'password', username: person.email, password: person.password },
        }),
      ),
    ).toEqual([401, 'no_active_profile']);
    await api.settle();
    expect(
      (await scim.patch(`Users/${person.profile_id}`, [{ op: 'add', path: 'active', value: true }])).body.active,
    ).toBe(true);
    const { access_token: token } = ok(
      await api.anyone.authenticate({
        body: { grant_type: 'password', username: person.email, password: person.password },
      }),
    );
    const kept = ok(await api.as({ token }).getTemplate({ path: { template_id: template.id } }));
    expect(kept.profile_id).toBe(person.profile_id);
    expect((await eventsOf(person.profile_id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['member:locked', 'member:unlocked']),
    );
  });

  test('hands over to the heir at once if the organization has said so', async () => {
    const [person, heir] = [await memberOf(api, company.owner, 'member'), await memberOf(api, company.owner, 'member')];
    const template = ok(await api.as(person).createTemplate({ body: { name: 'Lease' } }));
    await configure({ hands_over: true, heir_id: heir.profile_id });
    const { body: shown } = await scim.read(`Users/${person.profile_id}`);
    expect((await scim.replace(`Users/${person.profile_id}`, { ...shown, active: false })).body.active).toBe(false);
    const another = await memberOf(api, company.owner, 'member');
    const { id } = ok(await api.as(another).createTemplate({ body: { name: 'Loan' } }));
    await scim.patch(`Users/${another.profile_id}`, [{ op: 'replace', path: 'active', value: false }]);
    await scim.patch(`Users/${heir.profile_id}`, [{ op: 'replace', path: 'externalId', value: 'heir' }]);
    await configure({ hands_over: false, heir_id: null });
    expect(await isOut(person)).toBe(true);
    await api.settle();
    for (const template_id of [template.id, id]) {
      const { profile_id } = ok(await api.as(heir).getTemplate({ path: { template_id } }));
      expect(profile_id).toBe(heir.profile_id);
    }
    expect(
      (await scim.patch(`Users/${person.profile_id}`, [{ op: 'replace', path: 'active', value: true }])).status,
    ).toBe(200);
  });

  test('by an administrator here is activated here alone', async () => {
    const person = await memberOf(api, company.owner, 'member');
    ok(await api.as(company.owner).actOnOrganizationMember({ path: person, body: { action: 'lock' } }));
    const asked = await scim.patch(`Users/${person.profile_id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect(errorOf(asked)).toEqual([403, '403', undefined]);
    expect((await scim.read(`Users/${person.profile_id}`)).body.active).toBe(false);
  });

  test('while many requests run is out of all of them, and the last owner stays', async () => {
    const person = await memberOf(api, company.owner, 'member');
    const calls = Array.from({ length: 20 }, () => api.as(person).getTemplates());
    await scim.remove(`Users/${person.profile_id}`);
    await Promise.all(calls);
    expect(await isOut(person)).toBe(true);
    const { profile_id } = company.owner;
    expect((await scim.remove(`Users/${profile_id}`)).status).toBe(403);
    expect((await scim.patch(`Users/${profile_id}`, [{ op: 'replace', path: 'active', value: false }])).status).toBe(
      403,
    );
    expect(await isOut(company.owner)).toBe(false);
  });
});

test('an owner whom the demand for the provider excepts is removed, and another one takes the place', async () => {
  const own = await newCompany(api);
  await proveDomain(api, dns, own, own.domain);
  const second = await memberOf(api, own.owner, 'owner');
  const demanded = settings(provider.issuer, { required: true, emergency_profile_ids: [second.profile_id] });
  ok(await api.as(own.owner).setIdentityProvider({ path: own.path, body: demanded }));
  const { token } = await newToken(api, { ...own, owner: second });
  expect((await scimClient(api, token).remove(`Users/${second.profile_id}`)).status).toBe(204);
  expect(ok(await api.as(own.owner).getIdentityProvider(own)).provider?.emergency_profile_ids).toEqual([
    own.owner.profile_id,
  ]);
});

test('a user who is removed is gone, and the heir gets what the person owned', async () => {
  const [person, heir] = [await memberOf(api, company.owner, 'member'), await memberOf(api, company.owner, 'member')];
  const template = ok(await api.as(person).createTemplate({ body: { name: 'Lease' } }));
  await configure({ heir_id: heir.profile_id });
  expect((await scim.remove(`Users/${person.profile_id}`)).status).toBe(204);
  await configure({ heir_id: null });
  await api.settle();
  expect(ok(await api.as(heir).getTemplate({ path: { template_id: template.id } })).profile_id).toBe(heir.profile_id);
  expect((await scim.read(`Users/${person.profile_id}`)).status).toBe(404);
  expect((await scim.remove(`Users/${person.profile_id}`)).status).toBe(404);
  expect(await eventsOf(person.profile_id)).toMatchObject([{ kind: 'member:deleted', client: { kind: 'directory' } }]);
});

describe('a group', () => {
  test('has its members, gives them its role, and takes it when they leave', async () => {
    await configure({ role_groups: [{ group: 'Legal', role: 'admin' }], default_role: 'basic_user' });
    const people = await Promise.all([1, 2, 3].map(async () => (await scim.create('Users', newUser(company))).body.id));
    const [ada, grace, joan] = people as [string, string, string];
    const { status, body } = await scim.create('Groups', newGroup('Legal', [ada]));
    expect(status).toBe(201);
    expect(body).toMatchObject({ schemas: [GROUP], displayName: 'Legal', members: [{ value: ada }] });
    const path = `Groups/${body.id}`;
    await scim.patch(path, [{ op: 'Add', path: 'members', value: [{ value: grace }, { value: joan }] }]);
    expect(await Promise.all(people.map(rolesOf))).toEqual([['admin'], ['admin'], ['admin']]);
    expect((await scim.read(`Users/${ada}`)).body.groups).toMatchObject([{ value: body.id, display: 'Legal' }]);
    await scim.patch(path, [{ op: 'remove', path: `members[value eq "${ada}"]` }]);
    await scim.patch(path, [{ op: 'Remove', path: 'members', value: [{ value: grace }] }]);
    expect(await Promise.all(people.map(rolesOf))).toEqual([['basic_user'], ['basic_user'], ['admin']]);
    expect((await scim.read(path)).body.members).toMatchObject([{ value: joan }]);
    expect((await scim.read(path, { excludedAttributes: 'members' })).body.members).toBeUndefined();
    expect((await scim.remove(path)).status).toBe(204);
    expect(await rolesOf(joan)).toEqual(['basic_user']);
    await configure({ role_groups: [], default_role: 'member' });
  });

  test('makes nobody an owner, and takes the role of none', async () => {
    const body = {
      default_role: 'member',
      role_groups: [{ group: 'Owners', role: 'owner' }],
      hands_over: false,
      heir_id: null,
    };
    expect((await api.as(company.owner).updateDirectory({ path: company.path, body })).status).toBe(406);
    await configure({ role_groups: [{ group: 'Staff', role: 'basic_user' }] });
    expect((await scim.create('Groups', newGroup('Staff', [company.owner.profile_id]))).status).toBe(201);
    expect(await rolesOf(company.owner.profile_id)).toEqual(['owner']);
    await configure({ role_groups: [] });
  });

  test('refuses a name that is taken, and stays as it was', async () => {
    const { body } = await scim.create('Groups', newGroup('Sales'));
    expect(errorOf(await scim.create('Groups', newGroup('sales')))).toEqual([409, '409', 'uniqueness']);
    const taken = (await scim.create('Groups', newGroup('Support'))).body;
    const renamed = await scim.patch(`Groups/${taken.id}`, [{ op: 'replace', path: 'displayName', value: 'SALES' }]);
    expect(errorOf(renamed)).toEqual([409, '409', 'uniqueness']);
    expect((await scim.read(`Groups/${body.id}`)).body).toEqual(body);
  });

  test('leaves out who is no member, and takes the others in', async () => {
    const { body: user } = await scim.create('Users', newUser(company));
    const { body: group } = await scim.create('Groups', newGroup('Mixed', [crypto.randomUUID(), user.id, 'x']));
    expect(group.members).toMatchObject([{ value: user.id }]);
    const { body } = await scim.patch(`Groups/${group.id}`, [
      { op: 'add', path: 'members', value: [{ value: 'fake' }] },
    ]);
    expect(body.members).toMatchObject([{ value: user.id }]);
  });

  test('of hundreds is changed by one request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 45 }, async () => (await scim.create('Users', newUser(company))).body.id),
    );
    const { body } = await scim.create('Groups', newGroup('All', ids));
    expect(body.members).toHaveLength(45);
    const { body: fewer } = await scim.replace(`Groups/${body.id}`, newGroup('Everybody', ids.slice(0, 2)));
    expect(fewer).toMatchObject({ displayName: 'Everybody', members: [{}, {}] });
  });
});

describe('a resource', () => {
  test('is changed only in the version that If-Match demands, and is not sent again unchanged', async () => {
    const { body } = await scim.create('Users', newUser(company));
    const path = `Users/${body.id}`;
    const { version } = body.meta;
    expect((await scim.read(path, {}, { 'if-none-match': version })).status).toBe(304);
    const change = [{ op: 'replace', path: 'name.givenName', value: 'Ada' }];
    expect((await scim.patch(path, change, { 'if-match': version })).body.name.givenName).toBe('Ada');
    expect((await scim.patch(path, change, { 'if-match': version })).status).toBe(412);
    expect((await scim.replace(path, newUser(company), { 'if-match': version })).status).toBe(412);
    expect((await scim.remove(path, { 'if-match': version })).status).toBe(412);
    expect((await scim.read(path, {}, { 'if-none-match': version })).status).toBe(200);
  });

  test.each([
    'userName eq',
    'userName foo "x"',
    `${'('.repeat(400)}userName pr`,
    'not '.repeat(200),
    'emails[value eq "x"',
    '"',
  ])('list refuses the filter %s', async (filter) => {
    expect(errorOf(await scim.read('Users', { filter }))).toEqual([400, '400', 'invalidFilter']);
  });

  test('list is filtered and paged, with the attributes that are asked for', async () => {
    const { body } = await scim.create('Users', newUser(company, { name: { givenName: 'Zoë', familyName: 'Only' } }));
    for (const filter of [
      'name.familyName eq "only"',
      `emails[type eq "work" and value co "${body.userName}"]`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName sw "${body.userName}" and active eq true`,
      `id eq "${body.id}" and not (active eq false)`,
    ]) {
      const { body: list } = await scim.read('Users', { filter });
      expect([filter, list.Resources.map(({ id }) => id)]).toEqual([filter, [body.id]]);
    }
    const { body: all } = await scim.read('Users', { startIndex: 2, count: 3, attributes: 'userName' });
    expect(all).toMatchObject({ startIndex: 2, itemsPerPage: 3 });
    expect(Object.keys(all.Resources[0] ?? {}).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
    const asked = { filter: `id eq "${body.id}"`, attributes: ['userName'] };
    const found = await scim.create('Users/.search', asked);
    expect(found).toMatchObject({ status: 200, body: { totalResults: 1, Resources: [{ id: body.id }] } });
    expect((await scim.create('.search', asked)).body.totalResults).toBe(1);
    expect((await scim.read('Users', { count: 0 })).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
  });

  test('refuses operations that reach beyond it, and answers bad ones as SCIM does', async () => {
    const { body } = await scim.create('Users', newUser(company));
    for (const operations of [
      [{ op: 'add', path: '__proto__.polluted', value: true }],
      [{ op: 'add', path: 'name.constructor.prototype.polluted', value: true }],
      [{ op: 'add', value: JSON.parse('{"__proto__": {"polluted": true}}') }],
      [{ op: 'move', path: 'active' }],
      [{ op: 'remove' }],
      [],
    ]) {
      const { status } = await scim.patch(`Users/${body.id}`, operations);
      expect([operations, status]).toEqual([operations, 400]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await scim.read(`Users/${body.id}`)).body).toEqual(body);
    expect(errorOf(await scim.create('Users', '{'))).toEqual([400, '400', 'invalidSyntax']);
    expect((await scim.create('Users', { schemas: [USER], userName: 'no address' })).body.detail).toContain('userName');
  });

  test('of another organization is as if it were not there', async () => {
    const { body } = await scim.create('Users', newUser(company));
    const group = (await scim.create('Groups', newGroup('Ours', [body.id]))).body;
    for (const path of [`Users/${body.id}`, `Groups/${group.id}`]) {
      const unknown = path.replace(/[^/]+$/, crypto.randomUUID());
      for (const act of [stranger.read, stranger.remove]) {
        const [theirs, none] = [await act(path), await act(unknown)];
        expect([theirs.status, theirs.body.detail]).toEqual([404, none.body.detail]);
      }
      expect((await stranger.patch(path, [{ op: 'replace', path: 'active', value: false }])).status).toBe(404);
    }
    const theirs = await stranger.create('Groups', newGroup('Theirs', [body.id]));
    expect([theirs.status, theirs.body.members]).toEqual([201, undefined]);
    expect((await stranger.read('Users')).body.Resources.map(({ id }) => id)).not.toContain(body.id);
  });
});

test('what SCIM can do here is described, and what it can not is not found', async () => {
  expect((await scim.read('ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
  });
  expect((await scim.read('ResourceTypes')).body.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
  expect((await scim.read(`Schemas/${USER}`)).body).toMatchObject({ id: USER });
  for (const path of ['Bulk', 'Me', 'Users/x/y', 'Schemas/urn:none', 'constructor']) {
    expect((await scim.read(path)).status).toBe(404);
  }
  const written = await scim.create('Schemas', {});
  expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET']);
});

describe('a token', () => {
  test.each([
    'readScimResources',
    'createScimResource',
    'replaceScimResource',
    'changeScimResource',
    'deleteScimResource',
  ] as const)('is needed by %s, which says so as SCIM does', async (id) => {
    const body = { schemas: [USER], userName: 'ada@example.com' };
    const input = { path: { path: `Users/${company.owner.profile_id}` }, ...(/^(read|del)/.test(id) ? {} : { body }) };
    const { status, body: failure } = await api.use(id, { token: company.owner.token }, input);
    expect([status, failure]).toEqual([401, expect.objectContaining({ status: '401' })]);
  });

  test('is needed, is of one organization, and is refused as soon as it is deleted', async () => {
    const { id, token } = await newToken(api, company);
    const own = scimClient(api, token);
    expect((await own.read('Users', { count: 1 })).status).toBe(200);
    const { tokens } = ok(await api.as(company.owner).getDirectory(company));
    expect(tokens.find((one) => one.id === id)?.last_used_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await api.as(company.owner).createDirectoryToken(company)).status).toBe(400);
    const [organization_id, token_id, secret = ''] = token.split('.');
    const wrong = [
      '',
      'x',
      company.owner.token,
      `${organization_id}.${token_id}.${secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${crypto.randomUUID()}.${token_id}.${secret}`,
      `${organization_id}.${crypto.randomUUID()}.${secret}`,
    ];
    for (const one of wrong) {
      const { status, body, headers } = await scimClient(api, one).read('Users');
      expect([one, status, body.status, headers.get('www-authenticate')]).toEqual([
        one,
        401,
        '401',
        expect.stringContaining('Bearer'),
      ]);
    }
    ok(await api.as(company.owner).deleteDirectoryToken({ path: { ...company.path, token_id: id } }));
    expect((await own.read('Users')).status).toBe(401);
    expect((await own.create('Users', newUser(company))).status).toBe(401);
    expect((await api.as({ token }).getMyUser()).status).toBe(401);
  });

  test('is made by owners alone, and its settings name members of the organization alone', async () => {
    const admin = await memberOf(api, company.owner, 'admin');
    expect((await api.as(admin).createDirectoryToken(company)).status).toBe(401);
    const elsewhere = await api.signUp();
    const body = { default_role: 'member', role_groups: [], hands_over: false, heir_id: elsewhere.profile_id };
    expect(refusalOf(await api.as(company.owner).updateDirectory({ path: company.path, body }))).toEqual([
      406,
      'invalid',
    ]);
    expect((await api.as(elsewhere).getDirectory(company)).status).toBe(404);
  });
});

test('a directory goes with its organization', async () => {
  const own = await newCompany(api);
  const client = scimClient(api, (await newToken(api, own)).token);
  expect((await client.read('Users')).status).toBe(200);
  const kept = async () => (await readTable()).filter(({ pk }) => pk === `DIRECTORY#${own.path.organization_id}`);
  expect(await kept()).toHaveLength(2);
  ok(await api.as(own.owner).updateOrganization({ path: own.path, body: { deletion_protected: false } }));
  ok(await api.as(own.owner).deleteOrganization({ path: own.path }));
  expect((await client.read('Users')).status).toBe(401);
  await api.settle();
  // The worker comes again when no request can be under way any more.
  await api.advance('PT16M');
  await api.settle();
  expect(await kept()).toEqual([]);
});
