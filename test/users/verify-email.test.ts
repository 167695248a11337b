import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteItem } from '../../lib/table/client.ts';
import { profileKey } from '../../lib/table/keys.ts';
import { type Api, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { secondProfile } from '../profiles/second-profile.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let count = 0;
/** Somebody who has signed up and not verified yet, with the code of the mail. */
const newcomer = async () => {
  count += 1;
  const email = `newcomer-${count}@example.com`;
  const { body } = await api.anyone.createProfile({
    body: { email, password: 'correct horse', first_name: 'New', last_name: 'Comer', org_name: 'Newcomers' },
  });
  await api.settle();
  const [mail] = await api.messages(email);
  return { email, mail, code: mail?.code as string, token: body.access_token as string };
};

describe('verifying an address', () => {
  test('answers tokens that say so', async () => {
    const { email, code } = await newcomer();
    const { status, body } = await api.anyone.verifyEmail({ body: { email, token: code } });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ email, email_verified: true });
    expect((await api.as({ token: body.access_token }).getSessions()).status).toBe(200);
  });

  test('works through the page that the mail links to', async () => {
    const { email, mail, code } = await newcomer();
    const link = new URL(mail?.links.find((one) => one.includes('/verify-email')) ?? '');
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({ email, token: code });
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('signs in to another organization where the first one is gone', async () => {
    const { email, code, token } = await newcomer();
    const {
      sub: user_id,
      profile_id,
      organization_id,
    } = claimsOf(token) as Record<'sub' | 'profile_id' | 'organization_id', string>;
    const second = await secondProfile({ user_id, email });
    await deleteItem(profileKey(organization_id, profile_id));
    const { body } = await api.anyone.verifyEmail({ body: { email, token: code } });
    expect(claimsOf(body.access_token).profile_id).toBe(second.id);
  });

  test('takes a code once', async () => {
    const { email, code } = await newcomer();
    const uses = await Promise.all([1, 2, 3].map(() => api.anyone.verifyEmail({ body: { email, token: code } })));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('takes no code after three days', async () => {
    const { email, code } = await newcomer();
    await api.advance('P3DT1M');
    expect((await api.anyone.verifyEmail({ body: { email, token: code } })).status).toBe(400);
  });

  test('gives the same answer for a wrong code and for an address without an account', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const foreign = await api.anyone.verifyEmail({ body: { email: one.email, token: other.code } });
    const unknown = await api.anyone.verifyEmail({ body: { email: 'nobody@example.com', token: one.code } });
    expect(foreign.status).toBe(400);
    expect(unknown.body).toEqual(foreign.body);
  });
});

describe('having the verification mail sent again', () => {
  test('works by address and by token; every mailed code works until one is used', async () => {
    const { email, code, token } = await newcomer();
    const byAddress = await api.anyone.resendVerification({ body: { email } });
    const byToken = await api.as({ token }).resendVerification({ body: {} });
    expect([byAddress.body, byToken.body]).toEqual([{ result: 'done' }, { result: 'done' }]);
    await api.settle();
    const mails = await api.messages(email);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map((mail) => mail.code)).size).toBe(3);
    expect((await api.anyone.verifyEmail({ body: { email, token: code } })).status).toBe(200);
    expect((await api.anyone.verifyEmail({ body: { email, token: mails[0]?.code } })).status).toBe(400);
  });

  test('tells nobody whether the address has an account or is verified, and sends nothing then', async () => {
    const ada = await api.signUp();
    const sent = (await api.messages(ada.email)).length;
    const verified = await api.anyone.resendVerification({ body: { email: ada.email } });
    const unknown = await api.anyone.resendVerification({ body: { email: 'nobody@example.com' } });
    expect([verified.status, verified.body]).toEqual([unknown.status, unknown.body]);
    await api.settle();
    expect(await api.messages(ada.email)).toHaveLength(sent);
    expect(await api.messages('nobody@example.com')).toEqual([]);
  });

  test('is limited for one address', async () => {
    const answers = [];
    for (let request = 0; request < 12; request++) {
      answers.push(await api.anyone.resendVerification({ body: { email: 'flooded@example.com' } }));
    }
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('needs an address or a token', async () => {
    expect((await api.anyone.resendVerification({ body: {} })).status).toBe(401);
    expect((await api.as({ token: 'broken' }).resendVerification({ body: {} })).status).toBe(401);
  });
});
