import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { type Company, companyAt, signInAt } from './company.ts';
import { CLIENT_ID, type HostileProvider, seconds, startProvider } from './hostile-provider.ts';

let api: Api;
let stop: () => Promise<void>;
let provider: HostileProvider;
let company: Company;
beforeAll(async () => {
  const started = await startApiWithDns();
  ({ api, stop } = started);
  provider = await startProvider();
  company = await companyAt(api, started.dns, provider.issuer);
});
afterAll(async () => {
  await stop();
  await provider.stop();
});

let people = 0;
/** Somebody who has signed in at the provider, in the session `sid` there. */
const signedIn = async (sub = `ended-${++people}`, sid?: string) => {
  provider.signIn({ sub, email: `${sub}@${company.domain}`, ...(sid ? { sid } : {}) });
  const { access_token: token } = ok(await signInAt(api, company));
  return { sub, token };
};
const works = async ({ token }: { token: string }) => (await api.as({ token }).getTemplates()).status;

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const notice = (more: object) => ({
  iss: provider.issuer,
  aud: CLIENT_ID,
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID(),
  events: EVENTS,
  ...more,
});
const send = (logout_token: string) =>
  api.anyone.endSessionsByProvider({
    path: company.path,
    body: new URLSearchParams({ logout_token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const INVALID = [400, 'logout_token_invalid'];

test('ends all sessions of the subject at their next call, and no other', async () => {
  const [ada, other] = [await signedIn(), await signedIn()];
  const again = await signedIn(ada.sub);
  expect((await send(await provider.sign(notice({ sub: ada.sub }), { typ: 'logout+jwt' }))).status).toBe(200);
  expect([await works(ada), await works(again), await works(other)]).toEqual([401, 401, 200]);
});

test('ends the session at the provider that it names, by that name alone too', async () => {
  const sub = `two-${++people}`;
  const [laptop, phone] = [await signedIn(sub, 'laptop'), await signedIn(sub, 'phone')];
  expect((await send(await provider.sign(notice({ sid: 'laptop' })))).status).toBe(200);
  expect([await works(laptop), await works(phone)]).toEqual([401, 200]);
  expect((await send(await provider.sign(notice({ sub, sid: 'phone' })))).status).toBe(200);
  expect(await works(phone)).toBe(401);
});

test('leaves no sign-in there that waits for the second factor', async () => {
  const { email, code } = await enrolled(api, await api.signUp({ email: `waits@${company.domain}` }));
  provider.signIn({ sub: 'waits', email });
  const begun = await signInAt(api, company);
  const { mfa_token } = begun.body as unknown as { mfa_token: string };
  ok(await send(await provider.sign(notice({ sub: 'waits' }))));
  const grant_type = 'urn:verdocs:params:oauth:grant-type:mfa-otp';
  const ended = await api.anyone.authenticate({ body: { grant_type, mfa_token, otp: code(1) } });
  expect(refusalOf(ended)).toEqual([401, 'mfa_token_invalid']);
});

test('is an event of administration of the person', async () => {
  const { sub } = await signedIn();
  ok(await send(await provider.sign(notice({ sub }))));
  const { events } = ok(await api.as(company.owner).getOrganizationEvents({ path: company.path }));
  expect(events[0]).toMatchObject({
    kind: 'session:ended',
    operation: 'endSessionsByProvider',
    actor: { email: `${sub}@${company.domain}` },
  });
});

test('leaves sessions by password of the same person alone', async () => {
  const owner = { sub: 'the-owner' };
  provider.signIn({ ...owner, email: company.owner.email });
  const { access_token: token } = ok(await signInAt(api, company));
  ok(await send(await provider.sign(notice(owner))));
  expect([await works({ token }), await works(company.owner)]).toEqual([401, 200]);
});

test('answers well for somebody who is unknown here', async () => {
  expect((await send(await provider.sign(notice({ sub: 'nobody-here' })))).status).toBe(200);
});

test('refuses a token that has come before, also after a new sign-in', async () => {
  const ada = await signedIn();
  const token = await provider.sign(notice({ sub: ada.sub }));
  ok(await send(token));
  const again = await signedIn(ada.sub);
  expect(refusalOf(await send(token))).toEqual(INVALID);
  expect(await works(again)).toBe(200);
});

test.each<[string, (sub: string) => Promise<string> | string]>([
  ['of the algorithm none', (sub) => provider.unsigned(notice({ sub }))],
  ['whose shared secret is the public key', (sub) => provider.signedByPublicKey(notice({ sub }))],
  ["by a stranger's key", (sub) => provider.signedByStranger(notice({ sub }))],
  ['of another issuer', (sub) => provider.sign(notice({ sub, iss: 'https://login.example.com' }))],
  ['for another client', (sub) => provider.sign(notice({ sub, aud: 'another' }))],
  ['that was made long ago', (sub) => provider.sign(notice({ sub, iat: seconds() - 3600 }))],
  ['that has expired', (sub) => provider.sign(notice({ sub, iat: seconds() - 200, exp: seconds() - 120 }))],
  ['from the future', (sub) => provider.sign(notice({ sub, iat: seconds() + 600, exp: seconds() + 900 }))],
  ['without an event', (sub) => provider.sign(notice({ sub, events: undefined }))],
  ['with another event', (sub) => provider.sign(notice({ sub, events: { 'http://example.com/event': {} } }))],
  [
    'with an event that is no object',
    (sub) => provider.sign(notice({ sub, events: { [Object.keys(EVENTS)[0] ?? '']: 1 } })),
  ],
  ['without an id of its own', (sub) => provider.sign(notice({ sub, jti: undefined }))],
  ['that is an identity token, with a nonce', (sub) => provider.sign(notice({ sub, nonce: 'n' }))],
  ['without subject and session', () => provider.sign(notice({}))],
  ['that is none', () => 'not.a.token'],
])('refuses a token %s, and ends nothing', async (_what, make) => {
  const ada = await signedIn();
  expect(refusalOf(await send(await make(ada.sub)))).toEqual(INVALID);
  expect(await works(ada)).toBe(200);
});

test('finds no provider where an organization has none', async () => {
  const { organization_id } = await api.signUp();
  const answer = await api.anyone.endSessionsByProvider({ path: { organization_id }, body: { logout_token: 'a.b.c' } });
  expect(refusalOf(answer)).toEqual([404, 'provider_not_found']);
});
