import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { allow } from '../stories/consent.ts';
import { ok } from '../stories/envelope.ts';
import { fill, idle, picture, press, refusal, startVisits, tabTo } from './visit.ts';

const visit = startVisits();
const { accessible, open, shows } = visit;

/** Opens a section of the organization as this person, on a desktop. */
const openAs = async ({ email, password }: Pick<Person, 'email' | 'password'>, section: string): Promise<Page> => {
  const page = await open(`${visit.api.url}/organization/${section}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

const sheet = (page: Page): Locator => page.getByRole('dialog');
const rows = (page: Page): Locator => page.locator('.entries > li');
const act = (page: Page, row: string, name: string): Promise<void> =>
  rows(page).filter({ hasText: row }).getByRole('button', { name, exact: true }).click();
const noticed = (page: Page, words: string): Promise<void> => page.locator('.notice').getByText(words).waitFor();

/** Expects a page to fit and be accessible where that is hard: narrow and dark. */
const looksGood = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, `${name}-small-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP);
};

const tokenFor = async (client_id: string, client_secret: string): Promise<number> =>
  (await visit.api.anyone.authenticate({ body: { grant_type: 'client_credentials', client_id, client_secret } }))
    .status;

/** ID and secret that the sheet shows. */
const shownSecret = async (page: Page): Promise<[id: string, secret: string]> => [
  await sheet(page).getByLabel('Client ID').inputValue(),
  await sheet(page).getByLabel('Client secret').inputValue(),
];

describe('API keys', () => {
  test('are made, given a new secret and deleted with the keyboard alone, and the secret is shown once', async () => {
    const ada = await visit.api.signUp();
    const page = await openAs(ada, 'api-keys');
    await shows(page, 'API keys');
    await page.getByText('There is no key yet.').waitFor();
    await tabTo(page, 'button', 'Make a key');
    await page.keyboard.press('Enter');
    await sheet(page).locator('input:focus').waitFor();
    await page.keyboard.type('Billing');
    await accessible(page);
    await picture(page, 'api-key-new');
    await page.keyboard.press('Enter');
    await sheet(page).getByText('This is shown only now.').waitFor();
    await accessible(page);
    await picture(page, 'api-key-secret');
    const [id, first] = await shownSecret(page);
    expect(await tokenFor(id, first)).toBe(200);
    await press(page, 'I have kept it');
    await expect.poll(() => page.content()).not.toContain(first);

    await tabTo(page, rows(page).getByRole('button', { name: 'New secret' }));
    await page.keyboard.press('Enter');
    await sheet(page).getByText('24 hours longer').waitFor();
    await tabTo(page, 'button', 'Make a new secret');
    await page.keyboard.press('Enter');
    await sheet(page).getByText('This is shown only now.').waitFor();
    const [, second] = await shownSecret(page);
    expect([await tokenFor(id, first), await tokenFor(id, second)]).toEqual([200, 200]);
    await press(page, 'I have kept it');
    await rows(page).getByText('The secret before is taken until').waitFor();
    await picture(page, 'api-keys');
    await looksGood(page, 'api-keys');

    await act(page, 'Billing', 'New secret');
    await sheet(page).getByText('ends at once').waitFor();
    await sheet(page).getByRole('button', { name: 'Back' }).click();
    await tabTo(page, rows(page).getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await sheet(page).getByText('It cannot be undone.').waitFor();
    await accessible(page);
    await tabTo(page, sheet(page).getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await noticed(page, 'was deleted');
    expect(await tokenFor(id, second)).toBe(401);
  });

  test('act for another member, which is undone; an administrator isn’t offered what an owner’s key could do', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'admin');
    const make = (name: string, profile_id: string) => visit.api.as(ada).createApiKey({ body: { name, profile_id } });
    ok(await make('Of the owner', ada.profile_id));
    ok(await make('Of the administrator', grace.profile_id));
    const page = await openAs(grace, 'api-keys');
    await rows(page).filter({ hasText: 'Of the owner' }).getByText('(Owner)').waitFor();
    await expect.poll(() => rows(page).filter({ hasText: 'Of the owner' }).getByRole('button').count()).toBe(0);
    await act(page, 'Of the administrator', 'Change');
    await expect.poll(() => sheet(page).getByLabel('Acts for').locator('option').count()).toBe(1);
    await sheet(page).getByLabel('Name').fill('Payroll');
    await press(page, 'Save');
    await noticed(page, 'was changed');
    await rows(page).getByText('Payroll').waitFor();
    await press(page, 'Undo');
    await rows(page).getByText('Of the administrator').waitFor();
  });

  test('and what else is for administrators are no sections of a member', async () => {
    const ada = await visit.api.signUp();
    const member = await memberOf(visit.api, ada, 'member');
    const page = await openAs(member, 'members');
    await shows(page, 'Members');
    const sections = page.getByRole('navigation', { name: 'Sections of the organization' });
    for (const name of ['API keys', 'Applications', 'Log of administration'])
      await expect.poll(() => sections.getByRole('link', { name }).count()).toBe(0);
  });
});

test('an application is registered with addresses that are checked, changed, and deleted', async () => {
  const ada = await visit.api.signUp();
  const page = await openAs(ada, 'applications');
  await shows(page, 'Applications');
  await press(page, 'Register an application');
  const form = sheet(page);
  await form.getByLabel('Name', { exact: true }).fill('Portal');
  await form.getByLabel('Name that people see').fill('The Portal');
  const redirects = form.getByLabel('Redirect addresses');
  await redirects.fill('https://app.example.com/done\nhttps://*.example.com/');
  const send = form.getByRole('button', { name: 'Register an application' });
  await send.click();
  await expect.poll(() => refusal(page)).toContain('“https://*.example.com/” cannot be used');
  await accessible(page);
  await picture(page, 'application-refused');
  await redirects.fill('https://app.example.com/done\nhttp://localhost:3000/done');
  await send.click();
  await form.getByText('This is shown only now.').waitFor();
  const [client_id] = await shownSecret(page);
  await press(page, 'I have kept it');
  const stored = async () => ok(await visit.api.as(ada).getOauthApps()).find((one) => one.client_id === client_id);
  expect(await stored()).toMatchObject({
    friendly_name: 'The Portal',
    redirect_uris: 'https://app.example.com/done http://localhost:3000/done',
    confidential: true,
  });
  await rows(page).getByText('Never used').waitFor();
  await picture(page, 'applications');
  await looksGood(page, 'applications');
  await act(page, 'Portal', 'Change');
  await form.getByLabel('Redirect addresses').fill('https://app.example.com/done');
  await press(page, 'Save');
  await noticed(page, 'was changed');
  expect(await stored()).toMatchObject({ redirect_uris: 'https://app.example.com/done' });
  await press(page, 'Undo');
  await rows(page).getByText('http://localhost:3000/done').waitFor();
  await allow(visit.api, ada, ['envelopes:read']);
  await page.reload();
  await rows(page)
    .filter({ hasText: 'envelopes:read' })
    .getByText(/^Last used: .+ \d{4}$/)
    .waitFor();
  await act(page, 'Portal', 'Delete');
  await form.getByText('from this moment on').waitFor();
  await form.getByRole('button', { name: 'Delete' }).click();
  await noticed(page, 'was deleted');
  expect(await stored()).toBeUndefined();
});

describe('the log of administration', () => {
  test('is narrowed by person, kind and object in the address, and says from what to what', async () => {
    const ada = await visit.api.signUp();
    const grace = await memberOf(visit.api, ada, 'admin');
    const path = { organization_id: ada.organization_id };
    ok(await visit.api.as(grace).updateOrganization({ path, body: { name: 'Difference Engines' } }));
    for (let at = 0; at < 55; at++) {
      const body = { first_name: 'Contact', last_name: `${at}`, email: `contact-${at}@example.com` };
      ok(await visit.api.as(ada).createOrganizationContact({ body }));
    }
    await visit.api.anyone.authenticate({
      body: { grant_type: 'password', username: grace.email, password: 'wrong one' },
    });
    const page = await openAs(ada, 'log');
    await shows(page, 'Log of administration');
    await rows(page).getByText('The e-mail address or the password is wrong.').waitFor();
    await picture(page, 'log');
    await expect.poll(() => rows(page).count()).toBe(50);
    await press(page, 'Show more');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(55);
    await looksGood(page, 'log');

    await page.getByLabel('What was done').selectOption('Organization changed');
    await page.getByLabel('Who').selectOption(grace.profile_id);
    await press(page, 'Show');
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => new URL(page.url()).search).toBe(`?who=${grace.profile_id}&kind=organization%3Aupdated`);
    await rows(page).getByText('Details').click();
    await rows(page).getByText('to “Difference Engines”').waitFor();
    await accessible(page);
    await picture(page, 'log-details');
    // The link shows the same to somebody else who may see it.
    const address = page.url();
    const other = await openAs(grace, `log${new URL(address).search}`);
    await expect.poll(() => rows(other).count()).toBe(1);
    await page.getByRole('link', { name: 'All that was done with it' }).click();
    await page.getByText('Only what was done with one thing is shown.').waitFor();
    await press(page, 'Remove all filters');
    await expect.poll(() => rows(page).count()).toBe(50);
  });

  test('is downloaded with its proof, and both together hold', async () => {
    const ada = await visit.api.signUp();
    await visit.api.settle();
    const page = await openAs(ada, 'log');
    await shows(page, 'Log of administration');
    await press(page, 'Download the proof');
    await page.getByText('There is no proof yet.').waitFor();
    const load = async (button: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> => {
      const begun = page.waitForEvent('download');
      await press(page, button);
      const file = await begun;
      return { name: file.suggestedFilename(), bytes: Uint8Array.from(await readFile(await file.path())) };
    };
    await visit.api.advance('PT1H1M');
    await visit.api.settle();
    const command = await page.getByLabel('The same with a command').inputValue();
    expect(command).toBe('npm run verify -- administration.ndjson administration-proof.json');
    const log = await load('Download the log');
    await page.getByText(/events are in the file/).waitFor();
    await idle(page);
    const files = [log, await load('Download the proof')];
    const trust = await trustInPlatform((await visit.api.anyone.getPublishedEvidence()).body as never);
    const { verdict } = await verifyFiles(files, trust);
    expect([files.map(({ name }) => name), verdict]).toEqual([
      ['administration.ndjson', 'administration-proof.json'],
      'holds',
    ]);
  });

  test('speaks Arabic from right to left', async () => {
    const ada = await visit.api.signUp();
    await visit.api.as(ada).updateProfile({ path: { profile_id: ada.profile_id }, body: { locale: 'ar-EG' } });
    const page = await openAs(ada, 'log');
    await shows(page, 'سجل الإدارة');
    await rows(page).getByText('تسجيل دخول').first().waitFor();
    await rows(page).getByText('التفاصيل').first().click();
    await picture(page, 'log-arabic');
  });
});
