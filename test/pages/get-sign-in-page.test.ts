import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { enrolled } from '../mfa/second-factor.ts';
import { ok } from '../stories/envelope.ts';
import { fill, idle, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { newestLink, open, sessionsOf, shows } = visit;

describe('an application signs a user in', () => {
  const REDIRECT = 'https://crm.example.com/callback';

  /** The sign-in page of a new application, with what the application needs to get its tokens. */
  const start = async (owner: Person) => {
    const app = ok(
      await visit.api.as(owner).createOauthApp({ body: { name: 'Example <CRM>', redirect_uris: [REDIRECT] } }),
    );
    const code_verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: app.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'a state & more',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await open(`${visit.api.url}/v2/oauth2/authorize?${query}`);
    await page.route(`${REDIRECT}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Back' }));
    const exchange = async (): Promise<string> => {
      const code = new URL(page.url()).searchParams.get('code');
      const grant = { grant_type: 'authorization_code', client_id: app.client_id, client_secret: app.client_secret };
      const body = { ...grant, code, redirect_uri: REDIRECT, code_verifier };
      return ok(await visit.api.anyone.authenticate({ body })).access_token;
    };
    return { page, exchange };
  };

  /** Makes the person a member of another organization, and returns its owner. */
  const joinsAnother = async ({ email, password }: Person): Promise<Person> => {
    const owner = await visit.api.signUp({ org_name: 'Second Company' });
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    ok(await visit.api.as(owner).createOrganizationInvitation({ body: { email, ...names, role: 'member' } }));
    const token = new URLSearchParams(new URL(await newestLink(email, '/invitations#')).hash.slice(1)).get('token');
    ok(await visit.api.anyone.acceptOrganizationInvitation({ body: { email, token, ...names, password } }));
    return owner;
  };

  /** Waits until the browser is back at the application, and returns what it brings. */
  const returned = async (page: Page): Promise<Record<string, string>> => {
    await page.waitForURL(`${REDIRECT}*`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  test('after a wrong password and the right one, in the organization that is chosen, and stays signed in', async () => {
    const ada = await visit.api.signUp();
    const second = await joinsAnother(ada);
    const before = await sessionsOf(ada.email, ada.password);
    const { page, exchange } = await start(ada);
    await shows(page, 'Sign in to continue to “Example <CRM>”');
    await fill(page, { 'E-mail address': ada.email, Password: 'not the password' });
    await press(page, 'Sign in');
    await expect.poll(() => refusal(page)).toMatch(/password/i);
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');

    await fill(page, { Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'Allow “Example <CRM>” to act for you?');
    await expect.poll(() => page.getByRole('alert').isVisible()).toBe(false);
    await page.getByText(ada.email).waitFor();
    await page.getByLabel('Organization').selectOption({ label: 'Second Company' });
    await idle(page);
    await press(page, 'Allow');
    expect(await returned(page)).toEqual({
      code: expect.any(String),
      state: 'a state & more',
      iss: visit.api.url,
    });
    expect(claimsOf(await exchange())).toMatchObject({ sub: ada.user_id, organization_id: second.organization_id });
    // Three sessions: the application's, the browser's, and the one that lists them.
    expect(await sessionsOf(ada.email, ada.password)).toHaveLength(before.length + 3);
  });

  test('with a second factor, and refuses', async () => {
    const grace = await enrolled(visit.api);
    const { page } = await start(grace);
    await fill(page, { 'E-mail address': grace.email, Password: grace.password });
    await press(page, 'Sign in');
    await shows(page, 'Confirm that it is you');
    await fill(page, { 'Code from your authenticator app': grace.used });
    await press(page, 'Continue');
    await expect.poll(() => refusal(page)).toMatch(/code/i);
    await fill(page, { 'Code from your authenticator app': grace.backup_codes[0] ?? '' });
    await press(page, 'Continue');
    await shows(page, 'to act for you?');
    await press(page, 'Do not allow');
    expect(await returned(page)).toMatchObject({ error: 'access_denied', state: 'a state & more' });
  });

  test('says so if the service can’t be reached, and continues when it can', async () => {
    const ada = await visit.api.signUp();
    const { page } = await start(ada);
    await fill(page, { 'E-mail address': ada.email, Password: ada.password });
    await page.context().setOffline(true);
    await press(page, 'Sign in');
    await expect.poll(() => refusal(page)).toContain('cannot be reached');
    await page.context().setOffline(false);
    await fill(page, { Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'to act for you?');
  });

  test('and is sent back to the application by Cancel', async () => {
    const { page } = await start(await visit.api.signUp());
    await page.getByRole('link', { name: 'Cancel' }).first().click();
    expect(await returned(page)).toMatchObject({ error: 'access_denied' });
  });
});
