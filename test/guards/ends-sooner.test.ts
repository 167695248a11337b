import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../api.ts';
import { outcome } from '../members/member.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';
import { makeWorld, type World } from './callers.ts';

let api: Api;
let world: World;
beforeAll(async () => {
  api = await startApi();
  world = await makeWorld(api);
});
afterAll(() => api.stop());

const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

test('whoever may not cancel an envelope may not let it expire sooner either, which cancels it', async () => {
  const sender = await world.colleague(['basic_user'], ['envelope:create']);
  const { id } = await sendEnvelope(api, { ...world.owner, ...sender }, [recipient('Signer', 1)], {
    expires_at: inDays(5),
  });
  const path = { envelope_id: id };
  const expire = async (expires_at: string | null) =>
    outcome(await api.as(sender).updateEnvelope({ path, body: { expires_at } }));
  expect(outcome(await api.as(sender).cancelEnvelope({ path, body: { action: 'cancel' } }))).toBe('401 forbidden');
  expect(await expire(inDays(3))).toBe('401 forbidden');
  expect(await expire(inDays(9))).toBe('200');
  expect(await expire(null)).toBe('200');
  expect(await expire(inDays(9))).toBe('401 forbidden');
});
