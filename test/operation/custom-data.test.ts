import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let owner: Person;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});

afterAll(() => api.stop());

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? { end: 1 } : { a: nested(levels - 1) });

const refused: [string, Record<string, unknown>, RegExp][] = [
  ['a number beyond those that are whole in every program', { n: 7e56 }, /data: the number 7e\+56 is too large/],
  ['a number too close to zero', { list: [1e-200] }, /data: the number 1e-200 is too large or too close to 0/],
  ['nesting without end', nested(21), /data: at most 20 levels/],
  ['an empty name', { '': 1 }, /data: a name in it must not be empty/],
  [
    'a name that looks like a class',
    { list: [{ constructor: { name: 'Set' } }] },
    /data: a name in it must not be constr/,
  ],
  ['a name that is lost', JSON.parse('{"__proto__": {"a": 1}}'), /data: a name in it must not be __proto__/],
  ['more than 50,000 characters', { text: 'x'.repeat(50_000) }, /data: at most 50000 characters/],
];

describe('own data that can’t be stored is refused with the reason', () => {
  test.each(refused)('%s', async (_, data, message) => {
    const path = { organization_id: owner.organization_id };
    const answers = [
      await api.as(owner).updateOrganization({ path, body: { data } }),
      await api.as(owner).createTemplate({ body: { ...lease(), data } }),
    ];
    for (const { status, body } of answers) {
      expect(body.error).toMatch(message);
      expect(status).toBe(406);
    }
  });
});

test('stored data is answered as it was given', async () => {
  const data = { n: -0.1, big: Number.MAX_SAFE_INTEGER, small: 1e-100, deep: nested(19), list: [null, true, '', {}] };
  const { body } = await api.as(owner).createTemplate({ body: { ...lease(), data } });
  expect(body.data).toEqual(data);
});
