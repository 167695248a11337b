import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSession } from '../../lib/people/sessions/session-store.ts';
import { writeItems } from '../../lib/storage/engine/client.ts';
import { type Api, type Person, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const signIn = (username: string, password: string) =>
  api.anyone.authenticate({ body: { grant_type: 'password', username, password } });

const codeFor = async ({ email }: Person): Promise<string> => {
  await api.anyone.resetPassword({ body: { email } });
  await api.settle();
  const [mail] = await api.messages(email);
  return mail?.code ?? '';
};

describe('resetting a password', () => {
  test('mails a code of eight digits that sets a new password and ends every session', async () => {
    const ada = await api.signUp();
    const code = await codeFor(ada);
    expect(code).toMatch(/^\d{8}$/);
    const { status, body } = await api.anyone.resetPassword({
      body: { email: ada.email, code, new_password: 'a new password' },
    });
    expect([status, body]).toEqual([200, { success: true, status: 'OK' }]);
    expect((await signIn(ada.email, ada.password)).status).toBe(401);
    expect((await signIn(ada.email, 'a new password')).status).toBe(200);
    expect((await api.as(ada).getMyUser()).status).toBe(401);
    const refreshed = await api.anyone.authenticate({
      body: { grant_type: 'refresh_token', refresh_token: ada.refresh_token },
    });
    expect(refreshed.status).toBe(401);
  });

  test('can end more sessions than one transaction takes', async () => {
    const ada = await api.signUp();
    const { user_id, organization_id, profile_id } = ada;
    const one = { user: { id: user_id }, profile: { id: profile_id, organization_id }, source: 'password' } as const;
    const sessions = Array.from({ length: 150 }, () => newSession(one, { ip: '', userAgent: '' }));
    await writeItems(sessions.map(({ item }) => item));
    const body = { email: ada.email, code: await codeFor(ada), new_password: 'a new password' };
    expect((await api.anyone.resetPassword({ body })).status).toBe(200);
    const signedIn = await signIn(ada.email, 'a new password');
    expect((await api.as({ token: signedIn.body.access_token }).getSessions()).body).toHaveLength(1);
  });

  test('takes a code once', async () => {
    const ada = await api.signUp();
    const body = { email: ada.email, code: await codeFor(ada), new_password: 'a new password' };
    expect((await api.anyone.resetPassword({ body })).status).toBe(200);
    expect((await api.anyone.resetPassword({ body })).status).toBe(400);
  });

  test('takes no code after an hour', async () => {
    const ada = await api.signUp();
    const code = await codeFor(ada);
    await api.advance('PT61M');
    const body = { email: ada.email, code, new_password: 'a new password' };
    expect((await api.anyone.resetPassword({ body })).status).toBe(400);
  });

  test('doesn’t reveal in either step if an address has an account', async () => {
    const ada = await api.signUp();
    const request = await api.anyone.resetPassword({ body: { email: ada.email } });
    const unknown = await api.anyone.resetPassword({ body: { email: 'nobody@example.com' } });
    expect([unknown.status, unknown.body]).toEqual([request.status, request.body]);
    await api.settle();
    expect(await api.messages('nobody@example.com')).toEqual([]);

    const guess = { code: '00000000x', new_password: 'a new password' };
    const wrong = await api.anyone.resetPassword({ body: { email: ada.email, ...guess } });
    const nobody = await api.anyone.resetPassword({ body: { email: 'nobody@example.com', ...guess } });
    expect(wrong.status).toBe(400);
    expect([nobody.status, nobody.body]).toEqual([wrong.status, wrong.body]);
  });

  test('counts guesses at each code: after ten it is invalid, while the link of the same mail still works', async () => {
    const ada = await api.signUp();
    const code = await codeFor(ada);
    const attempt = (guess: string) =>
      api.anyone.resetPassword({ body: { email: ada.email, code: guess, new_password: 'a new password' } });
    for (let guess = 0; guess < 16; guess++) expect((await attempt('1')).status).toBe(400);
    expect((await attempt(code)).status).toBe(400);
    const [mail] = await api.messages(ada.email);
    const link = new URL(mail?.links[0] ?? '');
    expect(new URLSearchParams(link.hash.slice(1)).get('email')).toBe(ada.email);
    expect((await attempt(new URLSearchParams(link.hash.slice(1)).get('code') ?? '')).status).toBe(200);
    expect((await signIn(ada.email, 'a new password')).status).toBe(200);
  });

  test('doesn’t count earlier guesses against a new code', async () => {
    const ada = await api.signUp();
    await codeFor(ada);
    const attempt = (guess: string) =>
      api.anyone.resetPassword({ body: { email: ada.email, code: guess, new_password: 'a new password' } });
    for (let guess = 0; guess < 16; guess++) await attempt('1');
    expect((await attempt(await codeFor(ada))).status).toBe(200);
  });

  test('is never refused for too many requests, and always leaves a working link in the mailbox', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const before = (await api.messages(ada.email)).length;
    // Somebody asks every minute for two hours.
    for (let minute = 0; minute < 120; minute++) {
      expect((await api.anyone.resetPassword({ body: { email: ada.email } })).status).toBe(200);
      await api.advance('PT1M');
      // However busy the machine is, no mail is made much later than it was asked for.
      if (minute % 10 === 9) await api.settle();
    }
    const mails = await api.messages(ada.email);
    expect(mails.length - before).toBeGreaterThan(5);
    expect(mails.length - before).toBeLessThan(15);
    const body = { email: ada.email, code: mails[0]?.code, new_password: 'a new password' };
    expect((await api.anyone.resetPassword({ body })).status).toBe(200);
  });

  test('verifies the address too, and lifts the lock of wrong passwords', async () => {
    await using _clock = await api.freezeClock();
    const email = 'forgetful@example.com';
    const password = 'correct horse';
    await api.anyone.createProfile({
      body: { email, password, first_name: 'F', last_name: 'G', org_name: 'Forgetful' },
    });
    for (let guess = 0; guess < 10; guess++) {
      await signIn(email, 'wrong');
      await api.advance('PT20S');
    }
    expect((await signIn(email, password)).status).toBe(429);
    await api.anyone.resetPassword({ body: { email } });
    await api.settle();
    const code = (await api.messages(email)).find(({ code }) => code?.length === 8)?.code;
    await api.anyone.resetPassword({ body: { email, code, new_password: 'a new password' } });
    const { status, body } = await signIn(email, 'a new password');
    expect(status).toBe(200);
    expect((await api.as({ token: body.access_token }).getMyUser()).body.email_verified).toBe(true);
  });

  test('needs a good new password together with the code', async () => {
    const ada = await api.signUp();
    const without = await api.anyone.resetPassword({ body: { email: ada.email, code: '12345678' } });
    const short = await api.anyone.resetPassword({ body: { email: ada.email, code: '12345678', new_password: 'x' } });
    expect([without.status, short.status]).toEqual([406, 406]);
  });

  test('has a page', async () => {
    const page = await api.anyone.getResetPasswordPage();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
