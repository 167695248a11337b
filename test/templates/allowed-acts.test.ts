import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from './material.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const make = (visibility: string) =>
  api
    .as(ada)
    .createTemplate({ body: lease({ visibility }) })
    .then(ok);

const seenBy = async (person: { token: string }, template_id: string) => {
  await api.settle();
  const whole = ok(await api.as(person).getTemplate({ path: { template_id } }));
  const query = { visibility: whole.visibility, sort_by: 'last_used_at' };
  const { templates } = ok(await api.as(person).getTemplates({ query }));
  const row = templates.find(({ id }) => id === template_id);
  expect([row?.allowed, row?.is_starred]).toEqual([whole.allowed, whole.is_starred]);
  return whole;
};

test('a template and its row say what the caller may do with it', async () => {
  const shared = await make('shared');
  const [member, basic] = [await memberOf(api, ada, 'member'), await memberOf(api, ada, 'basic_user')];
  expect((await seenBy(ada, shared.id)).allowed).toEqual(['send', 'change', 'share', 'publish', 'copy', 'delete']);
  expect((await seenBy(member, shared.id)).allowed).toEqual(['send', 'change', 'copy', 'delete']);
  expect((await seenBy(basic, shared.id)).allowed).toEqual([]);
  const open = await make('public');
  const stranger = await api.signUp();
  expect((await seenBy(stranger, open.id)).allowed).toEqual(['send', 'copy']);
});

test('what a template allows is what its operations carry out', async () => {
  const { id: template_id } = await make('shared');
  const path = { template_id };
  for (const role of ['admin', 'member', 'basic_user'] as const) {
    const person = await memberOf(api, ada, role);
    const as = api.as(person);
    const { allowed } = await seenBy(person, template_id);
    const tried = {
      send: await as.createDraft({ body: { template_id } }),
      change: await as.updateTemplate({ path, body: { name: 'Lease' } }),
      share: await as.updateTemplate({ path, body: { visibility: 'public' } }),
      copy: await as.duplicateTemplate({ path, body: { action: 'duplicate' } }),
    };
    if (tried.share.status === 200) ok(await api.as(ada).updateTemplate({ path, body: { visibility: 'shared' } }));
    const done = Object.entries(tried).flatMap(([act, { status }]) => (status === 200 ? [act] : []));
    expect(done, role).toEqual(Object.keys(tried).filter((act) => allowed.includes(act as 'send')));
  }
});

test('a star in a list is the caller’s own', async () => {
  const { id: template_id } = await make('shared');
  const member = await memberOf(api, ada, 'member');
  ok(await api.as(member).toggleTemplateStar({ path: { template_id } }));
  expect(await seenBy(ada, template_id)).toMatchObject({ star_counter: 1, is_starred: false });
  expect(await seenBy(member, template_id)).toMatchObject({ star_counter: 1, is_starred: true });
});
