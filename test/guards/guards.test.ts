import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, startApi } from '../api.ts';
import { ACCOUNT_THINGS } from './account-things.ts';
import { makeWorld } from './callers.ts';
import { ENVELOPE_THINGS } from './envelope-things.ts';
import { ORGANIZATION_THINGS } from './organization-things.ts';
import { page, WITHOUT_CALLER } from './page.ts';
import { breaches, idleReasons, type Row, rowsOf } from './table.ts';
import { TEMPLATE_THINGS } from './template-things.ts';

const things = [...ORGANIZATION_THINGS, ...TEMPLATE_THINGS, ...ENVELOPE_THINGS, ...ACCOUNT_THINGS];

let api: Api;
let restore: () => void;
const rows: Row[] = [];
beforeAll(async () => {
  api = await startApi();
  // Nothing listens there: no file is fetched from Microsoft.
  restore = setEnvironment({ GRAPH_URL: 'http://127.0.0.1:9' });
  const world = await makeWorld(api);
  for (const thing of things) rows.push(...(await rowsOf(world, thing)));
}, 600_000);
afterAll(async () => {
  restore();
  await api.stop();
});

test('every operation that changes something is tried, or says why no caller decides about it', () => {
  const tried = new Set<string>(things.flatMap(({ changes }) => changes.map(({ by }) => by)));
  const changing = operations.map(({ contract }) => contract).filter(({ route }) => !route.startsWith('GET '));
  const ids: string[] = changing.map(({ id }) => id);
  expect(ids.filter((id) => !tried.has(id) && !Object.hasOwn(WITHOUT_CALLER, id))).toEqual([]);
  expect(Object.keys(WITHOUT_CALLER).filter((id) => tried.has(id) || !ids.includes(id))).toEqual([]);
});

test('whoever is refused a change of an object does no other that is as strong, or the table says why', () => {
  expect(breaches(rows)).toEqual([]);
});

test('each reason explains something', () => {
  expect(idleReasons(rows)).toEqual([]);
});

test('somebody without a session, locked out, or removed changes nothing', () => {
  const let_in = rows.filter(({ cells }) => [cells.nobody, cells.locked, cells.removed].includes('yes'));
  expect(let_in).toEqual([]);
});

test('to other organizations, what they may not see is as if it were not there', () => {
  const outside = ['parent', 'child', 'stranger'] as const;
  const ofUsers = new Set<string>();
  for (const { contract } of operations) if (contract.session !== 'signer') ofUsers.add(contract.id);
  const told = rows.filter(({ by, cells }) => ofUsers.has(by) && outside.some((caller) => cells[caller] === 'no'));
  expect(told.map(({ thing, change }) => `${thing}: ${change}`)).toEqual([]);
});

test('the page for readers says who may do what: `npx vitest run test/guards -u` writes it', async () => {
  await expect(page(rows)).toMatchFileSnapshot('../../docs/who-may-do-what.md');
});
