import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getItems } from '../../lib/storage/engine/client.ts';
import { ownTemplatesList, PUBLIC_TEMPLATES_LIST } from '../../lib/storage/engine/keys.ts';
import { countsKeys, sumOfCells } from '../../lib/storage/lists/list.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { colleagueOf } from '../organizations/colleague.ts';

let api: Api;
let owner: Person;
let colleague: { token: string; profile_id: string };
let stranger: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  stranger = await api.signUp();
  colleague = await colleagueOf(owner, 'member');
  const make = async (who: { token: string }, name: string, visibility: string, description = '') => {
    const { body } = await api.as(who).createTemplate({ body: { name, visibility, description } });
    ids[name] = body.id;
  };
  await make(owner, 'beta', 'private');
  await make(owner, 'Alpha', 'shared', 'A lease of 100% of the Building');
  await make(colleague, 'delta', 'shared');
  await make(colleague, 'hidden', 'private');
  await make(owner, 'Gamma', 'public');
  await make(stranger, 'foreign', 'shared');
  await make(stranger, 'foreign public', 'public');
  await api.settle();
});
afterAll(() => api.stop());

type Query = Record<string, string | number | boolean>;
const names = async (query: Query = {}, who: { token: string } = owner): Promise<string[]> => {
  const { status, body } = await api.as(who).getTemplates({ query });
  expect(status).toBe(200);
  expect(body.rows).toBe(body.templates.length);
  if (query.rows === undefined) expect(body.count).toBe(body.templates.length);
  return body.templates.map(({ name }: { name: string }) => name);
};

describe('getTemplates', () => {
  test("shows own and shared templates, never a colleague's private ones", async () => {
    expect(await names()).toEqual(['Gamma', 'delta', 'Alpha', 'beta']);
    expect(await names({}, colleague)).toEqual(['hidden', 'delta', 'Alpha']);
    expect(await names({}, stranger)).toEqual(['foreign public', 'foreign']);
  });

  test('takes at most four calls to the table, with attached data, in the orders of creation, change and names', async () => {
    const { token } = await api.signUp();
    const made: string[] = [];
    for (const visibility of ['private', 'shared', 'public']) {
      const { body } = await api
        .as({ token })
        .createTemplate({ body: { name: visibility, visibility, data: { a: 1 } } });
      made.push(body.id);
    }
    await api.settle();
    for (const query of [
      {},
      { is_creator: true },
      { visibility: 'public' },
      { visibility: 'public', is_creator: true },
    ]) {
      for (const sort_by of ['created_at', 'updated_at', 'name']) {
        const { body } = await api.as({ token }).getTemplates({ query: { ...query, sort_by } });
        const own = body.templates.filter(({ data }: { data: unknown }) => data !== null);
        expect(own.length).toBeGreaterThan(0);
        const calls = callsOf('getTemplates').map(({ command }) => command);
        expect(calls.length, `${JSON.stringify(query)} ${sort_by}: ${calls}`).toBeLessThanOrEqual(4);
      }
    }
    // Others look at what is public, too.
    for (const template_id of made) await api.as({ token }).deleteTemplate({ path: { template_id } });
    await api.settle();
  });

  test.each([
    [{ visibility: 'private_shared' }, ['delta', 'Alpha', 'beta']],
    [{ visibility: 'private' }, ['beta']],
    [{ visibility: 'shared' }, ['delta', 'Alpha']],
    [{ visibility: 'public', is_creator: true }, ['Gamma']],
    [{ is_creator: true }, ['Gamma', 'Alpha', 'beta']],
    [{ is_creator: true, visibility: 'shared' }, ['Alpha']],
    [{ is_creator: false }, ['Gamma', 'delta', 'Alpha', 'beta']],
    [{ sort_by: 'name' }, ['Alpha', 'beta', 'delta', 'Gamma']],
    [{ sort_by: 'name', ascending: false }, ['Gamma', 'delta', 'beta', 'Alpha']],
    [{ sort_by: 'created_at', ascending: true }, ['beta', 'Alpha', 'delta', 'Gamma']],
    [{ q: 'ALPHA' }, ['Alpha']],
    [{ q: '100% of the b' }, ['Alpha']],
    [{ q: 'build lease' }, ['Alpha']],
    [{ q: 'lpha' }, []],
    [{ q: '%' }, []],
    [{ q: 'a', sort_by: 'name' }, ['Alpha']],
    [{ q: 'nothing like it' }, []],
    [{ q: 'hidden' }, []],
  ])('%j lists %j', async (query, expected) => {
    expect(await names(query as Query)).toEqual(expected);
  });

  test("shows the data that are attached to a row's template, but not to other organizations", async () => {
    const person = await api.signUp();
    const make = (name: string, more: Record<string, unknown>) =>
      api.as(person).createTemplate({ body: { name, visibility: 'public', ...more } });
    const made = [await make('attached', { data: { order: 42 } }), await make('attached not', {})];
    await api.settle();
    const listed = async (who: { token: string }) => {
      const { body } = await api.as(who).getTemplates({ query: { visibility: 'public', q: 'attached' } });
      return body.templates.map(({ name, data }: { name: string; data: unknown }) => [name, data]);
    };
    const detached = ['attached not', null];
    expect(await listed(person)).toEqual([detached, ['attached', { order: 42 }]]);
    expect(await listed(stranger)).toEqual([detached, ['attached', null]]);
    for (const { body } of made) await api.as(person).deleteTemplate({ path: { template_id: body.id } });
    await api.settle();
  });

  test('shows public ones of all organizations to those who ask for them', async () => {
    expect(await names({ visibility: 'public' })).toEqual(['foreign public', 'Gamma']);
    expect(await names({ visibility: 'public', q: 'foreign' })).toEqual(['foreign public']);
  });

  test('sorts by change, use and stars', async () => {
    await api.as(owner).updateTemplate({ path: { template_id: ids.beta ?? '' }, body: { description: 'touched' } });
    await api.settle();
    expect((await names({ sort_by: 'updated_at' }))[0]).toBe('beta');
    await api.as(owner).toggleTemplateStar({ path: { template_id: ids.delta ?? '' } });
    await api.as(colleague).toggleTemplateStar({ path: { template_id: ids.delta ?? '' } });
    await api.as(owner).toggleTemplateStar({ path: { template_id: ids.Alpha ?? '' } });
    await api.settle();
    expect(await names({ sort_by: 'star_counter' })).toEqual(['delta', 'Alpha', 'Gamma', 'beta']);
    expect(await names({ is_starred: true })).toEqual(['delta', 'Alpha']);
    expect(await names({ is_starred: false })).toEqual(['Gamma', 'beta']);
    expect(await names({ sort_by: 'last_used_at' })).toHaveLength(4);
    expect(await names({ sort_by: 'counter', ascending: true })).toHaveLength(4);
  });

  test('continues after the last row of a page, in every order', async () => {
    const orders = ['created_at', 'updated_at', 'name', 'last_used_at', 'counter', 'star_counter'];
    const queries: Query[] = [...orders.map((sort_by) => ({ sort_by })), { q: 'a' }, { is_starred: true }];
    for (const query of queries) {
      const read: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const { body } = await api
          .as(owner)
          .getTemplates({ query: { ...query, rows: 1, ...(after ? { after } : {}) } });
        read.push(...body.templates.map(({ name }: { name: string }) => name));
        after = body.next;
      }
      expect([query, read]).toEqual([query, await names(query)]);
    }
    expect((await api.as(owner).getTemplates({ query: { after: 'x' } })).status).toBe(406);
  });

  test('pages without gaps or repetitions, with exact counts', async () => {
    const seen: string[] = [];
    for (const page of [0, 1, 2, 3, 4]) {
      const { body } = await api.as(owner).getTemplates({ query: { sort_by: 'name', rows: 1, page } });
      expect([body.count, body.page, body.rows]).toEqual([4, page, page < 4 ? 1 : 0]);
      seen.push(...body.templates.map(({ name }: { name: string }) => name));
    }
    expect(seen).toEqual(['Alpha', 'beta', 'delta', 'Gamma']);
    const { body } = await api.as(owner).getTemplates({ query: { sort_by: 'counter', rows: 2, page: 1 } });
    expect([body.count, body.templates.length]).toEqual([4, 2]);
    const shared = await api.as(owner).getTemplates({ query: { visibility: 'shared', rows: 1 } });
    expect(shared.body.count).toBe(2);
    const everybodys = await api.as(owner).getTemplates({ query: { visibility: 'public', rows: 1 } });
    expect(everybodys.body.count).toBe(2);
  });

  test('finds the few visible ones among many hidden ones', async () => {
    const person = await api.signUp();
    const busy = await colleagueOf(person, 'member');
    const make = (who: { token: string }, name: string, visibility: string) =>
      api.as(who).createTemplate({ body: { name, visibility } });
    for (const name of ['seen b', 'seen a']) await make(person, name, 'private');
    await make(busy, 'seen c', 'shared');
    await Promise.all(Array.from({ length: 30 }, (_, index) => make(busy, `hidden ${index}`, 'private')));
    await api.settle();
    const { body } = await api.as(person).getTemplates({ query: { rows: 2, sort_by: 'name' } });
    expect([body.count, body.templates.map(({ name }: { name: string }) => name)]).toEqual([3, ['seen a', 'seen b']]);
    const second = await api.as(person).getTemplates({ query: { rows: 2, page: 1, sort_by: 'name' } });
    expect([second.body.count, second.body.templates[0].name]).toEqual([3, 'seen c']);
    const dense = await api.as(busy).getTemplates({ query: { rows: 20, page: 1, ascending: true } });
    expect([dense.body.count, dense.body.rows]).toEqual([31, 11]);
  });

  test('shows a template correctly after each change of its visibility', async () => {
    const { body: template } = await api.as(owner).createTemplate({ body: { name: 'moving' } });
    const path = { template_id: template.id };
    const counts = async () => {
      await api.settle();
      return Promise.all(
        ['private', 'shared', 'public'].map(
          async (visibility) =>
            (await api.as(owner).getTemplates({ query: { visibility, is_creator: true, rows: 1 } })).body.count,
        ),
      );
    };
    expect(await counts()).toEqual([2, 1, 1]);
    await api.as(owner).updateTemplate({ path, body: { visibility: 'shared' } });
    expect(await counts()).toEqual([1, 2, 1]);
    await api.as(owner).updateTemplate({ path, body: { visibility: 'public' } });
    expect(await counts()).toEqual([1, 1, 2]);
    await api.settle();
    expect(await names({ visibility: 'public', q: 'moving' }, stranger)).toEqual(['moving']);
    const cells = async (list: string, cell: string) =>
      sumOfCells(await getItems(countsKeys({ list })), (one) => one === cell);
    const own = ownTemplatesList(owner.profile_id);
    expect(await Promise.all(['private', 'shared', 'public'].map((one) => cells(own, one)))).toEqual([1, 1, 2]);
    await api.as(owner).deleteTemplate({ path });
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await cells(PUBLIC_TEMPLATES_LIST, 'public')).toBe(2);
    expect(await names({ visibility: 'public', q: 'moving' }, stranger)).toEqual([]);
  });

  test.each([{ rows: 0 }, { rows: 101 }, { page: -1 }, { sort_by: 'size' }, { visibility: 'secret' }])(
    'refuses %j',
    async (query) => {
      expect((await api.as(owner).getTemplates({ query: query as unknown as Query })).status).toBe(406);
    },
  );

  test('answers summaries, without attributes of the table', async () => {
    const { body } = await api.as(owner).getTemplates({ query: { rows: 1 } });
    expect(Object.keys(body.templates[0])).not.toEqual(expect.arrayContaining(['pk']));
    expect(body.templates[0]).not.toHaveProperty('bucket');
    expect(body.templates[0]).not.toHaveProperty('cell');
  });
});
