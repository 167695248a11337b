import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { ok } from '../stories/envelope.ts';

let api: Api;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp({ org_name: 'Analytical Engines' });
  stranger = await api.signUp();
});
afterAll(() => api.stop());

const path = ({ organization_id }: Pick<Person, 'organization_id'>) => ({ organization_id });
const eventsOf = async (person: Pick<Person, 'token' | 'organization_id'>, query: object = {}) =>
  ok(await api.as(person).getOrganizationEvents({ path: path(person), query: { rows: 100, ...query } })).events;
const rename = (name: string) => api.as(owner).updateOrganization({ path: path(owner), body: { name } });
const signIn = (body: object, headers: Record<string, string> = {}) =>
  api.anyone.authenticate({ body, headers: { 'user-agent': 'Tests/1.0', ...headers } });

describe('an event', () => {
  test('says who, through what, from where, what, and from what to what', async () => {
    ok(await rename('Difference Engines'));
    const [event] = await eventsOf(owner, { kind: 'organization:updated' });
    expect(event).toMatchObject({
      kind: 'organization:updated',
      operation: 'updateOrganization',
      outcome: 'success',
      reason: null,
      actor: { user_id: owner.user_id, profile_id: owner.profile_id, email: owner.email },
      client: null,
      object: { type: 'organization', id: owner.organization_id, name: 'Analytical Engines' },
      changes: [{ member: 'name', from: 'Analytical Engines', to: 'Difference Engines' }],
    });
    expect(event?.ip).not.toBe('');
  });

  test('names the API key that acts for the person', async () => {
    const key = ok(await api.as(owner).createApiKey({ body: { name: 'Billing', profile_id: owner.profile_id } }));
    const { client_id, client_secret } = key;
    const { access_token } = ok(await signIn({ grant_type: 'client_credentials', client_id, client_secret }));
    const asKey = { token: String(access_token), organization_id: owner.organization_id };
    ok(await api.as(asKey).createBrand({ path: { organizationid: owner.organization_id }, body: { key: 'by-key' } }));
    const [brand] = await eventsOf(asKey, { kind: 'brand:created' });
    expect(brand).toMatchObject({ client: { kind: 'api_key', id: client_id, name: 'Billing' } });
    const [session] = await eventsOf(owner, { kind: 'session:started' });
    expect(session).toMatchObject({ client: { kind: 'api_key', id: client_id }, user_agent: 'Tests/1.0' });
    expect(JSON.stringify(await eventsOf(owner))).not.toContain(client_secret);
  });

  test('is missing where nothing was done: a refused request, a repeated one, and one that only reads', async () => {
    const before = (await eventsOf(owner)).length;
    expect((await api.as(owner).updateOrganization({ path: path(owner), body: { url: 'no address' } })).status).toBe(
      406,
    );
    expect((await api.as(owner).deleteApiKey({ path: { client_id: owner.profile_id } })).status).toBe(404);
    ok(await api.as(owner).getOrganization({ path: path(owner) }));
    expect(await eventsOf(owner)).toHaveLength(before);
    const headers = { 'Idempotency-Key': 'once' };
    const create = () => api.as(owner).createGroup({ headers, body: { name: 'Auditors', permissions: [] } });
    ok(await create());
    ok(await create());
    expect(await eventsOf(owner)).toHaveLength(before + 1);
  });

  test('is one for all tries of an act, whichever succeeds', async () => {
    const brands = ok(await api.as(owner).getBrands({ path: { organizationid: owner.organization_id } }));
    const brandid = String(brands[0]?.id);
    const change = (body: object) =>
      api.as(owner).updateBrand({ path: { organizationid: owner.organization_id, brandid }, body });
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => change({ name })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const events = await eventsOf(owner, { kind: 'brand:updated' });
    expect(events).toHaveLength(5);
    const names = events.map(({ changes }) => changes[0]).toReversed();
    // Each goes on from where another one ended.
    expect(new Set(names.map((one) => one?.from)).size).toBe(5);
  });
});

describe('a sign-in', () => {
  test('that fails is an event of the organization of the account; of an unknown address nothing is kept', async () => {
    const person = await memberOf(api, owner, 'member');
    const failed = await signIn({ grant_type: 'password', username: person.email, password: 'wrong password' });
    expect(failed.headers.get('x-error-code')).toBe('wrong_password');
    const before = await eventsOf(owner, { kind: 'session:started' });
    expect(before[0]).toMatchObject({
      outcome: 'failure',
      reason: 'wrong_password',
      actor: { profile_id: person.profile_id, email: person.email },
    });
    expect(JSON.stringify(before)).not.toContain('wrong password');
    const unknown = await signIn({
      grant_type: 'password',
      username: 'nobody@example.com',
      password: 'wrong password',
    });
    expect(unknown.headers.get('x-error-code')).toBe('wrong_password');
    expect(await eventsOf(owner, { kind: 'session:started' })).toHaveLength(before.length);
  });

  test('that fails takes the same calls for an unknown address, so that no time tells it', async () => {
    const callsFor = async (username: string) => {
      await signIn({ grant_type: 'password', username, password: 'wrong password' });
      return callsOf('authenticate').map(({ command }) => command);
    };
    expect(await callsFor(stranger.email)).toEqual(await callsFor('unknown@example.com'));
  });

  test('of an API key with a wrong secret is one event within a minute, however often it is tried', async () => {
    const { client_id } = ok(
      await api.as(owner).createApiKey({ body: { name: 'Guessed', profile_id: owner.profile_id } }),
    );
    for (let at = 0; at < 5; at++)
      await signIn({ grant_type: 'client_credentials', client_id, client_secret: 'wrong' });
    const failed = (await eventsOf(owner, { kind: 'session:started' })).filter(
      ({ client }) => client?.id === client_id,
    );
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(3);
    expect(failed[0]).toMatchObject({ outcome: 'failure', reason: 'invalid_client', client: { name: 'Guessed' } });
  });
});

describe('the list', () => {
  test('is filtered by time, person, kind and object, and read by the page', async () => {
    const person = await api.signUp();
    const other = await memberOf(api, person, 'admin');
    const create = (who: Pick<Person, 'token'>, name: string) =>
      api.as(who).createGroup({ body: { name, permissions: [] } });
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push(ok(await create(person, name)));
    made.push(ok(await create(other, 'Four')));
    ok(await api.as(person).deleteGroup({ path: { group_id: String(made[0]?.id) } }));
    const nameOf = (events: { object: { name: string | null } }[]) => events.map(({ object }) => object.name);
    expect(nameOf(await eventsOf(person, { kind: 'group:created' }))).toEqual(['Four', 'Three', 'Two', 'One']);
    expect(nameOf(await eventsOf(person, { kind: 'group:created', profile_id: other.profile_id }))).toEqual(['Four']);
    const ofOne = await eventsOf(person, { object_id: made[0]?.id });
    expect(ofOne.map(({ kind }) => kind)).toEqual(['group:deleted', 'group:created']);
    const [, three] = await eventsOf(person, { kind: 'group:created' });
    expect(nameOf(await eventsOf(person, { kind: 'group:created', from: three?.at }))).toEqual(['Four', 'Three']);
    expect(nameOf(await eventsOf(person, { kind: 'group:created', to: three?.at }))).toEqual(['Two', 'One']);
    const all = await eventsOf(person);
    const paged = [];
    let before: string | undefined;
    do {
      const query = { rows: 3, before };
      const page = ok(await api.as(person).getOrganizationEvents({ path: path(person), query }));
      expect(page.events.length).toBeLessThanOrEqual(3);
      paged.push(...page.events);
      before = page.next ?? undefined;
    } while (before);
    expect(paged).toEqual(all);
  });

  test('is for owners and administrators of the organization alone', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const { token } = await colleagueOf(owner, role);
      expect((await api.as({ token }).getOrganizationEvents({ path: path(owner) })).status).toBe(200);
    }
    for (const role of ['member', 'basic_user', 'contact'] as const) {
      const { token } = await colleagueOf(owner, role);
      const refused = await api.as({ token }).getOrganizationEvents({ path: path(owner) });
      expect(refused.headers.get('x-error-code')).toBe('forbidden');
    }
  });

  test('shows another tenant nothing', async () => {
    const refused = await api.as(stranger).getOrganizationEvents({ path: path(owner) });
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([404, 'not_found']);
    const own = await eventsOf(stranger);
    expect(own.every(({ organization_id }) => organization_id === stranger.organization_id)).toBe(true);
    expect(JSON.stringify(own)).not.toContain(owner.email);
  });
});

describe('how long events are kept', () => {
  test('is two years, or what the organization says; a change of that is an event', async () => {
    const person = await api.signUp();
    const change = (event_retention_days: unknown) =>
      api.as(person).updateOrganization({ path: path(person), body: { event_retention_days } });
    for (const wrong of [89, 3654, 1.5, 'long']) expect((await change(wrong)).status).toBe(406);
    expect(ok(await change(400))).toMatchObject({ event_retention_days: 400 });
    expect(ok(await change(null))).toMatchObject({ event_retention_days: null });
    const [back, shorter] = await eventsOf(person, { kind: 'organization:updated' });
    expect(shorter?.changes).toEqual([{ member: 'event_retention_days', to: 400 }]);
    expect(back?.changes).toEqual([{ member: 'event_retention_days', from: 400, to: null }]);
  });
});
