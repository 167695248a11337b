import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { signIn } from '../members/member.ts';
import { signaturePicture } from '../pictures.ts';
import { ok } from '../stories/envelope.ts';

/** Acts of operations that mostly find nothing to do: their plain uses have no event (`every-operation.test.ts`). */

let api: Api;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
let owner: Person;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api } = stage);
  owner = await api.signUp();
});
afterAll(() => stage.stop());

const latest = async (operation: string) => {
  const path = { organization_id: owner.organization_id };
  const { events } = ok(await api.as(owner).getOrganizationEvents({ path, query: { rows: 5 } }));
  return events.find((event) => event.operation === operation);
};
const self = () => ({
  outcome: 'success',
  actor: { email: owner.email, profile_id: owner.profile_id, user_id: owner.user_id },
});
const session = async () => String((await signIn(api, owner)).body.refresh_token);
const cookie = (token: string) => ({ origin: api.url, cookie: `session=${token}` });

test('a token that is revoked ends its session, and the event names the person', async () => {
  ok(await api.anyone.revokeToken({ body: { token: await session() } }));
  expect(await latest('revokeToken')).toMatchObject({ kind: 'session:ended', ...self() });
});

test('signing out in a browser is an event that names the person', async () => {
  ok(await api.anyone.endBrowserSession({ headers: cookie(await session()) }));
  expect(await latest('endBrowserSession')).toMatchObject({ kind: 'session:ended', ...self() });
});

test('signing in over another session in a browser ends that one', async () => {
  const [before, refresh_token] = [await session(), await session()];
  ok(await api.anyone.keepBrowserSession({ headers: cookie(before), body: { refresh_token } }));
  expect(await latest('keepBrowserSession')).toMatchObject({ kind: 'session:ended', ...self() });
});

test('the second use of a refresh token in a browser ends its session, and the event says why', async () => {
  const token = await session();
  const renew = (headers: Record<string, string>) => api.anyone.renewBrowserSession({ headers });
  const [next = ''] = cookieOf(await renew(cookie(token)));
  const [other = ''] = cookieOf(await renew(cookie(token)));
  cookieOf(await renew({ origin: api.url, cookie: next }));
  const refused = await renew({ origin: api.url, cookie: other });
  expect(refused.headers.get('x-error-code')).toBe('refresh_token_invalid');
  expect(await latest('renewBrowserSession')).toMatchObject({
    kind: 'session:ended',
    changes: [{ member: 'reason', to: 'refresh_token_invalid' }],
    ...self(),
  });
});

const cookieOf = ({ status, headers }: { status: number; headers: Headers }): string[] => {
  expect(status).toBe(200);
  return (headers.get('set-cookie') ?? '').split(';');
};

test('a domain of a brand whose records are found is an event; one that stays as it is, is none', async () => {
  const organizationid = owner.organization_id;
  const { id } = ok(await api.as(owner).createBrand({ path: { organizationid }, body: { key: 'letters' } }));
  const path = { organizationid, brandid: String(id) };
  const as = api.as(owner);
  const mail = ok(
    await as.addBrandEmailDomain({ path, body: { subdomain: 'mail.example.com', local_part: 'contracts' } }),
  );
  ok(await as.verifyBrandEmailDomain({ path }));
  expect(await latest('verifyBrandEmailDomain')).toBeUndefined();
  stage.dns.publish(mail.dns_records);
  ok(await as.verifyBrandEmailDomain({ path }));
  expect(await latest('verifyBrandEmailDomain')).toMatchObject({ kind: 'brand:email_domain_verified', ...self() });
  const web = ok(await as.addBrandAppDomain({ path, body: { domain: 'sign.example.com' } }));
  ok(await as.verifyBrandAppDomain({ path }));
  expect(await latest('verifyBrandAppDomain')).toBeUndefined();
  stage.dns.publish(web.dns_records);
  ok(await as.verifyBrandAppDomain({ path }));
  expect(await latest('verifyBrandAppDomain')).toMatchObject({ kind: 'brand:app_domain_verified', ...self() });
});

test('marks that a user stores and deletes are events, without their pictures', async () => {
  const as = api.as(owner);
  const picture = signaturePicture().toString('base64');
  const initials = ok(await as.createInitialsBlock({ body: { initial: picture } }));
  expect(await latest('createInitialsBlock')).toMatchObject({
    kind: 'signature:created',
    object: { id: initials.id },
    ...self(),
  });
  expect(JSON.stringify(await latest('createInitialsBlock'))).not.toContain(picture.slice(0, 40));
  ok(await as.deleteInitials({ path: { id: String(initials.id) } }));
  expect(await latest('deleteInitials')).toMatchObject({
    kind: 'signature:deleted',
    object: { id: initials.id },
    ...self(),
  });
  const signature = ok(await as.createSignatureBlock({ body: { signature: picture } }));
  ok(await as.deleteSignature({ path: { id: String(signature.id) } }));
  expect(await latest('deleteSignature')).toMatchObject({
    kind: 'signature:deleted',
    object: { id: signature.id },
    ...self(),
  });
});
