import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { recipient, sendEnvelope } from '../stories/envelope.ts';
import { answered, fill, press, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { open, shows } = visit;

const signInAs = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> => {
  await shows(page, 'Sign in');
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  await shows(page, 'Your envelopes');
};

const signedIn = async (): Promise<{ ada: Person; page: Page }> => {
  const ada = await visit.api.signUp();
  const page = await open(`${visit.api.url}/login`);
  await signInAs(page, ada);
  return { ada, page };
};

/** Another tab of the same browser. */
const anotherTab = async (page: Page, address = '/envelopes'): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${visit.api.url}${address}`);
  return tab;
};

describe('somebody who signed in', () => {
  test('stays signed in when the page is loaded again, and no script can read with what', async () => {
    const { page } = await signedIn();
    await page.reload();
    await shows(page, 'Your envelopes');
    await page.reload();
    await shows(page, 'Your envelopes');
    await expect
      .poll(() => page.evaluate('[document.cookie, JSON.stringify(localStorage), sessionStorage.length]'))
      .toEqual(['', '{"signed-in":"1"}', 0]);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  test('stays signed in when the page is loaded again the moment it says so, however late the session is kept', async () => {
    const ada = await visit.api.signUp();
    const page = await open(`${visit.api.url}/login`);
    let keep = () => {};
    const held = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/session'));
    await page.route('**/session', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await fill(page, { 'E-mail address': ada.email, Password: ada.password });
    await press(page, 'Sign in');
    await asked;
    await expect.poll(() => page.locator('h1').innerText()).toBe('Sign in');
    keep();
    await page.locator('h1').getByText('Your envelopes').waitFor();
    await page.reload();
    await page.locator('h1').getByText('Your envelopes').waitFor();
    // Each of these leaves a page that asks for the next token, and gets it or doesn't. The page reloads itself:
    // Chromium refuses a driver's command to reload while it puts the new page in the old one's place.
    for (let times = 0; times < 5; times++) {
      const asks = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/session'));
      await page.evaluate('setTimeout(() => location.reload())');
      await asks;
    }
    await shows(page, 'Your envelopes');
    await page.reload();
    await shows(page, 'Your envelopes');
  });

  test('stays signed in when a page is left before it has loaded', async () => {
    const { page } = await signedIn();
    // The server gets the request, its answer is lost.
    await page.route('**/session', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/session');
    await page.reload();
    await shows(page, 'Your envelopes');
  });

  test('is signed in in other tabs, too, in one session', async () => {
    const { ada, page } = await signedIn();
    const before = (await visit.sessionsOf(ada.email, ada.password)).length;
    const other = await anotherTab(page);
    await shows(other, 'Your envelopes');
    await Promise.all([page.reload(), other.reload()]);
    await Promise.all([shows(page, 'Your envelopes'), shows(other, 'Your envelopes')]);
    // Asking opens one session more each time.
    expect((await visit.sessionsOf(ada.email, ada.password)).length).toBe(before + 1);
  });

  test('asks once for all tabs when the access token has ended', async () => {
    await using _clock = await visit.api.freezeClock();
    const ada = await visit.api.signUp();
    await sendEnvelope(visit.api, ada, [recipient('One', 1)], { name: 'Lease', no_contact: true });
    const page = await open(`${visit.api.url}/login`);
    await signInAs(page, ada);
    const other = await anotherTab(page);
    await shows(other, 'Your envelopes');
    const asked: string[] = [];
    for (const tab of [page, other])
      tab.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/session')) asked.push(request.url());
      });
    // From now on any request asks, also one that the list sends by itself.
    await visit.api.advance('PT2H');
    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: 'Lease' }).click()));
    // The heading may be known from the list: what the API says of it is not.
    await Promise.all([page, other].map((tab) => tab.getByText('Waiting for “One Person”.').waitFor()));
    expect(asked).toHaveLength(1);
  });

  test('is signed out everywhere by signing out in one tab', async () => {
    const { ada, page } = await signedIn();
    const other = await anotherTab(page);
    await shows(other, 'Your envelopes');
    const before = (await visit.sessionsOf(ada.email, ada.password)).length;
    await other.getByRole('link', { name: 'Account' }).click();
    await press(other, 'Sign out');
    await shows(other, 'Sign in');
    await shows(page, 'Sign in');
    await page.reload();
    await shows(page, 'Sign in');
    expect((await page.context().cookies()).filter(({ name }) => name === 'session')).toEqual([]);
    // Asking opened one, and signing out ended one.
    expect(await visit.sessionsOf(ada.email, ada.password)).toHaveLength(before);
  });

  test('is asked to sign in again when the session was ended elsewhere', async () => {
    const { ada, page } = await signedIn();
    // A call that is under way would learn it, and say it before the page is loaded again.
    await answered(page);
    await visit.api.as(ada).revokeOtherSessions();
    await page.reload();
    await shows(page, 'Sign in');
    await page.getByText('Your session has ended').waitFor();
    await signInAs(page, ada);
  });

  test('opens the link of a mail without signing in again, and is who an invitation makes of them', async () => {
    const { page, ada } = await signedIn();
    const email = someone();
    const invited = { email, first_name: 'Grace', last_name: 'Hopper', role: 'member' as const };
    await visit.api.as(ada).createOrganizationInvitation({ body: invited });
    await page.goto(await visit.newestLink(email, '/invitations'));
    await fill(page, { 'First name': 'Grace', 'Last name': 'Hopper', Password: 'a nanosecond of wire' });
    await page.getByRole('button', { name: /Join|Accept/ }).click();
    await shows(page, 'Welcome');
    await page.getByRole('link', { name: 'Continue' }).click();
    await shows(page, 'Your envelopes');
    await page.reload();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText(email).waitFor();
  });
});

describe('where the browser keeps nothing', () => {
  test('one signs in for the page alone', async () => {
    const ada = await visit.api.signUp();
    const page = await open(`${visit.api.url}/login`);
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new Error('forbidden');
        },
      }),
    );
    await page.reload();
    await shows(page, 'Sign in');
    await fill(page, { 'E-mail address': ada.email, Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'Your envelopes');
    await page.reload();
    await shows(page, 'Sign in');
  });
});
