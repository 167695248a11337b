import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeRecord } from '../../lib/storage/engine/client.ts';
import { profileKey } from '../../lib/storage/engine/keys.ts';
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
  test('answers tokens that state it', async () => {
    const { email, code } = await newcomer();
    const { status, body } = await api.anyone.verifyEmail({ body: { email, token: code } });
    expect(status).toBe(200);
    expect(claimsOf(body.access_token)).toMatchObject({ email, email_verified: true });
    expect((await api.as({ token: body.access_token }).getSessions()).status).toBe(200);
  });

  test('works through the page that the mail links to', async () => {
    const { email, mail, code } = await newcomer();
    expect(code).toMatch(/^\d{6}$/);
    const link = new URL(mail?.links.find((one) => one.includes('/verify-email')) ?? '');
    const given = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    expect(given).toEqual({ email, token: expect.stringMatching(/^[0-9a-f-]{36}\.[\w-]{43}$/) });
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await api.anyone.verifyEmail({ body: given })).status).toBe(200);
  });

  test('allows five guesses at the six digits; the link still works afterwards', async () => {
    const { email, mail, code } = await newcomer();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let guess = 0; guess < 5; guess++) {
      expect((await api.anyone.verifyEmail({ body: { email, token: wrong } })).status).toBe(400);
    }
    expect((await api.anyone.verifyEmail({ body: { email, token: code } })).status).toBe(400);
    const link = new URL(mail?.links[0] ?? '');
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    expect((await api.anyone.verifyEmail({ body: { email, token } })).status).toBe(200);
  });

  test('counts the guesses of the signed-in newcomer apart from those of strangers', async () => {
    const { email, code, token } = await newcomer();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let guess = 0; guess < 20; guess++) await api.anyone.verifyEmail({ body: { email, token: wrong } });
    expect((await api.as({ token }).verifyEmail({ body: { email, token: code } })).status).toBe(200);
  });

  test('gives the address to the first who proves it, even if many have signed up with it', async () => {
    const email = 'contested@example.com';
    const sign = (org_name: string) =>
      api.anyone.createProfile({
        body: { email, password: `the password of ${org_name}`, first_name: 'A', last_name: 'B', org_name },
      });
    const first = await sign('First');
    await api.settle();
    const [mail] = await api.messages(email);
    const second = await sign('Second');
    await api.settle();
    expect([first.status, second.status]).toEqual([200, 200]);
    const [latest] = await api.messages(email);
    const verified = await api
      .as({ token: first.body.access_token })
      .verifyEmail({ body: { email, token: mail?.code } });
    expect(verified.status).toBe(200);
    const late = await api
      .as({ token: second.body.access_token })
      .verifyEmail({ body: { email, token: latest?.code } });
    expect([late.status, late.headers.get('x-error-code')]).toEqual([400, 'code_wrong']);
    const { body } = await api.anyone.authenticate({
      body: { grant_type: 'password', username: email, password: 'the password of First' },
    });
    expect(claimsOf(body.access_token)).toMatchObject({
      email_verified: true,
      sub: claimsOf(first.body.access_token).sub,
    });
  });

  test('signs in to another organization if the first one is gone', async () => {
    const { email, code, token } = await newcomer();
    const {
      sub: user_id,
      profile_id,
      organization_id,
    } = claimsOf(token) as Record<'sub' | 'profile_id' | 'organization_id', string>;
    const second = await secondProfile({ user_id, email });
    await removeRecord(profileKey(organization_id, profile_id));
    const { body } = await api.anyone.verifyEmail({ body: { email, token: code } });
    expect(claimsOf(body.access_token).profile_id).toBe(second.id);
  });

  test('takes a code once', async () => {
    const { email, code } = await newcomer();
    const uses = await Promise.all([1, 2, 3].map(() => api.anyone.verifyEmail({ body: { email, token: code } })));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('takes no typed code after an hour, and no link after three days', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const linkOf = ({ mail }: typeof one) =>
      new URLSearchParams(new URL(mail?.links[0] ?? '').hash.slice(1)).get('token');
    await api.advance('PT61M');
    const { email, code } = one;
    expect((await api.anyone.verifyEmail({ body: { email, token: code } })).status).toBe(400);
    expect((await api.anyone.verifyEmail({ body: { email, token: linkOf(one) } })).status).toBe(200);
    await api.advance('P3D');
    expect((await api.anyone.verifyEmail({ body: { email: other.email, token: linkOf(other) } })).status).toBe(400);
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
    // Of two that are asked for at the same moment, one is sent.
    await api.settle();
    const byToken = await api.as({ token }).resendVerification({ body: {} });
    expect([byAddress.body, byToken.body]).toEqual([{ result: 'done' }, { result: 'done' }]);
    await api.settle();
    const mails = await api.messages(email);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map((mail) => mail.code)).size).toBe(3);
    expect((await api.anyone.verifyEmail({ body: { email, token: code } })).status).toBe(200);
    expect((await api.anyone.verifyEmail({ body: { email, token: mails[0]?.code } })).status).toBe(400);
  });

  test('doesn’t reveal if the address has an account or is verified, and then sends nothing', async () => {
    const ada = await api.signUp();
    const sent = (await api.messages(ada.email)).length;
    const verified = await api.anyone.resendVerification({ body: { email: ada.email } });
    const unknown = await api.anyone.resendVerification({ body: { email: 'nobody@example.com' } });
    expect([verified.status, verified.body]).toEqual([unknown.status, unknown.body]);
    await api.settle();
    expect(await api.messages(ada.email)).toHaveLength(sent);
    expect(await api.messages('nobody@example.com')).toEqual([]);
  });

  test('gets the same answer for every request, while few mails are sent', async () => {
    await using _clock = await api.freezeClock();
    const { email } = await newcomer();
    for (let request = 0; request < 20; request++) {
      const { status, body } = await api.anyone.resendVerification({ body: { email } });
      expect([status, body]).toEqual([200, { result: 'done' }]);
    }
    await api.settle();
    expect(await api.messages(email)).toHaveLength(3);
  });

  test('needs an address or a token', async () => {
    expect((await api.anyone.resendVerification({ body: {} })).status).toBe(401);
    expect((await api.as({ token: 'broken' }).resendVerification({ body: {} })).status).toBe(401);
  });
});
