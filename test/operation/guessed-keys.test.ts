import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkTo } from '../../infra/local/story/signing.ts';
import { type Api, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const headers = { 'idempotency-key': 'guessed-1' };

test('a stranger who guesses the Idempotency-Key of a sign-up, from the same network, blocks nothing', async () => {
  const signUp = (email: string) =>
    api.anyone.createProfile({
      headers,
      body: { email, password: 'correct horse battery', first_name: 'A', last_name: 'B', org_name: 'C' },
    });
  const email = `guessed-${Date.now()}@example.com`;
  const stranger = await signUp(`stranger-${Date.now()}@example.com`);
  const own = await signUp(email);
  expect([stranger.status, own.status]).toEqual([200, 200]);
  expect(claimsOf(own.body.access_token).email).toBe(email);
});

test('a stranger who guesses the Idempotency-Key of a signing link, from the same network, blocks nothing', async () => {
  const sender = await api.signUp();
  const [one, two] = [recipient('One', 1), recipient('Two', 1)];
  const envelope = await sendEnvelope(api, sender, [one, two]);
  const [link, other] = [
    await linkTo(api, String(one.email), envelope.id),
    await linkTo(api, String(two.email), envelope.id),
  ];
  // A guess with a wrong link, and one with a link of the stranger's own, each refused or answered for itself.
  const wrong = await api.anyone.startSigningSession({ headers, path: { ...link, key: 'wrong' } });
  expect(wrong.status).toBe(404);
  expect((await api.anyone.startSigningSession({ headers, path: other })).status).toBe(200);
  const opened = await api.anyone.startSigningSession({ headers, path: link });
  expect([opened.status, opened.body.recipient.role_name]).toEqual([200, 'One']);
  for (const path of [other, link]) {
    expect((await api.anyone.requestFreshLink({ headers, path })).status).toBe(200);
  }
});
