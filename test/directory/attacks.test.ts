import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { type Company, newCompany, proveDomain } from '../identity-providers/company.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { newGroup, newToken, newUser, type ScimClient, scimClient } from './scim-client.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let company: Company;
let scim: ScimClient;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  company = await newCompany(api);
  await proveDomain(api, dns, company, company.domain);
  scim = scimClient(api, (await newToken(api, company)).token);
});
afterAll(() => stop());

const rolesOf = async (profile_id: string) =>
  ok(await api.as(company.owner).getOrganizationMembers()).find(({ id }) => id === profile_id)?.roles;

/** Calls until one that began after `isOver` is answered; returns the status of that one. */
const callUntil = async (isOver: () => boolean, call: () => Promise<{ status: number }>): Promise<number> => {
  for (;;) {
    const isLate = isOver();
    const { status } = await call();
    if (isLate) return status;
  }
};

test.each([
  ['deactivated', (id: string) => scim.patch(`Users/${id}`, [{ op: 'replace', path: 'active', value: false }])],
  ['removed', (id: string) => scim.remove(`Users/${id}`)],
])(
  'a member who is %s under load: no call that begins after the answer succeeds, by whatever credential',
  async (_, takeOut) => {
    const person = await memberOf(api, company.owner, 'admin');
    const as = api.as(person);
    const key = ok(await as.createApiKey({ body: { name: 'Load', profile_id: person.profile_id } }));
    const { client_id, client_secret = '' } = key;
    const byKey = () =>
      api.anyone.authenticate({ body: { grant_type: 'client_credentials', client_id, client_secret } });
    const token = ok(await byKey()).access_token;
    const signIn = { grant_type: 'password', username: person.email, password: person.password } as const;
    let { refresh_token } = ok(await api.anyone.authenticate({ body: signIn }));
    const renewed: string[] = [];
    const renew = async () => {
      const answer = await api.anyone.authenticate({ body: { grant_type: 'refresh_token', refresh_token } });
      if (answer.status === 200) {
        refresh_token = answer.body.refresh_token;
        renewed.push(answer.body.access_token);
      }
      return answer;
    };
    const invitation = { first_name: 'A', last_name: 'Friend', email: `friend-${person.email}`, role: 'admin' };
    const calls = [
      () => as.getTemplates(),
      () => as.createGroup({ body: { name: `Group ${Math.random()}` } }),
      () => as.createOrganizationInvitation({ body: invitation }),
      () => api.as({ token }).getTemplates(),
      byKey,
    ];
    let isOver = false;
    const running = [
      ...Array.from({ length: 19 }, (__, at) => callUntil(() => isOver, calls[at % calls.length] ?? renew)),
      callUntil(() => isOver, renew),
    ];
    expect((await takeOut(person.profile_id)).status).toBeLessThan(300);
    isOver = true;
    expect((await Promise.all(running)).filter((status) => status < 400)).toEqual([]);
    for (const one of renewed.slice(-2)) expect((await api.as({ token: one }).getTemplates()).status).toBe(401);
  },
);

test('of two changes at once that demand the same version, one is carried out', async () => {
  const { body: user } = await scim.create('Users', newUser(company));
  const { body: group } = await scim.create('Groups', newGroup('Versions'));
  for (const [path, { meta }, changes] of [
    [`Users/${user.id}`, user, ['A', 'B'].map((value) => ({ op: 'replace', path: 'name.givenName', value }))],
    [
      `Groups/${group.id}`,
      group,
      [user.id, company.owner.profile_id].map((value) => ({ op: 'add', path: 'members', value: [{ value }] })),
    ],
  ] as const) {
    const both = changes.map((change) => scim.patch(path, [change], { 'if-match': meta.version }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  }
});

test('an administrator’s lock stands against an activation by the directory at the same moment', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const person = await memberOf(api, company.owner, 'member');
    const path = `Users/${person.profile_id}`;
    ok(await scim.patch(path, [{ op: 'replace', path: 'active', value: false }]));
    const lock = { action: 'lock', reason: 'Stolen laptop' } as const;
    const [locked] = await Promise.all([
      api.as(company.owner).actOnOrganizationMember({ path: person, body: lock }),
      scim.patch(path, [{ op: 'replace', path: 'active', value: true }]),
    ]);
    if (locked.status < 300) expect((await scim.read(path)).body.active).toBe(false);
  }
});

test('a group that is renamed gives and takes the role of its name, and nobody else’s', async () => {
  const appointed = await memberOf(api, company.owner, 'admin');
  const body = {
    default_role: 'basic_user',
    role_groups: [{ group: 'Admins', role: 'admin' }],
    hands_over: false,
    heir_id: null,
  };
  ok(await api.as(company.owner).updateDirectory({ path: company.path, body }));
  const { id } = (await scim.create('Users', newUser(company))).body;
  const { body: group } = await scim.create('Groups', newGroup('Admins', [id]));
  expect(await rolesOf(id)).toEqual(['admin']);
  const rename = (value: string) => scim.patch(`Groups/${group.id}`, [{ op: 'replace', path: 'displayName', value }]);
  ok(await rename('Nobody'));
  expect(await rolesOf(id)).toEqual(['basic_user']);
  ok(await rename('admins'));
  expect(await rolesOf(id)).toEqual(['admin']);
  expect(await rolesOf(appointed.profile_id)).toEqual(['admin']);
});

test('lists of thousands in a PATCH are refused, before anything is compared with anything', async () => {
  const { body: group } = await scim.create('Groups', newGroup('Large'));
  const value = Array.from({ length: 5000 }, (_, at) => ({ value: `x-${at}` }));
  for (const op of ['add', 'remove', 'replace'])
    expect((await scim.patch(`Groups/${group.id}`, [{ op, path: 'members', value }])).status).toBe(400);
  const some = { op: 'remove', path: 'members', value: value.slice(0, 900) };
  expect(
    (
      await scim.patch(
        `Groups/${group.id}`,
        Array.from({ length: 5 }, () => some),
      )
    ).status,
  ).toBe(400);
});
